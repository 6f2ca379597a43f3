import { z } from "zod";
import { AdhocFilter, QueryFilter } from "./adhoc.ts";

/** What a filter or a cross-filtering chart contributes to others, keyed by filter or chart id in a DataMaskMap. */
export const ExtraFormData = z.looseObject({
  filters: z.array(QueryFilter).optional(),
  adhoc_filters: z.array(AdhocFilter).optional(),
  time_range: z.string().optional(),
  granularity: z.string().optional(),
  granularity_sqla: z.string().optional(),
  time_column: z.string().optional(),
  time_grain: z.string().optional(),
  time_grain_sqla: z.string().optional(),
  relative_start: z.enum(["today", "now"]).optional(),
  relative_end: z.enum(["today", "now"]).optional(),
  /** Ids of the charts that maps lay over each other, of which no other is seen; anything else counts as none. */
  visible_deckgl_layers: z.unknown().optional(),
  /** Controls of charts that others set: `groupby`, a list of columns; anything else counts as none. */
  custom_form_data: z.unknown().optional(),
});
export type ExtraFormData = z.infer<typeof ExtraFormData>;

export const FilterState = z.looseObject({
  value: z.unknown().optional(),
  label: z.string().nullish(),
  excludeFilterValues: z.boolean().optional(),
  selectedValues: z.unknown().optional(),
});
export type FilterState = z.infer<typeof FilterState>;

export const DataMask = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  extraFormData: ExtraFormData.optional(),
  filterState: FilterState.optional(),
  ownState: z.record(z.string(), z.unknown()).optional(),
});
export type DataMask = z.infer<typeof DataMask>;
export const DataMaskMap = z.record(z.string(), DataMask);
export type DataMaskMap = z.infer<typeof DataMaskMap>;

/** The dimensions that a display control has chosen. */
export function dimensionsIn(extra: Pick<ExtraFormData, "custom_form_data"> | undefined): string[] {
  const { groupby } = (extra?.custom_form_data ?? {}) as { groupby?: unknown };
  return Array.isArray(groupby) ? groupby.filter((column) => typeof column === "string") : [];
}

const APPENDED = ["adhoc_filters", "filters"] as const;

/** Merges in order: lists and chosen dimensions are appended, every other key is overridden by the later mask. */
export function mergeExtraFormData(parts: readonly (ExtraFormData | undefined)[]): ExtraFormData {
  const merged: ExtraFormData = {};
  for (const part of parts) {
    if (!part) continue;
    const before = { custom_form_data: merged.custom_form_data };
    for (const [key, value] of Object.entries(part)) {
      if (value === undefined || value === null) continue;
      const isList = (APPENDED as readonly string[]).includes(key);
      merged[key] = isList ? [...((merged[key] as unknown[]) ?? []), ...(value as unknown[])] : value;
    }
    const groupby = new Set([...dimensionsIn(before), ...dimensionsIn(part)]);
    if (groupby.size > 0) merged.custom_form_data = { ...(merged.custom_form_data as object), groupby: [...groupby] };
  }
  return merged;
}
