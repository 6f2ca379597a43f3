import { kindOf } from "../../../features/adhoc/adhoc.ts";
import type { QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import { type ColumnKind, columnKind } from "../../../model/column-kind.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { toList } from "./form-values.ts";

export interface Shape {
  metrics: number;
  dimensions: readonly ColumnKind[];
}

const METRICS = ["metrics", "metric", "percent_metrics", "metrics_b", "secondary_metric", "size", "x", "y"];
const DIMENSIONS = ["x_axis", "groupby", "columns", "series", "entity", "source", "target", "all_columns", "column"];

export function shapeOf(formData: Readonly<Record<string, unknown>>, dataset: Dataset | undefined): Shape {
  const metrics = METRICS.flatMap((name) => toList(formData[name] as QueryMetric | QueryMetric[] | null));
  const columns = DIMENSIONS.flatMap((name) => toList(formData[name] as QueryColumn | QueryColumn[] | null));
  const unique = (values: readonly unknown[]) => new Set(values.map((one) => JSON.stringify(one)));
  const kinds = [...unique(columns)].map((text) => kindOf(dataset, JSON.parse(text) as QueryColumn));
  return { metrics: unique(metrics).size, dimensions: kinds };
}

export function shapeOfDataset(dataset: Dataset): Shape {
  const kinds = new Set(dataset.columns.map(columnKind));
  return { metrics: 1, dimensions: (["temporal", "text"] as const).filter((kind) => kinds.has(kind)) };
}

export function recommendedTypes({ metrics, dimensions }: Shape): readonly string[] {
  if (metrics === 0 && dimensions.length === 0) return [];
  if (dimensions.length === 0) return metrics === 1 ? FIGURE : FIGURES;
  if (metrics === 0) return dimensions.every((kind) => kind === "numeric") ? SPREAD : ROWS;
  return dimensions.includes("temporal") ? overTime(metrics, dimensions.length) : byCategory(metrics, dimensions);
}

function byCategory(metrics: number, dimensions: readonly ColumnKind[]): readonly string[] {
  if (metrics >= 2) return metrics === 2 && dimensions.length === 1 ? RELATION : MEASURES;
  if (dimensions.length === 1) return SHARE;
  return dimensions.length === 2 ? PAIRS : LEVELS;
}

const FIGURE = ["big_number_total", "gauge_chart", "table"];
const FIGURES = ["table", "bullet", "big_number_total"];
const SPREAD = ["histogram_v2", "box_plot", "table"];
const ROWS = ["table", "histogram_v2", "echarts_timeseries_bar"];
const SHARE = ["echarts_timeseries_bar", "pie", "treemap_v2", "table", "funnel", "word_cloud", "rose"];
const PAIRS = [
  "heatmap_v2",
  "pivot_table_v2",
  "echarts_timeseries_bar",
  "sankey_v2",
  "sunburst_v2",
  "treemap_v2",
  "chord",
];
const LEVELS = ["sunburst_v2", "treemap_v2", "pivot_table_v2", "table", "partition"];
const RELATION = ["echarts_timeseries_scatter", "bubble_v2", "mixed_timeseries", "table", "radar"];
const MEASURES = ["table", "radar", "bubble_v2", "para", "pivot_table_v2", "echarts_timeseries_bar"];

function overTime(metrics: number, dimensions: number): readonly string[] {
  const course = ["echarts_timeseries_line", "echarts_timeseries_bar", "echarts_area"];
  if (dimensions > 1) return [...course, "heatmap_v2", "horizon", "pivot_table_v2"];
  return metrics > 1 ? [...course, "mixed_timeseries", "table"] : [...course, "big_number", "cal_heatmap", "waterfall"];
}
