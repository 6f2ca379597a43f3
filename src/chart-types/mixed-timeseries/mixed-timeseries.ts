import { timeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { queryContext } from "../../query/query-context.ts";
import { mixedTimeseriesCard } from "./card.ts";
import { fromDualLine, MixedForm, partsOf } from "./form-data.ts";
import { sections } from "./sections.ts";
import { transform } from "./transform.ts";

export const mixedTimeseries = defineChartType({
  card: mixedTimeseriesCard,
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
