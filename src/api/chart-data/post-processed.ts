import { format } from "d3-format";
import { columnLabel, metricLabel, QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { LINE_ORDERS, type PivotTableOptions } from "../../query/pivot-table.ts";
import type { Frame, FrameColumn } from "../../query/post-processing/frame.ts";
import { inTurns } from "../../server/in-turns.ts";
import type { PreparedContext } from "./prepared.ts";

/**
 * What the browser makes of a result in a table or pivot table, for readers without one: reports by mail. Other chart
 * types are left as they are.
 */
export async function postProcessed(
  frame: Frame,
  { formData, postProcessor }: Pick<PreparedContext, "formData" | "postProcessor">,
): Promise<Frame> {
  if (!isTable(formData) || frame.rows === 0) return frame;
  if (formData.viz_type === "pivot_table_v2") return postProcessor.pivotTable(frame, pivotOptions(formData));
  return formattedTable(frame, formData.column_config);
}

/** Whether the chart is one that is made here. */
export function isTable(formData: PreparedContext["formData"]): formData is Record<string, unknown> {
  return formData?.viz_type === "pivot_table_v2" || formData?.viz_type === "table";
}

function pivotOptions(formData: Record<string, unknown>): PivotTableOptions {
  return {
    rows: labels(formData.groupbyRows, QueryColumn, columnLabel),
    columns: labels(formData.groupbyColumns, QueryColumn, columnLabel),
    metrics: labels(formData.metrics, QueryMetric, metricLabel),
    aggregate: typeof formData.aggregateFunction === "string" ? formData.aggregateFunction : "Sum",
    rowTotals: Boolean(formData.rowTotals),
    colTotals: Boolean(formData.colTotals),
    rowSubtotals: subtotalsOf(formData.rowSubTotals, formData.colSubtotalPosition),
    colSubtotals: subtotalsOf(formData.colSubTotals, formData.rowSubtotalPosition),
    rowOrder: orderOf(formData.rowOrder),
    colOrder: orderOf(formData.colOrder),
    transposed: Boolean(formData.transposePivot),
    combineMetric: Boolean(formData.combineMetric),
    metricsOnRows: formData.metricsLayout === "ROWS",
  };
}

/** The position of row subtotals says where those in rows stand, which sum up columns. */
const subtotalsOf = (isShown: unknown, isFirst: unknown) => (isShown ? (isFirst ? "before" : "after") : null);
const orderOf = (value: unknown) => LINE_ORDERS.find((order) => order === value) ?? "key_a_to_z";

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

function labels<T>(value: unknown, schema: Schema<T>, labelOf: (item: T) => string): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [labelOf(parsed.data)] : [];
  });
}

/** Numbers in the formats of the columns' settings; adaptive ones stay numbers. */
async function formattedTable(frame: Frame, config: unknown): Promise<Frame> {
  if (typeof config !== "object" || config === null) return frame;
  const settings = new Map(Object.entries(config as Record<string, { d3NumberFormat?: unknown }>));
  const columns: FrameColumn[] = [];
  await inTurns(frame.columns, (column) => {
    columns.push(formattedColumn(column, settings.get(column.path.join(", "))));
  });
  return { ...frame, columns };
}

function formattedColumn(column: FrameColumn, setting: { d3NumberFormat?: unknown } | undefined): FrameColumn {
  const write = column.kind === "numeric" ? maybeFormat(setting?.d3NumberFormat) : undefined;
  if (!write) return column;
  return {
    ...column,
    kind: "text",
    values: Array.from(column.values, (value) => (value === null ? null : write(Number(value)))),
  };
}

function maybeFormat(specifier: unknown): ((value: number) => string) | undefined {
  if (typeof specifier !== "string" || specifier === "") return undefined;
  try {
    return format(specifier);
  } catch {
    return undefined;
  }
}
