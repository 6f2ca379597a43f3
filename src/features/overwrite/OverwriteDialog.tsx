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
  return (
    <Dialog
      open
      title={`Overwrite this ${noun}?`}
      width={720}
      onClose={() => answer(false)}
      footerNote={count === 1 ? "1 value would be replaced" : `${count} values would be replaced`}
      primary={{ label: "Overwrite", danger: true, onClick: () => answer(true) }}
    >
      <p className={styles.lead}>
        <strong>{stale.updatedBy || "Another user"}</strong> saved this {noun} <RelativeTime at={stale.updatedAt} />{" "}
        while you were editing it. Overwriting replaces these values with yours and keeps their other changes
        {HAVE_VERSIONS.has(noun) ? ". Both are kept as versions." : "."}
      </p>
      <ChangesTable heads={["Property", "Saved", "Yours"]} rows={rows} />
    </Dialog>
  );
}
