import { CircleAlert, CircleCheck, CircleStop, LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { number } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { dateText, later, nowMs, useElapsed } from "../../../web/client/clock.ts";
import { useQueueText } from "../../../web/client/query-queue.ts";
import { secondsText } from "../../../web/sql/seconds.ts";
import { useLabState, useRun } from "../state/lab-context.ts";
import { statementsOf } from "../state/statements.ts";
import { isOpen, type Run } from "../state/store.ts";
import styles from "./results.module.css";

export function StatusLine() {
  const run = useRun();
  const { line, column } = useLabState((state) => state.selection);
  return (
    <footer className={styles.status}>
      <span role="status" className={styles.outcome}>
        {run ? <Outcome run={run} /> : t("Not run yet")}
      </span>
      <span className={styles.facts}>
        {run ? <Tracking run={run} /> : null}
        {run ? <RunTime run={run} /> : null}
        {run ? <span className={styles.wide}>{t("ran {time}", { time: timeOfDay(run.startedAt) })}</span> : null}
        <span className={styles.wide}>{t("Ln {line}, Col {column}", { line: `${line}`, column: `${column}` })}</span>
      </span>
    </footer>
  );
}

function Outcome({ run }: { run: Run }) {
  if (isOpen(run)) return <Progress run={run} />;
  if (run.state === "stopped") {
    return (
      <>
        <CircleStop size={14} aria-hidden />
        {run.isStopConfirmed ? t("Stopped") : t("Stopping…")}
      </>
    );
  }
  if (run.state !== "success") {
    return (
      <span className={styles.bad}>
        <CircleAlert size={14} aria-hidden />
        {run.state === "timed_out" ? t("Timed out") : t("Failed")}
      </span>
    );
  }
  return (
    <>
      <span className={styles.good}>
        <CircleCheck size={14} aria-hidden />
        {t("Succeeded")}
      </span>
      {run.result ? <Size run={run} /> : null}
    </>
  );
}

function Progress({ run }: { run: Run }) {
  const queue = useQueueText(useElapsed(run.startedAt) > 2000);
  return (
    <>
      <LoaderCircle size={14} aria-hidden className={styles.spin} />
      {queue ?? (run.state === "pending" ? t("Pending") : run.state === "fetching" ? t("Fetching") : t("Running"))}
      {run.progress > 0 ? ` · ${number(Math.round(run.progress) / 100, { style: "percent" })}` : ""}
    </>
  );
}

function Tracking({ run }: { run: Run }) {
  const url = run.query?.trackingUrl ?? "";
  if (!/^https?:/i.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {isOpen(run) ? t("Track job") : t("Query details")}
    </a>
  );
}

const strong = (text: ReactNode) => <strong>{text}</strong>;

function Size({ run }: { run: Run }) {
  const shown = run.result?.rows.length ?? 0;
  const rows = run.query?.rows ?? shown;
  const columns = run.result?.columns.length ?? 0;
  const limit = limitText(run);
  const statements = useMemo(() => statementsOf(run.sql).length, [run.sql]);
  return (
    <span>
      {statements > 1
        ? rich(
            "<strong>{rows, plural, one {# row} other {# rows}}</strong> from the last of {statements, plural, one {# statement} other {# statements}}",
            { rows, statements, strong },
          )
        : rich("<strong>{rows, plural, one {# row} other {# rows}}</strong>", { rows, strong })}{" "}
      · {t("{columns, plural, one {# column} other {# columns}}", { columns })} ·{" "}
      <span className={limit.isTruncated ? styles.cut : undefined}>{limit.text}</span>
    </span>
  );
}

export function limitText({ query, result }: Pick<Run, "query" | "result">): { text: string; isTruncated: boolean } {
  const shown = result?.rows.length ?? 0;
  if (result?.isTruncated) {
    return { text: t("showing first {shown, number}; download has all rows", { shown }), isTruncated: true };
  }
  switch (query?.limitingFactor) {
    case "DROPDOWN":
      return {
        text: t("limit reached: first {rows, plural, one {# row} other {# rows}}", { rows: query.limit ?? shown }),
        isTruncated: true,
      };
    case "QUERY":
    case "QUERY_AND_DROPDOWN":
      return { text: t("LIMIT in your SQL reached"), isTruncated: false };
    default:
      return { text: t("limit not reached"), isTruncated: false };
  }
}

const TICK_MS = 100;

function RunTime({ run }: { run: Run }) {
  const isGoing = isOpen(run);
  const [now, setNow] = useState(nowMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick schedules the next
  useEffect(() => (isGoing ? later(TICK_MS, () => setNow(nowMs())) : undefined), [isGoing, now]);
  const end = run.endedAt ?? now;
  return <span>{secondsText(Math.max(0, end - run.startedAt))}</span>;
}

const timeOfDay = (atMs: number) => dateText(new Date(atMs), { timeStyle: "medium" });
