import type { ComponentType } from "react";
import type { RendererProps } from "../chart-seam/chart-type.ts";
import { type Lazy, lazy } from "../ui/lazy.ts";
import { chartCard, loadChartType } from "./index.ts";

type Renderer = Lazy<ComponentType<RendererProps>>;

/** One chunk per chart type. The cast is safe: props come from the same type's transform. */
function renderer<P>(load: () => Promise<{ Renderer: ComponentType<RendererProps<P>> }>): Renderer {
  return lazy(async () => (await load()).Renderer as ComponentType<RendererProps>);
}

const MAP = renderer(async () => ({ Renderer: (await import("../chart-kit/map/MapChart.tsx")).MapChart }));

export function prepareChart(vizType: string): void {
  loadChartType(vizType).catch(() => undefined);
  void RENDERERS[chartCard(vizType)?.key ?? ""]?.prefetch();
}

export const RENDERERS: Readonly<Record<string, Renderer>> = {
  echarts_timeseries_line: renderer(() => import("./timeseries-line/Renderer.tsx")),
  echarts_timeseries_bar: renderer(() => import("./timeseries-bar/Renderer.tsx")),
  echarts_area: renderer(() => import("./area/Renderer.tsx")),
  echarts_timeseries_scatter: renderer(() => import("./timeseries-scatter/Renderer.tsx")),
  pie: renderer(() => import("./pie/Renderer.tsx")),
  table: renderer(() => import("./table/Renderer.tsx")),
  big_number_total: renderer(() => import("./big-number-total/Renderer.tsx")),
  big_number: renderer(() => import("./big-number/Renderer.tsx")),
  heatmap_v2: renderer(() => import("./heatmap/Renderer.tsx")),
  histogram_v2: renderer(() => import("./histogram/Renderer.tsx")),
  echarts_timeseries_smooth: renderer(() => import("./timeseries-smooth/Renderer.tsx")),
  echarts_timeseries_step: renderer(() => import("./timeseries-step/Renderer.tsx")),
  echarts_timeseries: renderer(() => import("./timeseries/Renderer.tsx")),
  funnel: renderer(() => import("./funnel/Renderer.tsx")),
  gauge_chart: renderer(() => import("./gauge/Renderer.tsx")),
  treemap_v2: renderer(() => import("./treemap/Renderer.tsx")),
  sunburst_v2: renderer(() => import("./sunburst/Renderer.tsx")),
  radar: renderer(() => import("./radar/Renderer.tsx")),
  box_plot: renderer(() => import("./box-plot/Renderer.tsx")),
  bubble_v2: renderer(() => import("./bubble/Renderer.tsx")),
  sankey_v2: renderer(() => import("./sankey/Renderer.tsx")),
  chord: renderer(() => import("./chord/Renderer.tsx")),
  graph_chart: renderer(() => import("./graph/Renderer.tsx")),
  tree_chart: renderer(() => import("./tree/Renderer.tsx")),
  word_cloud: renderer(() => import("./word-cloud/Renderer.tsx")),
  cal_heatmap: renderer(() => import("./cal-heatmap/Renderer.tsx")),
  rose: renderer(() => import("./rose/Renderer.tsx")),
  para: renderer(() => import("./para/Renderer.tsx")),
  paired_ttest: renderer(() => import("./paired-ttest/Renderer.tsx")),
  partition: renderer(() => import("./partition/Renderer.tsx")),
  waterfall: renderer(() => import("./waterfall/Renderer.tsx")),
  mixed_timeseries: renderer(() => import("./mixed-timeseries/Renderer.tsx")),
  bullet: renderer(() => import("./bullet/Renderer.tsx")),
  gantt_chart: renderer(() => import("./gantt/Renderer.tsx")),
  compare: renderer(() => import("./compare/Renderer.tsx")),
  time_pivot: renderer(() => import("./time-pivot/Renderer.tsx")),
  pivot_table_v2: renderer(() => import("./pivot-table/Renderer.tsx")),
  pop_kpi: renderer(() => import("./pop-kpi/Renderer.tsx")),
  time_table: renderer(() => import("./time-table/Renderer.tsx")),
  handlebars: renderer(() => import("./handlebars/Renderer.tsx")),
  "ag-grid-table": renderer(() => import("./grid-table/Renderer.tsx")),
  horizon: renderer(() => import("./horizon/Renderer.tsx")),
  deck_hex: MAP,
  deck_grid: MAP,
  deck_heatmap: MAP,
  deck_screengrid: MAP,
  deck_contour: MAP,
  deck_arc: MAP,
  deck_path: MAP,
  deck_polygon: MAP,
  deck_geojson: MAP,
  world_map: renderer(() => import("./world-map/Renderer.tsx")),
  country_map: renderer(() => import("./country-map/Renderer.tsx")),
  deck_scatter: MAP,
  point_cluster_map: MAP,
  deck_multi: renderer(() => import("./deck-multi/Renderer.tsx")),
  cartodiagram: renderer(() => import("./cartodiagram/Renderer.tsx")),
};
