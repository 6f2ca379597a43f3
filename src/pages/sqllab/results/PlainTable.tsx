import type { ReactNode } from "react";
import styles from "./results.module.css";

interface PlainTableProps {
  label: string;
  heads: readonly string[];
  actionsLabel?: string;
  children: ReactNode;
}

export function PlainTable({ label, heads, actionsLabel, children }: PlainTableProps) {
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
            {actionsLabel ? (
              <th scope="col">
                <span className="visually-hidden">{actionsLabel}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
