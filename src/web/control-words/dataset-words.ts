import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";

export function columnOf(dataset: Dataset | undefined, name: string): DatasetColumn | undefined {
  return dataset?.columns.find((column) => column.column_name === name);
}

/** Undefined for custom SQL. */
export function referencedName(column: QueryColumn): string | undefined {
  if (typeof column === "string") return column;
  return column.isColumnReference ? column.sqlExpression : undefined;
}

export function columnTitle(dataset: Dataset | undefined, column: QueryColumn): string {
  const name = referencedName(column);
  if (name === undefined) return columnLabel(column);
  return columnOf(dataset, name)?.verbose_name || columnLabel(column);
}

export function metricTitle(dataset: Dataset | undefined, metric: QueryMetric): string {
  if (typeof metric !== "string") return metricLabel(metric);
  return dataset?.metrics.find((saved) => saved.metric_name === metric)?.verbose_name || metric;
}
