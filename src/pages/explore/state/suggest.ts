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
  const metric = defaultMetric(dataset);
  const overTime = startingMetric({ dataset, profile }, "time");
  const byCategory = startingMetric({ dataset, profile }, "category");
  const measure = measureName(dataset, metric);
  const overTimeName = measureName(dataset, overTime);
  const time = timeColumn(dataset);
  const category = startingCategory(dataset, profile);
  const [first, second] = measuresOf(dataset);
  const over = [
    time &&
      suggest(
        {
          find,
          dataset,
          profile,
          key: "echarts_timeseries_line",
          title: t("{measure} over time", { measure: overTimeName }),
        },
        { metrics: [overTime] },
      ),
    category &&
      suggest(
        {
          find,
          dataset,
          key: "echarts_timeseries_bar",
          title: t("{measure} by {category}", {
            measure: measureName(dataset, byCategory),
            category: titleOf(category),
          }),
        },
        {
          metrics: [byCategory],
          x_axis: category.column_name,
          groupby: [],
          ...topBars(category, byCategory, profile),
        },
      ),
    suggest({ find, dataset, key: "big_number_total", title: measure }, { metric }),
    first &&
      suggest(
        { find, dataset, key: "histogram_v2", title: t("Distribution of {column}", { column: titleOf(first) }) },
        { column: first.column_name },
      ),
    first &&
      second &&
      suggest(
        {
          find,
          dataset,
          key: "echarts_timeseries_scatter",
          title: t("{measure} vs. {axis}", { measure: titleOf(second), axis: titleOf(first) }),
        },
        { x_axis: first.column_name, metrics: [simpleMetric(second, "AVG")], groupby: [] },
      ),
    category &&
      suggest(
        {
          find,
          dataset,
          key: "pie",
          title: t("Share of {measure} by {category}", { measure, category: titleOf(category) }),
        },
        { metric, groupby: [category.column_name] },
      ),
  ];
  return over.filter((one): one is Suggestion => Boolean(one));
}

interface Draft {
  find: Find;
  dataset: Dataset;
  profile?: DatasetProfile | undefined;
  key: string;
  title: string;
}

function suggest(
  { find, dataset, profile, key, title }: Draft,
  choices: Record<string, unknown>,
): Suggestion | undefined {
  const type = find(key);
  return type && { type, title, formData: { ...startingForm(type, dataset, profile), ...choices } };
}

/** "Count" for COUNT(*), else the metric's label. */
function measureName(dataset: Dataset, metric: QueryMetric): string {
  const saved = dataset.metrics.find((one) => one.metric_name === metric);
  const expression = typeof metric === "string" ? saved?.expression : metricLabel(metric);
  const title = metricTitle(dataset, metric);
  return /^count\(\*\)$/i.test(expression ?? "") && /^count/i.test(title) ? t("Count") : title;
}

function titleOf(column: DatasetColumn): string {
  return column.verbose_name || column.column_name;
}
