import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { list, number } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { textOfLabel } from "../../../model/report.ts";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { valueText } from "../report-labels.tsx";
import styles from "./aside.module.css";
import type { AlertTest } from "./use-test.ts";
import { Verdict } from "./Verdict.tsx";

export function TestResult({ test }: { test: AlertTest }) {
  return (
    <section>
      <h3 className={styles.asideHeading}>{t("Test result")}</h3>
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
  if (!lastTest) return t("“Test now” runs the query once. Nothing is sent.");
  const { outcome, problem, draft, at } = lastTest;
  if (!outcome) {
    return (
      <p className={styles.verdict} data-tone="error">
        <CircleAlert size={16} aria-hidden />
        <span className={styles.cause}>{problem}</span>
      </p>
    );
  }
  const { value, is_triggered, text, row_count, seconds, values } = outcome;
  const Icon = is_triggered ? TriangleAlert : CircleCheck;
  return (
    <>
      <p className={styles.verdict} data-tone={is_triggered ? "error" : "success"}>
        <Icon size={16} aria-hidden />
        {values ? (
          <Met text={text} values={values} />
        ) : value === null ? (
          <span>{t("{result}: would not fire", { result: text })}</span>
        ) : (
          <span>
            <Verdict
              draft={draft}
              value={typeof value === "number" ? valueText(value) : value}
              isTriggered={is_triggered}
            />
          </span>
        )}
      </p>
      <p className={styles.note}>
        {rich("{rows, plural, one {# row} other {# rows}} in {seconds} s, <time></time>.", {
          rows: row_count,
          seconds: number(seconds, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
          time: () => <RelativeTime at={at} />,
        })}{" "}
        {isStale ? t("The condition has changed since then.") : t("Nothing was sent.")}
      </p>
    </>
  );
}

const MAX_NAMES = 5;

function Met({ text, values }: { text: string; values: readonly { label: string; is_met: boolean }[] }) {
  const names = values.flatMap(({ label, is_met }) => (is_met ? [textOfLabel(label)] : []));
  return (
    <span className={styles.cause}>
      {text}
      {names.length > 0 ? ": " : ""}
      <bdi>{list(names.slice(0, MAX_NAMES), "commas")}</bdi>
      {names.length > MAX_NAMES ? "…" : ""}
    </span>
  );
}
