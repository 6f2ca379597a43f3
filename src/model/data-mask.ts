import { z } from "zod";
import { AdhocFilter, QueryFilter } from "./adhoc.ts";

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
  /** Visible chart ids of layered maps; other values are ignored. */
  visible_deckgl_layers: z.unknown().optional(),
  /** Chart controls set by filters: `groupby`, a list of columns; other values are ignored. */
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

export function dimensionsIn(extra: Pick<ExtraFormData, "custom_form_data"> | undefined): string[] {
  const { groupby } = (extra?.custom_form_data ?? {}) as { groupby?: unknown };
  return Array.isArray(groupby) ? groupby.filter((column) => typeof column === "string") : [];
}

const TIME_COLUMNS = ["granularity_sqla", "granularity", "time_column"] as const;

/** A time column chosen for one dataset doesn't apply to charts of datasets without it. */
export function withOwnTime(extra: ExtraFormData, columns: ReadonlySet<string> | undefined): ExtraFormData {
  const isForeign = (key: string) =>
    (TIME_COLUMNS as readonly string[]).includes(key) && !columns?.has(String(extra[key]));
  return columns ? Object.fromEntries(Object.entries(extra).filter(([key]) => !isForeign(key))) : extra;
}

const APPENDED = ["adhoc_filters", "filters"] as const;

/** Lists and chosen dimensions are appended; other keys are overridden by later masks. */
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
