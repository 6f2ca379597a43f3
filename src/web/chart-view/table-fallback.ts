import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";

const DIMENSIONS = [
  "x_axis",
  "groupby",
  "columns",
  "series",
  "entity",
  "source",
  "target",
  "groupbyRows",
  "groupbyColumns",
];
const METRICS = ["metrics", "metric", "metric_2", "metrics_b", "secondary_metric", "percent_metrics", "size", "x", "y"];
const COLUMNS = ["all_columns", "column", "all_columns_x", "all_columns_y"];

/**
 * Table form for a chart of unknown type: its metrics by dimensions, or its columns, or those of the dataset. Undefined
 * if there is nothing to show.
 */
export function tableFallback(formData: FormData, dataset: Dataset | undefined): FormData | undefined {
  const metrics = collectValues(formData, METRICS);
  const groupby = collectValues(formData, DIMENSIONS);
  const own = collectValues(formData, COLUMNS);
  const all = own.length > 0 ? own : (dataset?.columns ?? []).map((column) => column.column_name);
  const base = { ...formData, viz_type: "table", percent_metrics: [] };
  if (metrics.length > 0) return { ...base, query_mode: "aggregate", metrics, groupby };
  const columns = groupby.length > 0 ? groupby : all;
  return columns.length > 0
    ? { ...base, query_mode: "raw", all_columns: columns, metrics: [], groupby: [] }
    : undefined;
}

function collectValues(formData: FormData, names: readonly string[]): unknown[] {
  const values = names.flatMap((name) => formData[name] ?? []).filter((value) => value !== "");
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}
