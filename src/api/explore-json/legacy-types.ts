import { bubble, bullet, chord, countryMap, eventFlow, para, worldMap } from "./categories.ts";
import type { LegacyType } from "./legacy-type.ts";
import {
  deckArc,
  deckContour,
  deckGeojson,
  deckPath,
  deckPolygon,
  deckScatter,
  deckScreengrid,
  deckWeighted,
  pointClusters,
} from "./maps.ts";
import { calHeatmap, compare, horizon, pairedTtest, rose, timePivot, timeTable } from "./over-time.ts";
import { partition } from "./partition.ts";

export const LEGACY_TYPES: Readonly<Record<string, LegacyType>> = {
  time_table: timeTable,
  cal_heatmap: calHeatmap,
  bubble,
  bullet,
  time_pivot: timePivot,
  compare,
  chord,
  country_map: countryMap,
  world_map: worldMap,
  para,
  horizon,
  mapbox: pointClusters,
  point_cluster_map: pointClusters,
  deck_scatter: deckScatter,
  deck_screengrid: deckScreengrid,
  deck_grid: deckWeighted,
  deck_hex: deckWeighted,
  deck_heatmap: deckWeighted,
  deck_contour: deckContour,
  deck_path: deckPath,
  deck_polygon: deckPolygon,
  deck_geojson: deckGeojson,
  deck_arc: deckArc,
  event_flow: eventFlow,
  paired_ttest: pairedTtest,
  rose,
  partition,
};
