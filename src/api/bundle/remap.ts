import { shownPositions } from "../../chart-types/shown-layout.ts";
import { emptyLayout, toPositions } from "../../model/dashboard-layout.ts";
import { layerKey, layerOf } from "../../model/layer-scope.ts";
import { mapCharts } from "../dashboard/index.ts";

type Json = Record<string, unknown>;

export interface Remapping {
  chartId(id: number | string): number | undefined;
  target(target: Json): Json;
}

export function chartIdsByUuid(position: Json): Map<string, number | undefined> {
  const ids = new Map<string, number | undefined>();
  for (const component of Object.values(position)) {
    const meta = (component as { meta?: Json } | null)?.meta;
    if (typeof meta?.uuid !== "string") continue;
    const id = Number(meta.chartId || Number.NaN);
    ids.set(meta.uuid, Number.isSafeInteger(id) ? id : ids.get(meta.uuid));
  }
  return ids;
}

/** Finds charts by uuid; missing charts get no id rather than another chart's. */
export function remapPosition(position: Json, chartOf: (uuid: string) => { id: number } | undefined): Json {
  return mapCharts(position, (meta) => {
    const chart = typeof meta.uuid === "string" ? chartOf(meta.uuid) : undefined;
    if (chart) return { ...meta, chartId: chart.id };
    const { chartId: _, ...unknown } = meta;
    return unknown;
  });
}

export function remapMetadata(metadata: Json, map: Remapping): Json {
  const moved: Json = { ...metadata };
  const change = (key: string, by: (value: unknown) => unknown) => {
    if (metadata[key] !== undefined && metadata[key] !== null) moved[key] = by(metadata[key]);
  };
  change("timed_refresh_immune_slices", (value) => remapIds(value, map));
  change("expanded_slices", (value) => remapKeys(value, map, (item) => item));
  change("default_filters", (value) => remapDefaultFilters(value, map));
  change("filter_scopes", (value) => remapKeys(value, map, (columns) => remapFilterScopes(columns, map)));
  change("native_filter_configuration", (value) => listOf(value).map((filter) => remapFilter(filter, map)));
  change("chart_customization_config", (value) =>
    Array.isArray(value) ? value.map((control) => remapFilter(control, map)) : value,
  );
  change("chart_configuration", (value) => remapChartConfiguration(value, map));
  change("global_chart_configuration", (value) => remapScoped(value, map));
  return moved;
}

function remapFilter(filter: unknown, map: Remapping): unknown {
  if (!isJson(filter)) return filter;
  const targets = Array.isArray(filter.targets)
    ? { targets: filter.targets.map((t) => (isJson(t) ? map.target(t) : t)) }
    : {};
  return { ...(remapScoped(filter, map) as Json), ...targets };
}

function remapChartConfiguration(value: unknown, map: Remapping): unknown {
  return remapKeys(value, map, (entry, id) => {
    if (!isJson(entry)) return entry;
    return { ...entry, id, ...(entry.crossFilters ? { crossFilters: remapScoped(entry.crossFilters, map) } : {}) };
  });
}

function remapScoped(value: unknown, map: Remapping): unknown {
  if (!isJson(value)) return value;
  const moved: Json = { ...value };
  if (isJson(value.scope)) moved.scope = remapScope(value.scope, map);
  if (value.chartsInScope !== undefined) moved.chartsInScope = remapIds(value.chartsInScope, map);
  return moved;
}

function remapScope(scope: Json, map: Remapping): Json {
  const moved: Json = { ...scope, excluded: remapIds(scope.excluded ?? [], map) };
  if (scope.selectedLayers !== undefined) moved.selectedLayers = remapLayers(scope.selectedLayers, map);
  return moved;
}

function remapLayers(value: unknown, map: Remapping): string[] {
  return listOf(value).flatMap((key) => {
    const layer = typeof key === "string" ? layerOf(key) : null;
    const chartId = layer ? map.chartId(layer.chartId) : undefined;
    return layer && chartId !== undefined ? [layerKey(chartId, layer.place)] : [];
  });
}

function remapFilterScopes(columns: unknown, map: Remapping): unknown {
  if (!isJson(columns)) return columns;
  const entries = Object.entries(columns).map(([name, entry]) => {
    return [name, isJson(entry) ? { ...entry, immune: remapIds(entry.immune ?? [], map) } : entry];
  });
  return Object.fromEntries(entries);
}

function remapDefaultFilters(value: unknown, map: Remapping): unknown {
  if (typeof value !== "string") return remapKeys(value, map, (item) => item);
  try {
    return JSON.stringify(remapKeys(JSON.parse(value || "{}"), map, (item) => item));
  } catch {
    return value;
  }
}

function remapIds(value: unknown, map: Remapping): unknown {
  return listOf(value).flatMap((id) =>
    typeof id === "number" || typeof id === "string" ? (map.chartId(id) ?? []) : [],
  );
}

function remapKeys(value: unknown, map: Remapping, change: (item: unknown, id: number) => unknown): unknown {
  if (!isJson(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const id = map.chartId(/^\d+$/.test(key) ? Number(key) : key);
    return id === undefined ? [] : [[String(id), change(item, id)] as const];
  });
  return Object.fromEntries(entries);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As `shownPositions`, with the frame of an empty layout. */
export function withAllCharts(
  position: Json | null,
  title: string,
  charts: Parameters<typeof shownPositions>[1],
): Json {
  const layout = position && Object.keys(position).length > 0 ? position : toPositions(emptyLayout(title));
  return shownPositions(layout, charts);
}
