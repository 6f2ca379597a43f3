import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { valueText } from "../report-words.tsx";
import styles from "./aside.module.css";
import { verdictWords } from "./condition.ts";
import type { Trial } from "./use-test.ts";

/** What the query answered, and what would have come of it. */
export function TestResult({ test }: { test: Trial }) {
  return (
    <section>
      <h3 className={styles.asideHeading}>Test result</h3>
      <div className={styles.card} role="status" data-stale={test.isStale || undefined}>
        <Told test={test} />
      </div>
    </section>
  );
}

/** The same, beside the button that asked. */
export function TestResultHere({ test }: { test: Trial }) {
  return test.tried ? (
    <div className={`${styles.card} ${styles.here}`} data-stale={test.isStale || undefined}>
      <Told test={test} />
    </div>
  ) : null;
}

function Told({ test: { tried, isStale } }: { test: Trial }) {
  if (!tried) return "“Test now” runs the query once. Nothing is sent.";
  const { outcome, problem, draft, at } = tried;
  if (!outcome) {
    return (
      <p className={styles.verdict} data-tone="error">
        <CircleAlert size={16} aria-hidden />
        <span className={styles.cause}>{problem}</span>
      </p>
    );
  }
  const { value, is_triggered, text, row_count, seconds } = outcome;
  const Icon = is_triggered ? TriangleAlert : CircleCheck;
  return (
    <>
      <p className={styles.verdict} data-tone={is_triggered ? "error" : "success"}>
        <Icon size={16} aria-hidden />
        {value === null ? (
          <span>{text}: would not fire</span>
        ) : (
          <span>
            <strong>{typeof value === "number" ? valueText(value) : value}</strong> {verdictWords(draft, is_triggered)}
          </span>
        )}
      </p>
      <p className={styles.note}>
        {row_count === 1 ? "1 row" : `${row_count} rows`} in {seconds.toFixed(2)} s, <RelativeTime at={at} />.{" "}
        {isStale ? "The condition has changed since." : "Nothing was sent."}
      </p>
    </>
  );
}
