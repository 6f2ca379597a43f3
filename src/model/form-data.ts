import { z } from "zod";
import { AdhocFilter, QueryColumn, QueryMetric } from "./adhoc.ts";
import { ExtraFormData } from "./data-mask.ts";

/**
 * Form data: everything a chart's controls hold. This is the part all chart types share; each chart type extends it
 * with its own keys (`FormData.extend({...})`). Unknown keys of imported charts are kept (loose object) and written
 * back unchanged.
 */
export const FormData = z.looseObject({
  viz_type: z.string(),
  /** `<dataset id>__table`. */
  datasource: z.string().optional(),
  slice_id: z.number().nullish(),
  adhoc_filters: z.array(AdhocFilter).nullish(),
  time_range: z.string().nullish(),
  granularity_sqla: z.string().nullish(),
  time_grain_sqla: z.string().nullish(),
  row_limit: z.coerce.number().nullish(),
  color_scheme: z.string().nullish(),
  label_colors: z.record(z.string(), z.string()).nullish(),
  extra_form_data: ExtraFormData.nullish(),
  dashboardId: z.number().nullish(),
  url_params: z.record(z.string(), z.unknown()).nullish(),
});
export type FormData = z.infer<typeof FormData>;

/** Dimension and metric pickers, single and multiple. `null` and missing both mean empty. */
export const columnControl = QueryColumn.nullish();
export const columnsControl = z.preprocess(toList, z.array(QueryColumn));
export const metricControl = QueryMetric.nullish();
export const metricsControl = z.preprocess(toList, z.array(QueryMetric));

function toList(value: unknown): unknown {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** `"7__table"` -> `{id: 7, type: "table"}`. */
export function parseDatasource(text: string): { id: number; type: string } {
  const match = /^(\d+)__(\w+)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`invalid datasource: ${text}`);
  return { id: Number(match[1]), type: match[2] };
}
