import { t } from "../../../i18n/translate.ts";
import type { QueryMetric } from "../../../model/adhoc.ts";
import { columnOf, metricTitle } from "../../../web/control-words/dataset-words.ts";
import { MetricEditor } from "../editors/lazy.ts";
import { canonicalValue, toList } from "../state/form-values.ts";
import { moved, removed, replaced } from "../state/lists.ts";
import type { WidgetProps } from "../state/widget.ts";
import { dropRules } from "./drop-rules.ts";
import { type Pick, PickList } from "./PickList.tsx";

export function MetricsControl({
  control,
  value,
  onChange,
  state,
  id,
  label,
  problem,
  describedBy,
}: WidgetProps<"metrics">) {
  const metrics = toList(value as QueryMetric | QueryMetric[] | null);
  const emit = (next: QueryMetric[]) => onChange(control.multi ? next : (next[0] ?? null));
  const picks = metrics.map(
    (metric, index): Pick => ({
      key: `${canonicalValue(metric)}${index}`,
      mark: "metric",
      text: metricTitle(state.dataset, metric),
      problem: missingProblem(metric, state.dataset),
    }),
  );
  return (
    <PickList
      id={id}
      label={label}
      picks={picks}
      multi={control.multi}
      problem={problem}
      describedBy={describedBy}
      placeholder={t("Drop a metric or click")}
      onRemove={(index) => emit(removed(metrics, index))}
      onMove={(from, to) => emit(moved(metrics, from, to))}
      {...dropRules(control, state, onChange)}
      renderEditor={(index, close) => (
        <MetricEditor
          metric={index === undefined ? undefined : metrics[index]}
          dataset={state.dataset}
          onCancel={close}
          onApply={(metric) => {
            emit(index === undefined ? [...metrics, metric] : replaced(metrics, index, metric));
            close();
          }}
        />
      )}
    />
  );
}

function missingProblem(metric: QueryMetric, dataset: WidgetProps["state"]["dataset"]): string | undefined {
  if (!dataset) return undefined;
  if (typeof metric === "string") {
    const isKnown = dataset.metrics.some((saved) => saved.metric_name === metric);
    return isKnown ? undefined : t('Metric "{name}" is not in this dataset', { name: metric });
  }
  if (metric.expressionType === "SQL" || !metric.column) return undefined;
  const name = metric.column.column_name;
  return columnOf(dataset, name) ? undefined : t('Column "{name}" is not in this dataset', { name });
}
