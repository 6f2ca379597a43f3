import { Button } from "antd";
import { X } from "lucide-react";
import type { Drawing } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { ChartFailure } from "./ChartFailure.tsx";
import type { ChartState } from "./chart-state.ts";
import styles from "./chart-view.module.css";
import { ProblemText } from "./ProblemText.tsx";
import type { ProblemActions } from "./problem-actions.ts";
import { RetryButton } from "./RetryButton.tsx";

const EmptyCauses = lazyComponent(async () => (await import("./EmptyCauses.tsx")).EmptyCauses);

interface Props extends ProblemActions {
  state: ChartState;
  isUnknown: boolean;
  drawing: Drawing | Error | undefined;
  dataset?: Dataset;
}

export function ChartProblem({ state, isUnknown, drawing, dataset, ...actions }: Props) {
  if (isUnknown) {
    return (
      <ProblemText
        kind="warning"
        title={t("Chart type not available.")}
        text={t("Its data is still available as a table.")}
      />
    );
  }
  switch (state.status) {
    case "failed":
      return state.error ? <ChartFailure error={state.error} dataset={dataset} {...actions} /> : null;
    case "stopped":
      return state.results ? (
        <p className={styles.note}>{t("Updating chart was stopped")}</p>
      ) : (
        <ProblemText kind="stopped" title={t("Updating chart was stopped")} actions={<RetryButton {...actions} />} />
      );
    case "invalid":
      return <NotSetUp title={setupTitle(state.problems ?? {})} {...actions} />;
    case "ready":
      return (
        <Outcome
          drawing={drawing}
          rows={state.results?.[0]?.rowcount ?? 0}
          context={state.context}
          dataset={dataset}
          {...actions}
        />
      );
    case "loading":
    case "waiting":
      return null;
  }
}

function NotSetUp({ title, isTile, onEditChart }: ProblemActions & { title: string }) {
  return (
    <ProblemText
      kind="setup"
      title={title}
      text={isTile ? t("Edit the chart to set it.") : t("Set it in the control panel to see the chart.")}
      actions={
        onEditChart && (
          <Button size="small" onClick={onEditChart}>
            {t("Edit chart")}
          </Button>
        )
      }
    />
  );
}

interface OutcomeProps extends ProblemActions {
  drawing: Drawing | Error | undefined;
  rows: number;
  context: QueryContext | undefined;
  dataset: Dataset | undefined;
}

function Outcome({ drawing, ...actions }: OutcomeProps) {
  if (drawing instanceof Error) {
    return <ProblemText kind="error" title={t("This chart couldn't be drawn")} text={drawing.message} />;
  }
  return drawing?.isEmpty ? <NoRows {...actions} reason={drawing.warning} /> : null;
}

interface NoRowsProps extends Omit<OutcomeProps, "drawing"> {
  reason: string | undefined;
}

function NoRows({ rows, reason, context, dataset, activeFilters = [], onClearFilters }: NoRowsProps) {
  if (rows > 0 && activeFilters.length === 0) {
    const text = t(
      "{rows, plural, one {The query returned one row, but it has no value this chart can draw.} other {The query returned # rows, but none has a value this chart can draw.}}",
      { rows },
    );
    return (
      <ProblemText kind="empty" title={t("Nothing to draw")} text={text}>
        {reason && <p className={styles.text}>{reason}</p>}
      </ProblemText>
    );
  }
  const only = activeFilters.length === 1 ? activeFilters[0] : undefined;
  return (
    <ProblemText
      kind="empty"
      title={t("No rows match")}
      text={only ? t('Remove "{name}" to see more.', { name: only.name }) : undefined}
      actions={
        onClearFilters && activeFilters.length > 0 ? (
          <Button type="link" size="small" onClick={onClearFilters}>
            {t("{count, plural, one {Clear the filter} other {Clear the filters}}", { count: activeFilters.length })}
          </Button>
        ) : undefined
      }
    >
      {activeFilters.length > 0 && (
        <ul className={styles.filters}>
          {activeFilters.map((filter) => (
            <li key={filter.id} className={styles.filter}>
              {filter.name} <strong>{filter.value}</strong>
              {filter.onRemove && (
                <button
                  type="button"
                  aria-label={t("Remove filter {name}", { name: filter.name })}
                  onClick={filter.onRemove}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {rows === 0 && context?.queries[0] && <EmptyCauses context={context} dataset={dataset} />}
    </ProblemText>
  );
}

function setupTitle(problems: Readonly<Record<string, string>>): string {
  const [name = "", problem = ""] = Object.entries(problems)[0] ?? [];
  const words: Record<string, string> = {
    metric: t("Choose a metric"),
    metrics: t("Choose a metric"),
    x_axis: t("Choose an x-axis"),
    groupby: t("Choose a dimension"),
    column: t("Choose a column"),
    all_columns: t("Choose columns"),
  };
  return words[name] ?? problem;
}
