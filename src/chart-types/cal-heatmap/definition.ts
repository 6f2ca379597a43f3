import { defineChartType } from "../../chart-seam/define.ts";
import { baseAxis, baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { CalHeatmapForm, type Subdomain } from "./schema.ts";
import { transform } from "./transform.ts";

const GRAINS: Readonly<Record<Subdomain, string>> = {
  min: "PT1M",
  hour: "PT1H",
  day: "P1D",
  week: "P1W",
  month: "P1M",
};

export const definition = defineChartType({
  card,
  sections,
  schema: CalHeatmapForm,
  defaults: (dataset) => ({
    ...(dataset?.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
  }),
  buildQuery: (form) => {
    const grain = GRAINS[form.subdomain_granularity];
    const base = baseQuery({ ...form, time_grain_sqla: grain });
    const column = form.granularity_sqla;
    return queryContext(form, [
      {
        ...base,
        columns: column ? [baseAxis(column, grain)] : [],
        metrics: form.metrics,
        ...(column ? { orderby: [[column, true]] } : {}),
      },
    ]);
  },
  transform,
});
