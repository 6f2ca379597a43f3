import { defineChartType } from "../../chart-seam/define.ts";
import { columnLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { QueryContext, QueryObject } from "../../model/query-context.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { GanttForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: GanttForm,
  buildQuery,
  transform,
});

function buildQuery(form: GanttForm): QueryContext {
  const all = [form.start_time, form.end_time, ...form.y_axis, form.series, ...form.tooltip_columns];
  const columns = new Map(
    all.flatMap((column): [string, QueryColumn][] => (column ? [[columnLabel(column), column]] : [])),
  );
  const series = form.series ? [form.series] : [];
  return queryContext(form, [
    {
      ...baseQuery(form),
      columns: [...columns.values()],
      ...(form.tooltip_metrics.length > 0 ? { metrics: form.tooltip_metrics } : {}),
      series_columns: series,
      orderby: form.order_by_cols.flatMap(orderOf),
    },
  ]);
}

function orderOf(text: string): NonNullable<QueryObject["orderby"]> {
  try {
    const [column, isAscending] = JSON.parse(text) as unknown[];
    return typeof column === "string" ? [[column, isAscending !== false]] : [];
  } catch {
    return [];
  }
}
