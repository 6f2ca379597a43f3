import type { FormData } from "../../model/form-data.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { defineChartType, isEmptyValue } from "../define.ts";
import { boxPlotCard } from "./card.ts";
import { boxPlotQuery } from "./query.ts";
import { BoxPlotForm } from "./schema.ts";
import { sections } from "./sections.ts";
import { transform } from "./transform.ts";

/** How values spread in each group. */
export const boxPlot = defineChartType({
  card: boxPlotCard,
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
  buildQuery: (form) => boxPlotQuery(form),
  transform,
  migrate: overTime,
});

/** Without columns, values are distributed over the time column. */
function overTime(form: FormData): FormData {
  const isByTime = isEmptyValue(form.columns) && Boolean(form.granularity_sqla);
  return isByTime ? { ...form, columns: [form.granularity_sqla] } : form;
}
