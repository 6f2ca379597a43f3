import { z } from "zod";
import { columnsControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";
import { offsetOf } from "../controls/comparison-controls.ts";
import { conditionalRules } from "../table/conditional.ts";
import { FilterModel } from "./column-filter.ts";

export const ColumnConfig = z.looseObject({
  columnWidth: z.coerce.number().nullish().catch(null),
  horizontalAlign: z.enum(["left", "center", "right"]).nullish().catch(null),
  customColumnName: z.string().nullish(),
  visible: z.boolean().nullish(),
  truncateLongCells: z.boolean().nullish(),
  showCellBars: z.boolean().nullish(),
  alignPositiveNegative: z.boolean().nullish(),
  colorPositiveNegative: z.boolean().nullish(),
  d3NumberFormat: z.string().nullish(),
  d3SmallNumberFormat: z.string().nullish(),
  currencyFormat: z
    .looseObject({ symbol: z.string().nullish(), symbolPosition: z.string().nullish() })
    .nullish()
    .catch(null),
  d3TimeFormat: z.string().nullish(),
});
export type ColumnConfig = z.infer<typeof ColumnConfig>;

const count = z.preprocess((value) => (value === "" ? null : value), z.coerce.number().int().nonnegative().nullish());
const single = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string().nullish());

export const TableFormData = FormData.extend({
  query_mode: z.enum(["aggregate", "raw"]).nullish().catch(null),
  groupby: columnsControl,
  metrics: metricsControl,
  percent_metrics: metricsControl,
  timeseries_limit_metric: metricControl,
  order_desc: z.boolean().nullish(),
  percent_metric_calculation: z.enum(["row_limit", "all_records"]).nullish().catch("row_limit"),
  show_totals: z.boolean().nullish(),
  all_columns: columnsControl,
  order_by_cols: z.preprocess((value) => value ?? [], z.array(z.string())),
  temporal_columns_lookup: z.record(z.string(), z.boolean()).nullish(),
  server_pagination: z.boolean().nullish(),
  server_page_length: count,
  time_compare: single,
  start_date_offset: z.string().nullish(),
  comparison_color_enabled: z.boolean().nullish(),
  comparison_color_scheme: z.string().nullish().catch(null),
  table_timestamp_format: z.string().nullish(),
  page_length: count,
  include_search: z.boolean().nullish(),
  allow_rearrange_columns: z.boolean().nullish(),
  allow_render_html: z.boolean().nullish(),
  column_config: z.record(z.string(), ColumnConfig).nullish(),
  show_cell_bars: z.boolean().nullish(),
  align_pn: z.boolean().nullish(),
  color_pn: z.boolean().nullish(),
  conditional_formatting: conditionalRules,
});
export type TableFormData = z.infer<typeof TableFormData>;

/** State kept outside form data; changes trigger a query under server pagination. */
export const TableOwnState = z.looseObject({
  currentPage: z.number().int().nonnegative().optional().catch(undefined),
  pageSize: z.number().int().positive().optional().catch(undefined),
  sortBy: z
    .array(z.looseObject({ key: z.string(), desc: z.boolean().optional() }))
    .optional()
    .catch(undefined),
  searchText: z.string().optional().catch(undefined),
  searchColumn: z.string().optional().catch(undefined),
  columnState: z
    .array(
      z.object({
        colId: z.string(),
        hide: z.boolean().nullish(),
        pinned: z.literal("left").nullish().catch(null),
        width: z.number().positive().nullish().catch(null),
      }),
    )
    .optional()
    .catch(undefined),
  filterModel: FilterModel.optional().catch(undefined),
});
export type TableOwnState = z.infer<typeof TableOwnState>;

export function ownStateOf(state: Record<string, unknown> | undefined): TableOwnState {
  return TableOwnState.parse(state ?? {});
}

export function queryModeOf(
  formData: Pick<TableFormData, "query_mode" | "all_columns" | "groupby" | "metrics" | "percent_metrics">,
): "aggregate" | "raw" {
  if (formData.query_mode) return formData.query_mode;
  const hasAggregates = formData.groupby.length + formData.metrics.length + formData.percent_metrics.length > 0;
  return formData.all_columns.length > 0 && !hasAggregates ? "raw" : "aggregate";
}

const DEFAULT_PAGE = 10;

export function serverPageSize(formData: TableFormData, own: TableOwnState): number {
  return own.pageSize ?? (formData.server_page_length || DEFAULT_PAGE);
}

export function timeOffsetOf(formData: TableFormData): string | undefined {
  return queryModeOf(formData) === "raw" ? undefined : offsetOf(formData);
}
