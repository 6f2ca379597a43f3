import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import type { AxisShape } from "./lines.ts";
import type { PivotForm } from "./schema.ts";

/**
 * A pivot table queries level by level: cells by all dimensions, and each total by its leading dimensions. Totals are
 * therefore the database's, not sums of cells.
 */
export interface Level {
  rows: number;
  columns: number;
}

export function axesOf(formData: PivotForm): { rows: QueryColumn[]; columns: QueryColumn[] } {
  const { groupbyRows: rows, groupbyColumns: columns } = formData;
  return formData.transposePivot ? { rows: columns, columns: rows } : { rows, columns };
}

const EXACT_PAIRS: Readonly<Record<string, string>> = { Average: "AVG", Minimum: "MIN", Maximum: "MAX" };

/** True when the database computes the totals; for other functions they aggregate cells. */
export function isExact(metric: QueryMetric, aggregate: string): boolean {
  if (aggregate === "Sum" || aggregate.startsWith("Sum as")) return true;
  if (typeof metric === "string" || metric.expressionType !== "SIMPLE") return false;
  return metric.aggregate !== undefined && metric.aggregate === EXACT_PAIRS[aggregate];
}

export function exactMetrics(formData: PivotForm): QueryMetric[] {
  return formData.metrics.filter((metric) => isExact(metric, formData.aggregateFunction ?? "Sum"));
}

export function levelsOf(formData: PivotForm): Level[] {
  const axes = axesOf(formData);
  const [rows, columns] = [axes.rows.length, axes.columns.length];
  const full: Level = { rows, columns };
  if (exactMetrics(formData).length === 0) return [full];
  const rowDepths = depths(rows, formData.rowSubTotals, formData.colTotals);
  const columnDepths = depths(columns, formData.colSubTotals, formData.rowTotals);
  const shown = rowDepths.flatMap((r) => columnDepths.map((c): Level => ({ rows: r, columns: c })));
  return distinct([
    full,
    ...shown,
    ...orderLevels(formData, full),
    ...denominatorLevels(formData, rowDepths, columnDepths),
  ]);
}

function depths(all: number, hasSubtotals: unknown, hasTotal: unknown): number[] {
  const inner = hasSubtotals ? Array.from({ length: Math.max(0, all - 1) }, (_, i) => all - 1 - i) : [];
  return [all, ...inner, ...(hasTotal ? [0] : [])];
}

function orderLevels(formData: PivotForm, full: Level): Level[] {
  const byValue = (order: unknown) => String(order).startsWith("value");
  const rows = byValue(formData.rowOrder) ? depths(full.rows, formData.rowSubTotals, false) : [];
  const columns = byValue(formData.colOrder) ? depths(full.columns, formData.colSubTotals, false) : [];
  return [
    ...rows.map((depth) => ({ rows: depth, columns: 0 })),
    ...columns.map((depth) => ({ rows: 0, columns: depth })),
  ];
}

function denominatorLevels(
  formData: PivotForm,
  rowDepths: readonly number[],
  columnDepths: readonly number[],
): Level[] {
  switch (formData.aggregateFunction) {
    case "Sum as Fraction of Total":
      return [{ rows: 0, columns: 0 }];
    case "Sum as Fraction of Rows":
      return rowDepths.map((rows) => ({ rows, columns: 0 }));
    case "Sum as Fraction of Columns":
      return columnDepths.map((columns) => ({ rows: 0, columns }));
    default:
      return [];
  }
}

function distinct(levels: readonly Level[]): Level[] {
  return [...new Map(levels.map((level) => [`${level.rows} ${level.columns}`, level])).values()];
}

export const namesOf = (columns: readonly QueryColumn[]) => columns.map(columnLabel);
export const metricNames = (metrics: readonly QueryMetric[]) => metrics.map(metricLabel);

export function shapeOf(axis: "rows" | "columns", depth: number, formData: PivotForm): AxisShape {
  const order = metricNames(formData.metrics);
  const carriesMetrics = (formData.metricsLayout === "ROWS") === (axis === "rows");
  // Row totals are a column and vice versa.
  const [hasSubtotals, isFirst, hasTotal, lineOrder] =
    axis === "rows"
      ? [formData.rowSubTotals, formData.rowSubtotalPosition, formData.colTotals, formData.rowOrder]
      : [formData.colSubTotals, formData.colSubtotalPosition, formData.rowTotals, formData.colOrder];
  return {
    depth,
    subtotals: hasSubtotals && depth > 1 ? (isFirst ? "before" : "after") : null,
    hasTotal: hasTotal === true,
    order: lineOrder ?? "key_a_to_z",
    // A single metric isn't named when there are groups.
    metrics: carriesMetrics && (order.length > 1 || depth === 0) ? order : undefined,
    combinesMetrics: formData.combineMetric === true,
  };
}
