import { Button } from "antd";
import { Copy } from "lucide-react";
import type { Dataset } from "../../model/dataset.ts";
import { copyAndSay } from "../clipboard.ts";
import type { ApiError } from "../errors.ts";
import { isAccessError, type ProblemActions, RetryButton } from "./ChartProblem.tsx";
import type { ChartState } from "./chart-state.ts";
import styles from "./chart-view.module.css";
import { ProblemText } from "./ProblemText.tsx";
import { SqlExcerpt } from "./SqlExcerpt.tsx";

interface Props extends ProblemActions {
  error: ApiError;
  dataset?: Dataset;
  state: ChartState;
}

/** A failed run, by the kind of its error. The last picture stays behind it, dimmed, when there is one. */
export function ChartFailure({ error, dataset, state, ...actions }: Props) {
  if (isAccessError(error)) {
    const name =
      error.errors.map((e) => e.extra?.datasource_name).find((n) => typeof n === "string") ?? dataset?.table_name;
    return (
      <ProblemText
        kind="access"
        title={name ? `No access to the dataset "${name}"` : "No access to this chart's data"}
        text="You can see this chart, not its data. An owner of the dataset can grant it."
      />
    );
  }
  if (error.status === 404) {
    return <ProblemText kind="warning" title="The dataset is missing." text="The chart keeps its settings." />;
  }
  const isTimeout = error.kind === "timeout" || error.errors.some((e) => /TIMEOUT/.test(e.error_type));
  return (
    <div className={state.results ? styles.overlay : styles.fill}>
      <ProblemText
        kind={isTimeout ? "timeout" : "error"}
        title={isTimeout ? timeoutTitle(error) : firstLine(error.message)}
        text={isTimeout ? "Add a date filter, or ask an administrator to raise the limit." : engineOf(error)}
        actions={
          <>
            <RetryButton {...actions} />
            <Button
              size="small"
              type="text"
              icon={<Copy size={14} />}
              onClick={() => void copyAndSay(detailsOf(error))}
            >
              Copy details
            </Button>
            {actions.owners && actions.owners.length > 0 && <Owners owners={actions.owners} />}
          </>
        }
      >
        <SqlExcerpt error={error} />
        {isTimeout && (
          <ul className={styles.issues}>
            {error.issues.map((issue) => (
              <li key={issue.code}>{issue.message}</li>
            ))}
          </ul>
        )}
      </ProblemText>
    </div>
  );
}

function Owners({ owners }: { owners: NonNullable<ProblemActions["owners"]> }) {
  const names = owners.map((owner) => `${owner.first_name} ${owner.last_name}`.trim()).join(", ");
  return <span className={styles.text}>Contact a Chart Owner: {names}</span>;
}

function timeoutTitle(error: ApiError): string {
  const seconds = error.errors.map((e) => e.extra?.timeout).find((n) => typeof n === "number");
  return seconds ? `Timed out after ${seconds} seconds.` : "Timed out.";
}

function engineOf(error: ApiError): string | undefined {
  const name = error.errors.map((e) => e.extra?.engine_name).find((n) => typeof n === "string");
  const hint = error.errors.map((e) => e.extra?.hint).find((n) => typeof n === "string");
  return [name, hint].filter(Boolean).join(" · ") || undefined;
}

function firstLine(message: string): string {
  return message.replace(/^Error: /, "").split("\n")[0] ?? message;
}

function detailsOf(error: ApiError): string {
  return JSON.stringify({ status: error.status, message: error.message, errors: error.errors }, null, 2);
}
