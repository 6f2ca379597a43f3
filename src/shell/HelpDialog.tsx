import { Link, useLocation } from "react-router";
import { t } from "../i18n/translate.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { useCurrentActions } from "../web/navigation/actions.ts";
import { helpAddress } from "../web/navigation/help-topics.ts";
import { visiblePlaces } from "../web/navigation/places.ts";
import styles from "./HelpDialog.module.css";

const ANYWHERE = [
  [t("Search or run an action"), "Mod+K"],
  [t("Go to the search field"), "/"],
  [t("Show keyboard shortcuts"), "?"],
  [t("Collapse or expand sidebar"), "["],
  [t("Switch theme (light, dark, system)"), "Alt+Shift+T"],
] as const;

export function HelpDialog({ onClose }: { onClose(): void }) {
  const { pathname } = useLocation();
  const ofPage = useCurrentActions().filter((action) => action.keys !== undefined);
  return (
    <Dialog open title={t("Help & shortcuts")} onClose={onClose}>
      <div className={styles.groups}>
        {ofPage.length > 0 ? (
          <Group title={t("On this page")} rows={ofPage.map((action) => [action.label, action.keys ?? ""] as const)} />
        ) : null}
        <Group title={t("Anywhere")} rows={ANYWHERE} />
        <Group title={t("Go to")} rows={visiblePlaces().map((place) => [place.label, `g ${place.key}`] as const)} />
        <Group
          title={t("In dialogs")}
          rows={[
            [t("Close"), "Escape"],
            [t("Confirm"), "Mod+Enter"],
            [t("Confirm in a text field"), "Enter"],
          ]}
        />
      </div>
      <p className={styles.guide}>
        <Link to={helpAddress(pathname)} onClick={onClose}>
          {t("Open the user guide for this page")}
        </Link>
      </p>
    </Dialog>
  );
}

function Group({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.rows}>
        {rows.map(([label, keys]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
