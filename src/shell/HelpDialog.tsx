import { Link, useLocation } from "react-router";
import { Dialog } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { useCurrentActions } from "../web/navigation/actions.ts";
import { helpAddress } from "../web/navigation/help-topics.ts";
import { visiblePlaces } from "../web/navigation/places.ts";
import styles from "./HelpDialog.module.css";

const ANYWHERE = [
  ["Search or run", "Mod+K"],
  ["Focus the search field", "/"],
  ["These shortcuts", "?"],
  ["Wide or narrow navigation", "["],
  ["Light, dark, as the system", "Alt+Shift+T"],
] as const;

/** The keys of the product and of the current page. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const { pathname } = useLocation();
  const ofPage = useCurrentActions().filter((action) => action.keys !== undefined);
  return (
    <Dialog open title="Help & shortcuts" onClose={onClose}>
      <div className={styles.groups}>
        {ofPage.length > 0 ? (
          <Group title="On this page" rows={ofPage.map((action) => [action.label, action.keys ?? ""] as const)} />
        ) : null}
        <Group title="Anywhere" rows={ANYWHERE} />
        <Group title="Go to" rows={visiblePlaces().map((place) => [place.label, `g ${place.key}`] as const)} />
        <Group
          title="In dialogs"
          rows={[
            ["Close", "Escape"],
            ["The primary button", "Mod+Enter"],
          ]}
        />
      </div>
      <p className={styles.guide}>
        <Link to={helpAddress(pathname)} onClick={onClose}>
          Open the user guide for this page
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
