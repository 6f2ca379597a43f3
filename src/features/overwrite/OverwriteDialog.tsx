import type { ReactNode } from "react";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { ChangesTable, changeRows, useChangeContext } from "../changes/index.ts";
import styles from "./overwrite.module.css";
import type { OverwriteQuestion } from "./overwrite.ts";

const HAVE_VERSIONS: ReadonlySet<string> = new Set(["chart", "dashboard", "dataset"]);

export function OverwriteDialog({ question }: { question: OverwriteQuestion }) {
  const { object, stale, answer } = question;
  const { noun } = object;
  const context = useChangeContext(object) ?? {};
  const items = stale.changedItems.map((item) => ({ path: item.keyPath, before: item.oldValue, after: item.newValue }));
  const rows = changeRows(noun, items, context);
  const count = rows.length;
  const about = {
    noun,
    user: stale.updatedBy || t("Another user"),
    strong: (text: ReactNode) => <strong>{text}</strong>,
    when: () => <RelativeTime at={stale.updatedAt} />,
  };
  return (
    <Dialog
      open
      title={t(
        "Overwrite this {noun, select, chart {chart} dashboard {dashboard} dataset {dataset} database {database} theme {theme} alert {alert} report {report} other {CSS template}}?",
        { noun },
      )}
      width={720}
      onClose={() => answer(false)}
      footerNote={t("{count, plural, one {# value would be replaced} other {# values would be replaced}}", { count })}
      primary={{ label: t("Overwrite"), danger: true, onClick: () => answer(true) }}
    >
      <p className={styles.lead}>{HAVE_VERSIONS.has(noun) ? withVersionsText(about) : withoutVersionsText(about)}</p>
      <ChangesTable heads={[t("Property"), t("Saved##the value"), t("Yours")]} rows={rows} />
    </Dialog>
  );
}

interface About {
  noun: string;
  user: string;
  strong(text: ReactNode): ReactNode;
  when(): ReactNode;
}

const withVersionsText = (about: About) =>
  rich(
    "<strong>{user}</strong> saved this {noun, select, chart {chart} dashboard {dashboard} dataset {dataset} database {database} theme {theme} alert {alert} report {report} other {CSS template}} <when></when> while you were editing it. Overwriting replaces these values with yours and keeps their other changes. Both are kept as versions.",
    about,
  );

const withoutVersionsText = (about: About) =>
  rich(
    "<strong>{user}</strong> saved this {noun, select, chart {chart} dashboard {dashboard} dataset {dataset} database {database} theme {theme} alert {alert} report {report} other {CSS template}} <when></when> while you were editing it. Overwriting replaces these values with yours and keeps their other changes.",
    about,
  );
