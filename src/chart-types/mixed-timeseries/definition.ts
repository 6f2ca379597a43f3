import { timeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { fromDualLine, MixedForm, partsOf } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: MixedForm,
  migrate: fromDualLine,
  buildQuery: (form) =>
    queryContext(
      form,
      partsOf(form).map(({ form: own }) => timeseriesQuery(own)),
    ),
  transform,
});
