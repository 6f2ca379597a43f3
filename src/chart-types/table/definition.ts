import { isTemporal } from "../../chart-kit/controls/controls.ts";
import { sections } from "../../chart-kit/table-chart/controls.ts";
import { TableFormData } from "../../chart-kit/table-chart/form-data.ts";
import { buildQuery } from "../../chart-kit/table-chart/query.ts";
import { transform } from "../../chart-kit/table-chart/transform.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { card } from "./card.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: TableFormData,
  defaults: (dataset) => ({
    temporal_columns_lookup: Object.fromEntries(
      (dataset?.columns ?? []).filter((c) => isTemporal(c.column_name, dataset)).map((c) => [c.column_name, true]),
    ),
  }),
  buildQuery,
  transform,
  migrate: withTables,
});

/** Older tables have no query mode: only raw columns or groups. */
function withTables(formData: FormData): FormData {
  if (formData.query_mode) return formData;
  const isRaw =
    Array.isArray(formData.all_columns) && formData.all_columns.length > 0 && !Array.isArray(formData.groupby);
  return { ...formData, query_mode: isRaw ? "raw" : "aggregate" };
}
