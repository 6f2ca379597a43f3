import { Button } from "antd";
import { CircleStop } from "lucide-react";
import { useEffect } from "react";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { shortcutText } from "../../../ui/Kbd.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useLab, useRun, useTab } from "../state/lab-context.ts";
import { isOpen, type Run, type SqlResult } from "../state/store.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Shown } from "./ResultTools.tsx";
import styles from "./results.module.css";

/** The grid and what tells of failures come with the first run. */
export const ResultGrid = lazyComponent(async () => (await import("./ResultGrid.tsx")).ResultGrid);
const RunFailure = lazyComponent(async () => (await import("./RunFailure.tsx")).RunFailure);

interface ResultsProps {
  search: string;
  onShown(shown: Shown | undefined): void;
}

/** What the last run of the tab has given. */
export function Results({ search, onShown }: ResultsProps) {
  const run = useRun();
  const given = run?.state === "success" && run.result ? givenBy(run, run.result) : undefined;
  const hasGrid = given?.kind === "rows";
  useEffect(() => {
    if (!hasGrid) onShown(undefined);
  }, [hasGrid, onShown]);
  if (!run) {
    return (
      <EmptyState
        compact
        title="Run a query to see rows here"
        text={`${shortcutText("Mod+Enter")} runs what is written above.`}
      />
    );
  }
  if (isOpen(run)) return <Running run={run} />;
  if (run.state === "stopped") return <Stopped run={run} />;
  if (run.error) return <RunFailure error={run.error} />;
  if (!given) return <Lost run={run} />;
  if (given.kind === "outcome") return <EmptyState compact {...given.outcome} />;
  if (given.kind === "plan") return <Plan text={given.text} />;
  // What was done to columns holds for as long as they are the same.
  const names = JSON.stringify(given.result.columns.map(({ name }) => name));
  return <ResultGrid key={names} result={given.result} search={search} label="Results" onShown={onShown} />;
}

type Given =
  | { kind: "rows"; result: SqlResult }
  | { kind: "plan"; text: string }
  | { kind: "outcome"; outcome: Outcome };

function givenBy(run: Run, result: SqlResult): Given {
  const text = planOf(run.sql, result);
  if (text !== undefined) return { kind: "plan", text };
  const outcome = outcomeOf(run);
  return outcome ? { kind: "outcome", outcome } : { kind: "rows", result };
}

/** The text of a plan, which engines give in the last column, in one row or by line. */
function planOf(sql: string, { columns, rows }: SqlResult): string | undefined {
  const last = columns.at(-1);
  if (!/^\s*explain\b/i.test(sql) || !last || last.type_generic !== GENERIC_TYPE.STRING || columns.length > 2)
    return undefined;
  return rows.map((row) => String(row[last.name] ?? "")).join("\n");
}

function Plan({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
    <pre className={styles.plan} tabIndex={0}>
      {text}
    </pre>
  );
}

function Stopped({ run }: { run: Run }) {
  const again = useAgain(run);
  return (
    <EmptyState
      compact
      icon={<CircleStop size={20} />}
      title="The query was stopped"
      text={run.isStopConfirmed ? "The database has confirmed it." : "Waiting for the database to confirm it."}
      actions={run.isStopConfirmed ? <Button onClick={again}>Run again</Button> : undefined}
    />
  );
}

/** Runs the same statements, whatever the editor holds by now. */
function useAgain({ sql, line }: Run): () => void {
  const lab = useLab();
  const { key } = useTab();
  return () => void lab.run(key, { chosen: { kind: "all", sql, line } });
}

function Running({ run }: { run: Run }) {
  return (
    <div className={styles.waiting}>
      <p className={styles.faint}>
        {run.state === "fetching"
          ? "Fetching the rows…"
          : run.state === "pending"
            ? "Waiting for a worker…"
            : "Running…"}{" "}
        {run.progressText}
      </p>
      <SkeletonLines lines={5} />
    </div>
  );
}

/** The rows were there once and are kept no more. */
function Lost({ run }: { run: Run }) {
  const again = useAgain(run);
  return (
    <EmptyState
      compact
      title="The rows of this query are not kept any more"
      text="Run it again to see them."
      actions={<Button onClick={again}>Refetch results</Button>}
    />
  );
}
