import type { ReactNode } from "react";
import styles from "./results.module.css";

interface PlainTableProps {
  /** Accessible name. */
  label: string;
  heads: readonly string[];
  /** Of a last column without a heading: said to those who hear the table. */
  acts?: string;
  /** Rows of the body. */
  children: ReactNode;
}

/** A table that is read rather than worked with; its heads stay while it scrolls. */
export function PlainTable({ label, heads, acts, children }: PlainTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.history} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {acts ? (
              <th scope="col">
                <span className="visually-hidden">{acts}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
