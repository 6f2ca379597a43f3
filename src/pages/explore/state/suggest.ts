import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { defaultMetric, simpleMetric } from "../../../features/adhoc/adhoc.ts";
import { t } from "../../../i18n/translate.ts";
import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { metricTitle } from "../../../web/control-words/dataset-words.ts";
import { measuresOf, timeColumn } from "./columns.ts";
import { type DatasetProfile, startingCategory, topBars } from "./profile.ts";
import { startingForm, startingMetric } from "./starting-form.ts";

export interface Suggestion {
  type: ChartType;
  title: string;
  formData: FormData;
}

type Find = (key: string) => ChartType | undefined;

export const SUGGESTED_TYPES = [
  "echarts_timeseries_line",
  "echarts_timeseries_bar",
  "big_number_total",
  "histogram_v2",
  "echarts_timeseries_scatter",
  "pie",
] as const;

export function suggestCharts(dataset: Dataset, find: Find, profile?: DatasetProfile): Suggestion[] {
  const suggest = (key: string, title: string, choices: Record<string, unknown>, known?: DatasetProfile) => {
    const type = find(key);
    return type && { type, title, formData: { ...startingForm(type, dataset, known), ...choices } };
  };
  const metric = defaultMetric(dataset);
  const measure = measureName(dataset, metric);
  const time = timeColumn(dataset);
  const category = startingCategory(dataset, profile);
  const [first, second] = measuresOf(dataset);
  const overTime = startingMetric({ dataset, profile }, "time");
  const overTimeTitle = t("{measure} over time", { measure: measureName(dataset, overTime) });
  const found = [
    time && suggest("echarts_timeseries_line", overTimeTitle, { metrics: [overTime] }, profile),
    category && suggest("echarts_timeseries_bar", ...byCategory(dataset, category, profile)),
    suggest("big_number_total", measure, { metric }),
    first &&
      suggest("histogram_v2", t("Distribution of {column}", { column: titleOf(first) }), { column: first.column_name }),
    first &&
      second &&
      suggest(
        "echarts_timeseries_scatter",
        t("{measure} vs. {axis}", { measure: titleOf(second), axis: titleOf(first) }),
        { x_axis: first.column_name, metrics: [simpleMetric(second, "AVG")], groupby: [] },
      ),
    category &&
      suggest("pie", t("Share of {measure} by {category}", { measure, category: titleOf(category) }), {
        metric,
        groupby: [category.column_name],
      }),
  ];
  return found.filter((one): one is Suggestion => Boolean(one));
}

function byCategory(
  dataset: Dataset,
  category: DatasetColumn,
  profile: DatasetProfile | undefined,
): [title: string, choices: Record<string, unknown>] {
  const metric = startingMetric({ dataset, profile }, "category");
  const title = t("{measure} by {category}", { measure: measureName(dataset, metric), category: titleOf(category) });
  const choices = { metrics: [metric], x_axis: category.column_name, groupby: [] };
  return [title, { ...choices, ...topBars(category, metric, profile) }];
}

export function measureName(dataset: Dataset, metric: QueryMetric): string {
  const saved = dataset.metrics.find((one) => one.metric_name === metric);
  const expression = typeof metric === "string" ? saved?.expression : metricLabel(metric);
  const title = metricTitle(dataset, metric);
  return /^count\(\*\)$/i.test(expression ?? "") && /^count/i.test(title) ? t("Count") : title;
}

function titleOf(column: DatasetColumn): string {
  return column.verbose_name || column.column_name;
}
