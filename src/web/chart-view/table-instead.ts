import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";

/** Controls in which charts keep what they group by, and what they measure. */
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
 * The data of a chart whose type is not here, as a table: its metrics by its dimensions, else its columns, else those of
 * the dataset. Undefined when there is nothing to show.
 */
export function tableInstead(formData: FormData, dataset: Dataset | undefined): FormData | undefined {
  const metrics = gathered(formData, METRICS);
  const groupby = gathered(formData, DIMENSIONS);
  const own = gathered(formData, COLUMNS);
  const all = own.length > 0 ? own : (dataset?.columns ?? []).map((column) => column.column_name);
  const kept = { ...formData, viz_type: "table", percent_metrics: [] };
  if (metrics.length > 0) return { ...kept, query_mode: "aggregate", metrics, groupby };
  const columns = groupby.length > 0 ? groupby : all;
  return columns.length > 0
    ? { ...kept, query_mode: "raw", all_columns: columns, metrics: [], groupby: [] }
    : undefined;
}

function gathered(formData: FormData, names: readonly string[]): unknown[] {
  const values = names.flatMap((name) => formData[name] ?? []).filter((value) => value !== "");
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}
