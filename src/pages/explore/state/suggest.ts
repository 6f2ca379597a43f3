import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { defaultMetric, simpleMetric } from "../../../features/adhoc/adhoc.ts";
import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { metricTitle } from "../../../web/control-words/dataset-words.ts";
import { measuresOf, timeColumn } from "./columns.ts";
import { comparable, type Extent, startingCategory } from "./extent.ts";
import { startingForm, startingMetric } from "./starting-form.ts";

export interface Suggestion {
  type: ChartType;
  /** What the chart would show: "Count by series". */
  title: string;
  formData: FormData;
}

type Find = (key: string) => ChartType | undefined;

/** The chart types that may be suggested. */
export const SUGGESTED_TYPES = [
  "echarts_timeseries_line",
  "echarts_timeseries_bar",
  "big_number_total",
  "histogram_v2",
  "echarts_timeseries_scatter",
  "pie",
] as const;

/** Charts worth a first look at this dataset: over time, by category, one figure, a distribution, a relation, rows. */
export function suggestCharts(dataset: Dataset, find: Find, extent?: Extent): Suggestion[] {
  const metric = defaultMetric(dataset);
  const overTime = startingMetric({ dataset, extent }, "time");
  const byCategory = startingMetric({ dataset, extent }, "category");
  const measure = measureName(dataset, metric);
  const time = timeColumn(dataset);
  const category = startingCategory(dataset, extent);
  const [first, second] = measuresOf(dataset);
  const over = [
    time &&
      suggest(
        { find, dataset, extent, key: "echarts_timeseries_line", title: `${measureName(dataset, overTime)} over time` },
        { metrics: [overTime] },
      ),
    category &&
      suggest(
        {
          find,
          dataset,
          key: "echarts_timeseries_bar",
          title: `${measureName(dataset, byCategory)} by ${titleOf(category)}`,
        },
        {
          metrics: [byCategory],
          x_axis: category.column_name,
          groupby: [],
          ...comparable(category, byCategory, extent),
        },
      ),
    suggest({ find, dataset, key: "big_number_total", title: measure }, { metric }),
    first &&
      suggest(
        { find, dataset, key: "histogram_v2", title: `Distribution of ${titleOf(first)}` },
        { column: first.column_name },
      ),
    first &&
      second &&
      suggest(
        { find, dataset, key: "echarts_timeseries_scatter", title: `${titleOf(second)} against ${titleOf(first)}` },
        {
          x_axis: first.column_name,
          metrics: [simpleMetric(second, "AVG")],
          groupby: [],
        },
      ),
    category &&
      suggest(
        { find, dataset, key: "pie", title: `Share of ${measure} by ${titleOf(category)}` },
        {
          metric,
          groupby: [category.column_name],
        },
      ),
  ];
  return over.filter((one): one is Suggestion => Boolean(one));
}

interface Draft {
  find: Find;
  dataset: Dataset;
  extent?: Extent | undefined;
  key: string;
  title: string;
}

function suggest(
  { find, dataset, extent, key, title }: Draft,
  choices: Record<string, unknown>,
): Suggestion | undefined {
  const type = find(key);
  return type && { type, title, formData: { ...startingForm(type, dataset, extent), ...choices } };
}

/** "Count" for a plain count, else what the metric is called. */
function measureName(dataset: Dataset, metric: QueryMetric): string {
  const saved = dataset.metrics.find((one) => one.metric_name === metric);
  const expression = typeof metric === "string" ? saved?.expression : metricLabel(metric);
  const title = metricTitle(dataset, metric);
  return /^count\(\*\)$/i.test(expression ?? "") && /^count/i.test(title) ? "Count" : title;
}

function titleOf(column: DatasetColumn): string {
  return column.verbose_name || column.column_name;
}
