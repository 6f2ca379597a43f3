import { isTemporal } from "../../chart-kit/controls/controls.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { card } from "./card.ts";
import { axisProblems, sections } from "./controls.ts";
import { levelsOf, namesOf } from "./levels.ts";
import { buildQuery } from "./query.ts";
import { PivotForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: PivotForm,
  defaults: (dataset) => ({
    temporal_columns_lookup: Object.fromEntries(
      (dataset?.columns ?? []).filter((c) => isTemporal(c.column_name, dataset)).map((c) => [c.column_name, true]),
    ),
  }),
  validate: (formData) =>
    axisProblems(namesOf(formData.groupbyRows), namesOf(formData.groupbyColumns), levelsOf(formData).length),
  buildQuery,
  transform,
  migrate: withAxes,
});

const OLD_AGGREGATES: Readonly<Record<string, string>> = {
  sum: "Sum",
  mean: "Average",
  min: "Minimum",
  max: "Maximum",
  median: "Median",
  stdev: "Sample Standard Deviation",
  var: "Sample Variance",
};

const RENAMED = [
  ["groupby", "groupbyRows"],
  ["columns", "groupbyColumns"],
  ["combine_metric", "combineMetric"],
  ["transpose_pivot", "transposePivot"],
  ["number_format", "valueFormat"],
  ["timeseries_limit_metric", "series_limit_metric"],
] as const;

function withAxes(formData: FormData): FormData {
  if (formData.viz_type !== "pivot_table") return formData;
  const { pandas_aggfunc, pivot_margins, ...moved } = formData;
  for (const [old, name] of RENAMED) {
    if (moved[old] === undefined) continue;
    moved[name] ??= moved[old];
    delete moved[old];
  }
  return {
    ...moved,
    viz_type: "pivot_table_v2",
    aggregateFunction: moved.aggregateFunction ?? OLD_AGGREGATES[String(pandas_aggfunc)] ?? "Sum",
    ...(pivot_margins === undefined ? {} : { rowTotals: Boolean(pivot_margins), colTotals: Boolean(pivot_margins) }),
  };
}
