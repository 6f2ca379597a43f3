import type { ComponentType } from "react";
import { type Part, part } from "../chart-kit/part.ts";
import type { RendererProps } from "../chart-seam/chart-type.ts";
import { chartCard, loadChartType } from "./index.ts";

type Renderer = Part<ComponentType<RendererProps>>;

/** One chunk per chart type. The props are the ones the type's own transform made, hence the one cast here. */
function renderer<P>(load: () => Promise<ComponentType<RendererProps<P>>>): Renderer {
  return part(async () => (await load()) as ComponentType<RendererProps>);
}

/** Fetches what a chart of the type needs, before it is known to be needed. */
export function prepareChart(vizType: string): void {
  loadChartType(vizType).catch(() => undefined);
  RENDERERS[chartCard(vizType)?.key ?? ""]?.load().catch(() => undefined);
}

/** The component of each chart type, one line each. */
export const RENDERERS: Readonly<Record<string, Renderer>> = {
  echarts_timeseries_line: renderer(async () => (await import("./timeseries-line/Renderer.tsx")).Renderer),
  echarts_timeseries_bar: renderer(async () => (await import("./timeseries-bar/Renderer.tsx")).Renderer),
  echarts_area: renderer(async () => (await import("./area/Renderer.tsx")).Renderer),
  echarts_timeseries_scatter: renderer(async () => (await import("./timeseries-scatter/Renderer.tsx")).Renderer),
  pie: renderer(async () => (await import("./pie/Renderer.tsx")).Renderer),
  table: renderer(async () => (await import("./table/TableChart.tsx")).TableChart),
  big_number_total: renderer(async () => (await import("./big-number-total/BigNumberTotal.tsx")).BigNumberTotal),
  big_number: renderer(async () => (await import("./big-number/BigNumber.tsx")).BigNumber),
  heatmap_v2: renderer(async () => (await import("./heatmap/Heatmap.tsx")).Heatmap),
  histogram_v2: renderer(async () => (await import("./histogram/Histogram.tsx")).Histogram),
  echarts_timeseries_smooth: renderer(async () => (await import("./timeseries-smooth/Renderer.tsx")).Renderer),
  echarts_timeseries_step: renderer(async () => (await import("./timeseries-step/Renderer.tsx")).Renderer),
  echarts_timeseries: renderer(async () => (await import("./timeseries/Renderer.tsx")).Renderer),
  funnel: renderer(async () => (await import("./funnel/Renderer.tsx")).Renderer),
  gauge_chart: renderer(async () => (await import("./gauge/Renderer.tsx")).Renderer),
  treemap_v2: renderer(async () => (await import("./treemap/Renderer.tsx")).Renderer),
  sunburst_v2: renderer(async () => (await import("./sunburst/Renderer.tsx")).Renderer),
  radar: renderer(async () => (await import("./radar/Renderer.tsx")).Renderer),
  box_plot: renderer(async () => (await import("./box-plot/Renderer.tsx")).Renderer),
  bubble_v2: renderer(async () => (await import("./bubble/Renderer.tsx")).Renderer),
  sankey_v2: renderer(async () => (await import("./sankey/Renderer.tsx")).Renderer),
  chord: renderer(async () => (await import("./chord/Renderer.tsx")).Renderer),
  graph_chart: renderer(async () => (await import("./graph/Renderer.tsx")).Renderer),
  tree_chart: renderer(async () => (await import("./tree/Renderer.tsx")).Renderer),
  word_cloud: renderer(async () => (await import("./word-cloud/Renderer.tsx")).Renderer),
  cal_heatmap: renderer(async () => (await import("./cal-heatmap/Renderer.tsx")).Renderer),
  rose: renderer(async () => (await import("./rose/Renderer.tsx")).Renderer),
  para: renderer(async () => (await import("./para/Renderer.tsx")).Renderer),
  paired_ttest: renderer(async () => (await import("./paired-ttest/Renderer.tsx")).Renderer),
  partition: renderer(async () => (await import("./partition/Renderer.tsx")).Renderer),
  waterfall: renderer(async () => (await import("./waterfall/Waterfall.tsx")).Waterfall),
  mixed_timeseries: renderer(async () => (await import("./mixed-timeseries/Mixed.tsx")).Mixed),
  bullet: renderer(async () => (await import("./bullet/Bullet.tsx")).Bullet),
  gantt_chart: renderer(async () => (await import("./gantt/Gantt.tsx")).Gantt),
  compare: renderer(async () => (await import("./compare/Compare.tsx")).Compare),
  time_pivot: renderer(async () => (await import("./time-pivot/TimePivot.tsx")).TimePivot),
  pivot_table_v2: renderer(async () => (await import("./pivot-table/PivotTable.tsx")).PivotTable),
  pop_kpi: renderer(async () => (await import("./pop-kpi/PopKpi.tsx")).PopKpi),
  time_table: renderer(async () => (await import("./time-table/TimeTable.tsx")).TimeTable),
  handlebars: renderer(async () => (await import("./handlebars/Handlebars.tsx")).Handlebars),
  "ag-grid-table": renderer(async () => (await import("./grid-table/GridTable.tsx")).GridTable),
  horizon: renderer(async () => (await import("./horizon/Horizon.tsx")).Horizon),
  deck_hex: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_grid: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_heatmap: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_screengrid: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_contour: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_arc: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_path: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_polygon: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_geojson: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  world_map: renderer(async () => (await import("./world-map/Renderer.tsx")).Renderer),
  country_map: renderer(async () => (await import("./country-map/CountryMap.tsx")).CountryMap),
  deck_scatter: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  point_cluster_map: renderer(async () => (await import("../chart-kit/map/MapChart.tsx")).MapChart),
  deck_multi: renderer(async () => (await import("./deck-multi/MultiMap.tsx")).MultiMap),
  cartodiagram: renderer(async () => (await import("./cartodiagram/Cartodiagram.tsx")).Cartodiagram),
};
