import { labelOf } from "../../../chart-kit/table/column.ts";
import { kindOf } from "../../../features/adhoc/adhoc.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import { type ChartDataResult, GENERIC_TYPE } from "../../../model/query-context.ts";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";

export interface ResultColumn {
  name: string;
  label: string;
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  type: number;
}

const KIND_TYPES = {
  numeric: GENERIC_TYPE.NUMERIC,
  text: GENERIC_TYPE.STRING,
  temporal: GENERIC_TYPE.TEMPORAL,
  boolean: GENERIC_TYPE.BOOLEAN,
} as const;

export function resultColumns(
  results: readonly ChartDataResult[] | undefined,
  state: WidgetProps["state"],
): ResultColumn[] {
  return namedColumns(results, state).map((column) => ({ ...column, label: labelOf(column.name, state.dataset) }));
}

function namedColumns(
  results: readonly ChartDataResult[] | undefined,
  { formData, dataset }: WidgetProps["state"],
): Omit<ResultColumn, "label">[] {
  const [first] = results ?? [];
  if (first?.colnames) {
    return first.colnames.map((name, index) => ({ name, type: first.coltypes?.[index] ?? GENERIC_TYPE.STRING }));
  }
  const dimensions = [formData.groupby, formData.all_columns, formData.x_axis]
    .flatMap((value) => toList(value as QueryColumn | QueryColumn[] | null))
    .map((column) => ({ name: columnLabel(column), type: KIND_TYPES[kindOf(dataset, column)] }));
  const metrics = [formData.metrics, formData.metric, formData.percent_metrics]
    .flatMap((value) => toList(value as QueryMetric | QueryMetric[] | null))
    .map((metric) => ({ name: metricLabel(metric), type: GENERIC_TYPE.NUMERIC }));
  return [...dimensions, ...metrics];
}
