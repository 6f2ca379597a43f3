import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { valueText } from "../report-labels.tsx";
import styles from "./aside.module.css";
import { verdictText } from "./condition.ts";
import type { AlertTest } from "./use-test.ts";

export function TestResult({ test }: { test: AlertTest }) {
  return (
    <section>
      <h3 className={styles.asideHeading}>Test result</h3>
      <div className={styles.card} role="status" data-stale={test.isStale || undefined}>
        <Outcome test={test} />
      </div>
    </section>
  );
}

export function InlineTestResult({ test }: { test: AlertTest }) {
  return test.lastTest ? (
    <div className={`${styles.card} ${styles.here}`} data-stale={test.isStale || undefined}>
      <Outcome test={test} />
    </div>
  ) : null;
}

function Outcome({ test: { lastTest, isStale } }: { test: AlertTest }) {
  if (!lastTest) return "“Test now” runs the query once. Nothing is sent.";
  const { outcome, problem, draft, at } = lastTest;
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
            <strong>{typeof value === "number" ? valueText(value) : value}</strong> {verdictText(draft, is_triggered)}
          </span>
        )}
      </p>
      <p className={styles.note}>
        {row_count === 1 ? "1 row" : `${row_count} rows`} in {seconds.toFixed(2)} s, <RelativeTime at={at} />.{" "}
        {isStale ? "The condition has changed since then." : "Nothing was sent."}
      </p>
    </>
  );
}
