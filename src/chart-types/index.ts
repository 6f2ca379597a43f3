import type { ChartCard, ChartType } from "../chart-seam/chart-type.ts";
import { withoutOlderKeys } from "../chart-seam/older-keys.ts";
import { chartTypesOff } from "../chart-seam/types-off.ts";
import type { FormData } from "../model/form-data.ts";
import { LAYERED } from "../model/layer-scope.ts";
import { areaCard } from "./area/card.ts";
import { bigNumberCard } from "./big-number/card.ts";
import { bigNumberTotalCard } from "./big-number-total/card.ts";
import { boxPlotCard } from "./box-plot/card.ts";
import { bubbleCard } from "./bubble/card.ts";
import { bulletCard } from "./bullet/card.ts";
import { calHeatmapCard } from "./cal-heatmap/card.ts";
import { cartodiagramCard } from "./cartodiagram/card.ts";
import { chordCard } from "./chord/card.ts";
import { compareCard } from "./compare/card.ts";
import { countryMapCard } from "./country-map/card.ts";
import { deckArcCard } from "./deck-arc/card.ts";
import { deckContourCard } from "./deck-contour/card.ts";
import { deckGeojsonCard } from "./deck-geojson/card.ts";
import { deckGridCard } from "./deck-grid/card.ts";
import { deckHeatmapCard } from "./deck-heatmap/card.ts";
import { deckHexCard } from "./deck-hex/card.ts";
import { deckMultiCard } from "./deck-multi/card.ts";
import { deckPathCard } from "./deck-path/card.ts";
import { deckPolygonCard } from "./deck-polygon/card.ts";
import { deckScatterCard } from "./deck-scatter/card.ts";
import { deckScreengridCard } from "./deck-screengrid/card.ts";
import { funnelCard } from "./funnel/card.ts";
import { ganttCard } from "./gantt/card.ts";
import { gaugeCard } from "./gauge/card.ts";
import { graphCard } from "./graph/card.ts";
import { gridTableCard } from "./grid-table/card.ts";
import { handlebarsCard } from "./handlebars/card.ts";
import { heatmapCard } from "./heatmap/card.ts";
import { histogramCard } from "./histogram/card.ts";
import { horizonCard } from "./horizon/card.ts";
import { mixedTimeseriesCard } from "./mixed-timeseries/card.ts";
import { pairedTtestCard } from "./paired-ttest/card.ts";
import { paraCard } from "./para/card.ts";
import { partitionCard } from "./partition/card.ts";
import { pieCard } from "./pie/card.ts";
import { pivotTableCard } from "./pivot-table/card.ts";
import { pointClusterMapCard } from "./point-cluster-map/card.ts";
import { popKpiCard } from "./pop-kpi/card.ts";
import { radarCard } from "./radar/card.ts";
import { roseCard } from "./rose/card.ts";
import { sankeyCard } from "./sankey/card.ts";
import { sunburstCard } from "./sunburst/card.ts";
import { tableCard } from "./table/card.ts";
import { timePivotCard } from "./time-pivot/card.ts";
import { timeTableCard } from "./time-table/card.ts";
import { timeseriesCard } from "./timeseries/card.ts";
import { timeseriesBarCard } from "./timeseries-bar/card.ts";
import { timeseriesLineCard } from "./timeseries-line/card.ts";
import { timeseriesScatterCard } from "./timeseries-scatter/card.ts";
import { timeseriesSmoothCard } from "./timeseries-smooth/card.ts";
import { timeseriesStepCard } from "./timeseries-step/card.ts";
import { treeCard } from "./tree/card.ts";
import { treemapCard } from "./treemap/card.ts";
import { waterfallCard } from "./waterfall/card.ts";
import { wordCloudCard } from "./word-cloud/card.ts";
import { worldMapCard } from "./world-map/card.ts";

interface Entry {
  card: ChartCard;
  load(): Promise<ChartType>;
}

/** Every chart type, one line each: its card, and where its definition is, which is read when it is needed. */
const TYPES: readonly Entry[] = [
  { card: timeseriesLineCard, load: async () => (await import("./timeseries-line/timeseries-line.ts")).timeseriesLine },
  { card: timeseriesBarCard, load: async () => (await import("./timeseries-bar/timeseries-bar.ts")).timeseriesBar },
  { card: areaCard, load: async () => (await import("./area/area.ts")).area },
  {
    card: timeseriesScatterCard,
    load: async () => (await import("./timeseries-scatter/timeseries-scatter.ts")).timeseriesScatter,
  },
  { card: pieCard, load: async () => (await import("./pie/pie.ts")).pie },
  { card: tableCard, load: async () => (await import("./table/table.ts")).table },
  {
    card: bigNumberTotalCard,
    load: async () => (await import("./big-number-total/big-number-total.ts")).bigNumberTotal,
  },
  { card: bigNumberCard, load: async () => (await import("./big-number/big-number.ts")).bigNumber },
  { card: heatmapCard, load: async () => (await import("./heatmap/heatmap.ts")).heatmap },
  { card: histogramCard, load: async () => (await import("./histogram/histogram.ts")).histogram },
  {
    card: timeseriesSmoothCard,
    load: async () => (await import("./timeseries-smooth/timeseries-smooth.ts")).timeseriesSmooth,
  },
  { card: timeseriesStepCard, load: async () => (await import("./timeseries-step/timeseries-step.ts")).timeseriesStep },
  { card: timeseriesCard, load: async () => (await import("./timeseries/timeseries.ts")).timeseries },
  { card: funnelCard, load: async () => (await import("./funnel/funnel.ts")).funnel },
  { card: gaugeCard, load: async () => (await import("./gauge/gauge.ts")).gauge },
  { card: treemapCard, load: async () => (await import("./treemap/treemap.ts")).treemap },
  { card: sunburstCard, load: async () => (await import("./sunburst/sunburst.ts")).sunburst },
  { card: radarCard, load: async () => (await import("./radar/radar.ts")).radar },
  { card: boxPlotCard, load: async () => (await import("./box-plot/box-plot.ts")).boxPlot },
  { card: bubbleCard, load: async () => (await import("./bubble/bubble.ts")).bubble },
  { card: sankeyCard, load: async () => (await import("./sankey/sankey.ts")).sankey },
  { card: chordCard, load: async () => (await import("./chord/chord.ts")).chord },
  { card: graphCard, load: async () => (await import("./graph/graph.ts")).graph },
  { card: treeCard, load: async () => (await import("./tree/tree.ts")).tree },
  { card: wordCloudCard, load: async () => (await import("./word-cloud/word-cloud.ts")).wordCloud },
  { card: calHeatmapCard, load: async () => (await import("./cal-heatmap/cal-heatmap.ts")).calHeatmap },
  { card: roseCard, load: async () => (await import("./rose/rose.ts")).rose },
  { card: paraCard, load: async () => (await import("./para/para.ts")).para },
  { card: pairedTtestCard, load: async () => (await import("./paired-ttest/paired-ttest.ts")).pairedTtest },
  { card: partitionCard, load: async () => (await import("./partition/partition.ts")).partition },
  { card: waterfallCard, load: async () => (await import("./waterfall/waterfall.ts")).waterfall },
  {
    card: mixedTimeseriesCard,
    load: async () => (await import("./mixed-timeseries/mixed-timeseries.ts")).mixedTimeseries,
  },
  { card: bulletCard, load: async () => (await import("./bullet/bullet.ts")).bullet },
  { card: ganttCard, load: async () => (await import("./gantt/gantt.ts")).gantt },
  { card: compareCard, load: async () => (await import("./compare/compare.ts")).compare },
  { card: timePivotCard, load: async () => (await import("./time-pivot/time-pivot.ts")).timePivot },
  { card: pivotTableCard, load: async () => (await import("./pivot-table/pivot-table.ts")).pivotTable },
  { card: popKpiCard, load: async () => (await import("./pop-kpi/pop-kpi.ts")).popKpi },
  { card: timeTableCard, load: async () => (await import("./time-table/time-table.ts")).timeTable },
  { card: handlebarsCard, load: async () => (await import("./handlebars/handlebars.ts")).handlebars },
  { card: gridTableCard, load: async () => (await import("./grid-table/grid-table.ts")).gridTable },
  { card: horizonCard, load: async () => (await import("./horizon/horizon.ts")).horizon },
  { card: deckScatterCard, load: async () => (await import("./deck-scatter/deck-scatter.ts")).deckScatter },
  { card: worldMapCard, load: async () => (await import("./world-map/world-map.ts")).worldMap },
  { card: deckGeojsonCard, load: async () => (await import("./deck-geojson/deck-geojson.ts")).deckGeojson },
  { card: deckPolygonCard, load: async () => (await import("./deck-polygon/deck-polygon.ts")).deckPolygon },
  { card: deckPathCard, load: async () => (await import("./deck-path/deck-path.ts")).deckPath },
  { card: deckArcCard, load: async () => (await import("./deck-arc/deck-arc.ts")).deckArc },
  { card: deckContourCard, load: async () => (await import("./deck-contour/deck-contour.ts")).deckContour },
  { card: deckScreengridCard, load: async () => (await import("./deck-screengrid/deck-screengrid.ts")).deckScreengrid },
  { card: deckHeatmapCard, load: async () => (await import("./deck-heatmap/deck-heatmap.ts")).deckHeatmap },
  { card: deckGridCard, load: async () => (await import("./deck-grid/deck-grid.ts")).deckGrid },
  { card: countryMapCard, load: async () => (await import("./country-map/country-map.ts")).countryMap },
  { card: deckHexCard, load: async () => (await import("./deck-hex/deck-hex.ts")).deckHex },
  {
    card: pointClusterMapCard,
    load: async () => (await import("./point-cluster-map/point-cluster-map.ts")).pointClusterMap,
  },
  { card: deckMultiCard, load: async () => (await import("./deck-multi/deck-multi.ts")).deckMulti },
  { card: cartodiagramCard, load: async () => (await import("./cartodiagram/cartodiagram.ts")).cartodiagram },
];

const OFF = new Set(chartTypesOff());
const OFFERED = TYPES.filter(({ card }) => !OFF.has(card.key));

/** What lists and galleries know of every chart type that the administrator has not turned off. */
export const CHART_CARDS: readonly ChartCard[] = OFFERED.map(({ card }) => card);

const byKey = new Map<string, Entry>();
for (const entry of OFFERED) for (const key of [entry.card.key, ...(entry.card.replaces ?? [])]) byKey.set(key, entry);

const loading = new Map<Entry, Promise<ChartType>>();
const loaded = new Map<Entry, ChartType>();

/** The card of a `viz_type`, older keys included. */
export function chartCard(vizType: string): ChartCard | undefined {
  return byKey.get(vizType)?.card;
}

/** Whether a chart of the type can be drawn as a grid of itself: tables cannot, nor those without rows of their own. */
export function hasMatrix(vizType: string): boolean {
  const card = chartCard(vizType);
  return card !== undefined && card.category !== "Table" && card.key !== LAYERED && card.key !== "cartodiagram";
}

/** The chart type of a `viz_type`, older keys included; undefined when there is none. Rejects when it cannot be read. */
export async function loadChartType(vizType: string): Promise<ChartType | undefined> {
  const entry = byKey.get(vizType);
  if (!entry) return undefined;
  const under = loading.get(entry) ?? entry.load();
  loading.set(entry, under);
  try {
    const type = await under;
    loaded.set(entry, type);
    return type;
  } catch (cause) {
    loading.delete(entry);
    throw cause;
  }
}

/** The chart type of a `viz_type` when it has been loaded. */
export function loadedChartType(vizType: string): ChartType | undefined {
  const entry = byKey.get(vizType);
  return entry && loaded.get(entry);
}

/** Form data as today's chart type has it, and that type. */
export interface TypedForm {
  type: ChartType;
  formData: FormData;
}

/** Moves older keys and controls to today's; an older key may become one of several types. Undefined: no such type. */
export async function loadTypedForm(formData: FormData): Promise<TypedForm | undefined> {
  const type = await loadChartType(formData.viz_type);
  const typed = type && migrated(type, formData);
  if (typed || !type) return typed;
  return loadTypedForm(type.migrate?.(formData) ?? formData);
}

/** The same with what has been loaded. */
export function loadedTypedForm(formData: FormData): TypedForm | undefined {
  const type = loadedChartType(formData.viz_type);
  const typed = type && migrated(type, formData);
  if (typed || !type) return typed;
  return loadedTypedForm(type.migrate?.(formData) ?? formData);
}

/** Undefined when the form has become one of another type. */
function migrated(type: ChartType, formData: FormData): TypedForm | undefined {
  const form = withoutOlderKeys(type, type.migrate?.(formData) ?? formData);
  if (chartCard(form.viz_type)?.key !== type.key) return undefined;
  return { type, formData: form.viz_type === type.key ? form : { ...form, viz_type: type.key } };
}
