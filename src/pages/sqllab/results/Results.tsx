import { Button } from "antd";
import { CircleStop } from "lucide-react";
import { useEffect } from "react";
import { t } from "../../../i18n/translate.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { shortcutText } from "../../../ui/Kbd.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useLab, useRun, useTab } from "../state/lab-context.ts";
import { statementsOf } from "../state/statements.ts";
import { isOpen, type Run, type SqlResult } from "../state/store.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Shown } from "./ResultTools.tsx";
import styles from "./results.module.css";

export const ResultGrid = lazyComponent(async () => (await import("./ResultGrid.tsx")).ResultGrid);
const RunFailure = lazyComponent(async () => (await import("./RunFailure.tsx")).RunFailure);

interface ResultsProps {
  search: string;
  onShown(shown: Shown | undefined): void;
}

export function Results({ search, onShown }: ResultsProps) {
  const run = useRun();
  const output = run?.state === "success" && run.result ? outputOf(run, run.result) : undefined;
  const hasGrid = output?.kind === "rows";
  useEffect(() => {
    if (!hasGrid) onShown(undefined);
  }, [hasGrid, onShown]);
  if (!run) {
    return (
      <EmptyState
        compact
        title={t("Run a query to see results")}
        text={t("Press {keys} to run the query.", { keys: shortcutText("Mod+Enter") })}
      />
    );
  }
  if (isOpen(run)) return <Running run={run} />;
  if (run.state === "stopped") return <Stopped run={run} />;
  if (run.error) return <RunFailure error={run.error} />;
  if (!output) return <Expired run={run} />;
  if (output.kind === "outcome") return <EmptyState compact {...output.outcome} />;
  if (output.kind === "plan") return <Plan text={output.text} />;
  // Column settings stay while the columns are the same.
  const names = JSON.stringify(output.result.columns.map(({ name }) => name));
  return <ResultGrid key={names} result={output.result} search={search} label={t("Results")} onShown={onShown} />;
}

type RunOutput =
  | { kind: "rows"; result: SqlResult }
  | { kind: "plan"; text: string }
  | { kind: "outcome"; outcome: Outcome };

function outputOf(run: Run, result: SqlResult): RunOutput {
  const text = planOf(run.sql, result);
  if (text !== undefined) return { kind: "plan", text };
  const outcome = outcomeOf(run);
  return outcome ? { kind: "outcome", outcome } : { kind: "rows", result };
}

/** Engines return the plan text in the last column, in one row or line by line. */
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
  const again = useRerun(run);
  return (
    <EmptyState
      compact
      icon={<CircleStop size={20} />}
      title={t("The query was stopped")}
      text={
        run.isStopConfirmed
          ? t("The database confirmed that the query stopped.")
          : t("Waiting for the database to confirm.")
      }
      actions={run.isStopConfirmed ? <Button onClick={again}>{t("Run again")}</Button> : undefined}
    />
  );
}

function useRerun({ sql, line }: Run): () => void {
  const lab = useLab();
  const { key } = useTab();
  return () => void lab.run(key, { target: { kind: "all", sql, line } });
}

/** Then the database's progress says nothing new. */
const isOneStatement = ({ sql }: Run) => statementsOf(sql).length <= 1;

function Running({ run }: { run: Run }) {
  return (
    <div className={styles.waiting}>
      <p className={styles.faint}>
        {run.state === "fetching" ? t("Fetching results…") : run.state === "pending" ? t("Queued…") : t("Running…")}{" "}
        {isOneStatement(run) ? null : run.progressText}
      </p>
      <SkeletonLines lines={5} />
    </div>
  );
}

function Expired({ run }: { run: Run }) {
  const again = useRerun(run);
  return (
    <EmptyState
      compact
      title={t("These results have expired")}
      text={t("Run the query again to see them.")}
      actions={<Button onClick={again}>{t("Refetch results")}</Button>}
    />
  );
}
