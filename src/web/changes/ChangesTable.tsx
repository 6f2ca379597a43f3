import type { ChangeRow } from "./change-words.ts";
import styles from "./changes.module.css";

interface ChangesTableProps {
  /** Heads of the three columns: what, before, after. */
  heads: readonly [string, string, string];
  rows: readonly ChangeRow[];
  caption?: string;
}

/** What changed, from what, to what. */
export function ChangesTable({ heads, rows, caption }: ChangesTableProps) {
  return (
    <table className={styles.table}>
      {caption ? <caption>{caption}</caption> : null}
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            <td>{row.before}</td>
            <td>{row.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
