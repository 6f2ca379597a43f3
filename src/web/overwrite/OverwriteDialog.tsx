import { Dialog } from "../../ui/Dialog.tsx";
import { chosenChanges } from "../chosen-changes.ts";
import { RelativeTime } from "../RelativeTime.tsx";
import styles from "./overwrite.module.css";
import type { OverwriteQuestion } from "./overwrite.ts";

const LONGEST = 400;

/** Who saved what and when, what would be overwritten by what, and the choice. */
export function OverwriteDialog({ question }: { question: OverwriteQuestion }) {
  const { noun, stale, answer } = question;
  const changes = chosenChanges(stale.changedItems, ({ keyPath }) => keyPath);
  const count = changes.length;
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
        <strong>{stale.updatedBy || "Somebody"}</strong> saved this {noun} <RelativeTime at={stale.updatedAt} /> while
        you were changing it. Overwriting replaces these values by yours. Nothing else of theirs is lost, and both stay
        in the versions.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Saved</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((item) => (
            <tr key={item.keyPath}>
              <th scope="row">
                <code>{item.keyPath}</code>
              </th>
              <td>{textOf(item.oldValue)}</td>
              <td>{textOf(item.newValue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** A value for reading: texts as they are, everything else as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
