import { CircleAlert, CircleCheck, CircleStop, LoaderCircle } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { later, nowMs, useElapsed } from "../../../web/client/clock.ts";
import { useQueueText } from "../../../web/client/query-queue.ts";
import { counted } from "../../../web/components/counted.ts";
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
        {run ? <Outcome run={run} /> : "Not run yet"}
      </span>
      <span className={styles.facts}>
        {run ? <Tracking run={run} /> : null}
        {run ? <RunTime run={run} /> : null}
        {run ? <span className={styles.wide}>ran {timeOfDay(run.startedAt)}</span> : null}
        <span className={styles.wide}>
          Ln {line}, Col {column}
        </span>
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
        {run.isStopConfirmed ? "Stopped" : "Stopping…"}
      </>
    );
  }
  if (run.state !== "success") {
    return (
      <span className={styles.bad}>
        <CircleAlert size={14} aria-hidden />
        {run.state === "timed_out" ? "Timed out" : "Failed"}
      </span>
    );
  }
  return (
    <>
      <span className={styles.good}>
        <CircleCheck size={14} aria-hidden />
        Succeeded
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
      {queue ?? (run.state === "pending" ? "Pending" : run.state === "fetching" ? "Fetching" : "Running")}
      {run.progress > 0 ? ` · ${Math.round(run.progress)} %` : ""}
    </>
  );
}

/** Link to the database's own page about the query, if any. */
function Tracking({ run }: { run: Run }) {
  const url = run.query?.trackingUrl ?? "";
  if (!/^https?:/i.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {isOpen(run) ? "Track job" : "Query details"}
    </a>
  );
}

function Size({ run }: { run: Run }) {
  const shown = run.result?.rows.length ?? 0;
  const width = run.result?.columns.length ?? 0;
  const limit = limitText(run);
  const statements = useMemo(() => statementsOf(run.sql).length, [run.sql]);
  return (
    <span>
      <strong>{counted(run.query?.rows ?? shown, "row")}</strong>
      {statements > 1 ? ` from the last of ${statements} statements` : null} · {counted(width, "column")} ·{" "}
      <span className={limit.isTruncated ? styles.cut : undefined}>{limit.text}</span>
    </span>
  );
}

export function limitText({ query, result }: Pick<Run, "query" | "result">): { text: string; isTruncated: boolean } {
  const shown = result?.rows.length ?? 0;
  if (result?.isTruncated) {
    return { text: `showing first ${count(shown)}; download has all rows`, isTruncated: true };
  }
  switch (query?.limitingFactor) {
    case "DROPDOWN":
      return { text: `limit reached: first ${count(query.limit ?? shown)} rows`, isTruncated: true };
    case "QUERY":
    case "QUERY_AND_DROPDOWN":
      return { text: "SQL limit reached", isTruncated: false };
    default:
      return { text: "limit not reached", isTruncated: false };
  }
}

const count = (n: number) => n.toLocaleString("en-US");

const TICK_MS = 100;

function RunTime({ run }: { run: Run }) {
  const isGoing = isOpen(run);
  const [now, setNow] = useState(nowMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick schedules the next
  useEffect(() => (isGoing ? later(TICK_MS, () => setNow(nowMs())) : undefined), [isGoing, now]);
  const end = run.endedAt ?? now;
  return <span>{secondsText(Math.max(0, end - run.startedAt))}</span>;
}

const timeOfDay = (atMs: number) => new Date(atMs).toLocaleTimeString("en-GB");
