import type { ApiError } from "../client/errors.ts";
import styles from "./chart-view.module.css";
import { type Excerpt, excerptOf } from "./excerpt.ts";

/** The SQL around an error, with a caret under the place. Nothing when the error does not say where. */
export function SqlExcerpt({ error }: { error: ApiError }) {
  const excerpt = maybeExcerpt(error);
  if (!excerpt) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are read by scrolling, by keyboard too
    <pre className={styles.sql} tabIndex={0}>
      {excerpt.lines.map(({ number, text }) => (
        <div key={number} className={number === excerpt.line ? styles.faulty : undefined}>
          <span className={styles.number}>{number}</span>
          {text}
          {number === excerpt.line && (
            <div className={styles.caret}>
              <span className={styles.number} />
              {" ".repeat(excerpt.column - 1)}
              {"^".repeat(excerpt.length)}
            </div>
          )}
        </div>
      ))}
    </pre>
  );
}

function maybeExcerpt(error: ApiError): Excerpt | undefined {
  for (const { extra } of error.errors) {
    if (typeof extra?.sql !== "string" || typeof extra.line !== "number") continue;
    // Of SQL that is longer than errors hold, only the beginning is here.
    if (extra.line > extra.sql.split("\n").length) continue;
    return excerptOf(extra.sql, extra.line, typeof extra.column === "number" ? extra.column : 1);
  }
  return undefined;
}
