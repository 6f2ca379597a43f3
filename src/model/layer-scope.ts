import { z } from "zod";
import { ExtraFormData } from "./data-mask.ts";
import type { FilterScope } from "./native-filter.ts";

/**
 * Filters limited to some layers of a layered map. A scope lists `chart-<chart id>-layer-<n>` with n from 0; without
 * entries the whole map is affected.
 */

export const LAYERED = "deck_multi";

export const LayerFilters = z.object({
  layer_filter_scope: z.record(z.string(), z.array(z.number().int())),
  filter_data_mapping: z.record(z.string(), ExtraFormData),
});
export type LayerFilters = z.infer<typeof LayerFilters>;

export const layerKey = (chartId: number, place: number) => `chart-${chartId}-layer-${place}`;

export function layerOf(key: string): { chartId: number; place: number } | null {
  const match = /^chart-(\d+)-layer-(\d+)$/.exec(key);
  return match ? { chartId: Number(match[1]), place: Number(match[2]) } : null;
}

export function layersInScope(scope: FilterScope, chartId: number): number[] | null {
  const places = (scope.selectedLayers ?? []).flatMap((key) => {
    const layer = layerOf(key);
    return layer?.chartId === chartId ? [layer.place] : [];
  });
  return places.length > 0 ? places : null;
}

export function layerContributions(formData: Record<string, unknown>, place: number): ExtraFormData[] {
  const { success, data } = LayerFilters.safeParse(formData);
  if (!success) return [];
  return Object.entries(data.layer_filter_scope).flatMap(([id, places]) => {
    const contribution = data.filter_data_mapping[id];
    return contribution && places.includes(place) ? [contribution] : [];
  });
}
