import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { timeseriesRanges } from "../../chart-kit/timeseries/range.ts";
import { TimeseriesForm, type TimeseriesKind } from "../../chart-kit/timeseries/schema.ts";
import { timeseriesSections } from "../../chart-kit/timeseries/sections.ts";
import { timeseriesDrawing } from "../../chart-kit/timeseries/transform.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { t } from "../../i18n/translate.ts";
import { card } from "./card.ts";

const kind: TimeseriesKind = { mark: "line", curve: "smooth", name: () => t("Smooth line chart") };

export const definition = defineChartType({
  card,
  sections: timeseriesSections(kind),
  schema: TimeseriesForm,
  buildQuery: (form) => buildTimeseriesQuery(form),
  ranges: timeseriesRanges,
  transform: (input) =>
    timeseriesDrawing({ ...input, formData: { ...input.formData, stack: null, area: false } }, kind),
});
