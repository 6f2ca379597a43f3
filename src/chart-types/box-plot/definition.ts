import { defineChartType, isEmptyValue } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { buildQuery } from "./query.ts";
import { BoxPlotForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: BoxPlotForm,
  defaults: (dataset) => ({
    columns: dataset?.main_dttm_col ? [dataset.main_dttm_col] : [],
    ...(dataset
      ? {
          temporal_columns_lookup: Object.fromEntries(
            dataset.columns
              .filter((column) => column.is_dttm || column.type_generic === GENERIC_TYPE.TEMPORAL)
              .map((column) => [column.column_name, true]),
          ),
        }
      : {}),
  }),
  buildQuery: (form) => buildQuery(form),
  transform,
  migrate: (form) => withSeriesLimit(overTime(form)),
});

/** Older charts store the group limit under the keys of time series. */
function withSeriesLimit(form: FormData): FormData {
  const { limit, timeseries_limit_metric: metric } = form;
  if (isEmptyValue(limit) || !isEmptyValue(form.series_limit)) return form;
  return { ...form, series_limit: limit, ...(isEmptyValue(metric) ? {} : { series_limit_metric: metric }) };
}

function overTime(form: FormData): FormData {
  const isByTime = isEmptyValue(form.columns) && Boolean(form.granularity_sqla);
  return isByTime ? { ...form, columns: [form.granularity_sqla] } : form;
}
