import { z } from "zod";
import { ExtraFormData } from "./data-mask.ts";
import type { FilterScope } from "./native-filter.ts";

/**
 * Filters that reach only some layers of a map of several. A scope names them `chart-<chart id>-layer-<n>`, n the place
 * of the layer from 0; a map of which it names none is reached as a whole.
 */

/** The type of chart whose layers filters may tell apart. */
export const LAYERED = "deck_multi";

/** What such filters hand to the map beside its form data. Layers by their places from 0. */
export const LayerFilters = z.object({
  layer_filter_scope: z.record(z.string(), z.array(z.number().int())),
  /** What each of them contributes, by the filter's id. */
  filter_data_mapping: z.record(z.string(), ExtraFormData),
});
export type LayerFilters = z.infer<typeof LayerFilters>;

export const layerKey = (chartId: number, place: number) => `chart-${chartId}-layer-${place}`;

/** The chart and the place that a key names; null when it names no layer. */
export function layerOf(key: string): { chartId: number; place: number } | null {
  const match = /^chart-(\d+)-layer-(\d+)$/.exec(key);
  return match ? { chartId: Number(match[1]), place: Number(match[2]) } : null;
}

/** Places of the layers of a map that the scope is narrowed to; null: all of them. */
export function layersInScope(scope: FilterScope, chartId: number): number[] | null {
  const places = (scope.selectedLayers ?? []).flatMap((key) => {
    const layer = layerOf(key);
    return layer?.chartId === chartId ? [layer.place] : [];
  });
  return places.length > 0 ? places : null;
}

/** What the filters of some layers contribute to the one at this place, in their order. */
export function layerContributions(formData: Record<string, unknown>, place: number): ExtraFormData[] {
  const { success, data } = LayerFilters.safeParse(formData);
  if (!success) return [];
  return Object.entries(data.layer_filter_scope).flatMap(([id, places]) => {
    const contribution = data.filter_data_mapping[id];
    return contribution && places.includes(place) ? [contribution] : [];
  });
}
