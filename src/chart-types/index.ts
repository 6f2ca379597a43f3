import type { ChartCard, ChartType } from "../chart-seam/chart-type.ts";
import { disabledChartTypes } from "../chart-seam/disabled-types.ts";
import { withoutLegacyKeys } from "../chart-seam/legacy-keys.ts";
import type { FormData } from "../model/form-data.ts";
import { LAYERED } from "../model/layer-scope.ts";
import { type Lazy, lazy } from "../ui/lazy.ts";
import { card as areaCard } from "./area/card.ts";
import { card as bigNumberCard } from "./big-number/card.ts";
import { card as bigNumberTotalCard } from "./big-number-total/card.ts";
import { card as boxPlotCard } from "./box-plot/card.ts";
import { card as bubbleCard } from "./bubble/card.ts";
import { card as bulletCard } from "./bullet/card.ts";
import { card as calHeatmapCard } from "./cal-heatmap/card.ts";
import { card as cartodiagramCard } from "./cartodiagram/card.ts";
import { card as chordCard } from "./chord/card.ts";
import { card as compareCard } from "./compare/card.ts";
import { card as countryMapCard } from "./country-map/card.ts";
import { card as deckArcCard } from "./deck-arc/card.ts";
import { card as deckContourCard } from "./deck-contour/card.ts";
import { card as deckGeojsonCard } from "./deck-geojson/card.ts";
import { card as deckGridCard } from "./deck-grid/card.ts";
import { card as deckHeatmapCard } from "./deck-heatmap/card.ts";
import { card as deckHexCard } from "./deck-hex/card.ts";
import { card as deckMultiCard } from "./deck-multi/card.ts";
import { card as deckPathCard } from "./deck-path/card.ts";
import { card as deckPolygonCard } from "./deck-polygon/card.ts";
import { card as deckScatterCard } from "./deck-scatter/card.ts";
import { card as deckScreengridCard } from "./deck-screengrid/card.ts";
import { card as funnelCard } from "./funnel/card.ts";
import { card as ganttCard } from "./gantt/card.ts";
import { card as gaugeCard } from "./gauge/card.ts";
import { card as graphCard } from "./graph/card.ts";
import { card as gridTableCard } from "./grid-table/card.ts";
import { card as handlebarsCard } from "./handlebars/card.ts";
import { card as heatmapCard } from "./heatmap/card.ts";
import { card as histogramCard } from "./histogram/card.ts";
import { card as horizonCard } from "./horizon/card.ts";
import { card as mixedTimeseriesCard } from "./mixed-timeseries/card.ts";
import { card as pairedTtestCard } from "./paired-ttest/card.ts";
import { card as paraCard } from "./para/card.ts";
import { card as partitionCard } from "./partition/card.ts";
import { card as pieCard } from "./pie/card.ts";
import { card as pivotTableCard } from "./pivot-table/card.ts";
import { card as pointClusterMapCard } from "./point-cluster-map/card.ts";
import { card as popKpiCard } from "./pop-kpi/card.ts";
import { card as radarCard } from "./radar/card.ts";
import { card as roseCard } from "./rose/card.ts";
import { card as sankeyCard } from "./sankey/card.ts";
import { card as sunburstCard } from "./sunburst/card.ts";
import { card as tableCard } from "./table/card.ts";
import { card as timePivotCard } from "./time-pivot/card.ts";
import { card as timeTableCard } from "./time-table/card.ts";
import { card as timeseriesCard } from "./timeseries/card.ts";
import { card as timeseriesBarCard } from "./timeseries-bar/card.ts";
import { card as timeseriesLineCard } from "./timeseries-line/card.ts";
import { card as timeseriesScatterCard } from "./timeseries-scatter/card.ts";
import { card as timeseriesSmoothCard } from "./timeseries-smooth/card.ts";
import { card as timeseriesStepCard } from "./timeseries-step/card.ts";
import { card as treeCard } from "./tree/card.ts";
import { card as treemapCard } from "./treemap/card.ts";
import { card as waterfallCard } from "./waterfall/card.ts";
import { card as wordCloudCard } from "./word-cloud/card.ts";
import { card as worldMapCard } from "./world-map/card.ts";

interface Entry {
  card: ChartCard;
  load(): Promise<{ definition: ChartType }>;
}

const TYPES: readonly Entry[] = [
  { card: timeseriesLineCard, load: () => import("./timeseries-line/definition.ts") },
  { card: timeseriesBarCard, load: () => import("./timeseries-bar/definition.ts") },
  { card: areaCard, load: () => import("./area/definition.ts") },
  {
    card: timeseriesScatterCard,
    load: () => import("./timeseries-scatter/definition.ts"),
  },
  { card: pieCard, load: () => import("./pie/definition.ts") },
  { card: tableCard, load: () => import("./table/definition.ts") },
  {
    card: bigNumberTotalCard,
    load: () => import("./big-number-total/definition.ts"),
  },
  { card: bigNumberCard, load: () => import("./big-number/definition.ts") },
  { card: heatmapCard, load: () => import("./heatmap/definition.ts") },
  { card: histogramCard, load: () => import("./histogram/definition.ts") },
  {
    card: timeseriesSmoothCard,
    load: () => import("./timeseries-smooth/definition.ts"),
  },
  { card: timeseriesStepCard, load: () => import("./timeseries-step/definition.ts") },
  { card: timeseriesCard, load: () => import("./timeseries/definition.ts") },
  { card: funnelCard, load: () => import("./funnel/definition.ts") },
  { card: gaugeCard, load: () => import("./gauge/definition.ts") },
  { card: treemapCard, load: () => import("./treemap/definition.ts") },
  { card: sunburstCard, load: () => import("./sunburst/definition.ts") },
  { card: radarCard, load: () => import("./radar/definition.ts") },
  { card: boxPlotCard, load: () => import("./box-plot/definition.ts") },
  { card: bubbleCard, load: () => import("./bubble/definition.ts") },
  { card: sankeyCard, load: () => import("./sankey/definition.ts") },
  { card: chordCard, load: () => import("./chord/definition.ts") },
  { card: graphCard, load: () => import("./graph/definition.ts") },
  { card: treeCard, load: () => import("./tree/definition.ts") },
  { card: wordCloudCard, load: () => import("./word-cloud/definition.ts") },
  { card: calHeatmapCard, load: () => import("./cal-heatmap/definition.ts") },
  { card: roseCard, load: () => import("./rose/definition.ts") },
  { card: paraCard, load: () => import("./para/definition.ts") },
  { card: pairedTtestCard, load: () => import("./paired-ttest/definition.ts") },
  { card: partitionCard, load: () => import("./partition/definition.ts") },
  { card: waterfallCard, load: () => import("./waterfall/definition.ts") },
  {
    card: mixedTimeseriesCard,
    load: () => import("./mixed-timeseries/definition.ts"),
  },
  { card: bulletCard, load: () => import("./bullet/definition.ts") },
  { card: ganttCard, load: () => import("./gantt/definition.ts") },
  { card: compareCard, load: () => import("./compare/definition.ts") },
  { card: timePivotCard, load: () => import("./time-pivot/definition.ts") },
  { card: pivotTableCard, load: () => import("./pivot-table/definition.ts") },
  { card: popKpiCard, load: () => import("./pop-kpi/definition.ts") },
  { card: timeTableCard, load: () => import("./time-table/definition.ts") },
  { card: handlebarsCard, load: () => import("./handlebars/definition.ts") },
  { card: gridTableCard, load: () => import("./grid-table/definition.ts") },
  { card: horizonCard, load: () => import("./horizon/definition.ts") },
  { card: deckScatterCard, load: () => import("./deck-scatter/definition.ts") },
  { card: worldMapCard, load: () => import("./world-map/definition.ts") },
  { card: deckGeojsonCard, load: () => import("./deck-geojson/definition.ts") },
  { card: deckPolygonCard, load: () => import("./deck-polygon/definition.ts") },
  { card: deckPathCard, load: () => import("./deck-path/definition.ts") },
  { card: deckArcCard, load: () => import("./deck-arc/definition.ts") },
  { card: deckContourCard, load: () => import("./deck-contour/definition.ts") },
  { card: deckScreengridCard, load: () => import("./deck-screengrid/definition.ts") },
  { card: deckHeatmapCard, load: () => import("./deck-heatmap/definition.ts") },
  { card: deckGridCard, load: () => import("./deck-grid/definition.ts") },
  { card: countryMapCard, load: () => import("./country-map/definition.ts") },
  { card: deckHexCard, load: () => import("./deck-hex/definition.ts") },
  {
    card: pointClusterMapCard,
    load: () => import("./point-cluster-map/definition.ts"),
  },
  { card: deckMultiCard, load: () => import("./deck-multi/definition.ts") },
  { card: cartodiagramCard, load: () => import("./cartodiagram/definition.ts") },
];

const OFF = new Set(disabledChartTypes());
const OFFERED = TYPES.filter(({ card }) => !OFF.has(card.key));

export const CHART_CARDS: readonly ChartCard[] = OFFERED.map(({ card }) => card);

const byKey = new Map<string, { card: ChartCard; type: Lazy<ChartType> }>();
for (const { card, load } of OFFERED) {
  const offered = { card, type: lazy(async () => (await load()).definition) };
  for (const key of [card.key, ...(card.replaces ?? [])]) byKey.set(key, offered);
}

export function chartCard(vizType: string): ChartCard | undefined {
  return byKey.get(vizType)?.card;
}

export function emitsFilters(vizType: string): boolean {
  const { behaviors = [] } = chartCard(vizType) ?? {};
  return behaviors.includes("cross-filter") || behaviors.includes("range-filter");
}

export function hasMatrix(vizType: string): boolean {
  const card = chartCard(vizType);
  return card !== undefined && card.category !== "Table" && card.key !== LAYERED && card.key !== "cartodiagram";
}

/** Accepts legacy keys; undefined for unknown types. Rejects when loading fails. */
export async function loadChartType(vizType: string): Promise<ChartType | undefined> {
  return byKey.get(vizType)?.type.load();
}

export function loadedChartType(vizType: string): ChartType | undefined {
  return byKey.get(vizType)?.type.loaded();
}

export interface TypedForm {
  type: ChartType;
  formData: FormData;
}

/** Migrates legacy keys and controls; a legacy key may map to several types. undefined for unknown types. */
export async function loadTypedForm(formData: FormData): Promise<TypedForm | undefined> {
  const type = await loadChartType(formData.viz_type);
  const typed = type && migrated(type, formData);
  if (typed || !type) return typed;
  return loadTypedForm(type.migrate?.(formData) ?? formData);
}

export function loadedTypedForm(formData: FormData): TypedForm | undefined {
  const type = loadedChartType(formData.viz_type);
  const typed = type && migrated(type, formData);
  if (typed || !type) return typed;
  return loadedTypedForm(type.migrate?.(formData) ?? formData);
}

function migrated(type: ChartType, formData: FormData): TypedForm | undefined {
  const form = withoutLegacyKeys(type, type.migrate?.(formData) ?? formData);
  if (chartCard(form.viz_type)?.key !== type.key) return undefined;
  return { type, formData: form.viz_type === type.key ? form : { ...form, viz_type: type.key } };
}
