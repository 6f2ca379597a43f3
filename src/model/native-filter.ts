import { z } from "zod";
import { AdhocFilter } from "./adhoc.ts";
import { DataMask } from "./data-mask.ts";

/**
 * Entries of `json_metadata.native_filter_configuration`, and display controls in `chart_customization_config`, which
 * have the same format.
 */

export const FILTER_TYPES = [
  "filter_select",
  "filter_range",
  "filter_time",
  "filter_timecolumn",
  "filter_timegrain",
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

export const CONTROL_TYPES = [
  "chart_customization_dynamic_groupby",
  "chart_customization_timegrain",
  "chart_customization_timecolumn",
  "chart_customization_deckgl_layer_visibility",
] as const;
export type ControlType = (typeof CONTROL_TYPES)[number];

export const FilterScope = z.looseObject({
  /** Layout ids whose descendants are in scope; ROOT_ID = everything. */
  rootPath: z.array(z.string()),
  excluded: z.array(z.number()).default([]),
  selectedLayers: z.array(z.string()).optional(),
});
export type FilterScope = z.infer<typeof FilterScope>;

export const FilterTarget = z.looseObject({
  datasetId: z.number().optional(),
  datasetUuid: z.string().optional(),
  column: z.looseObject({ name: z.string(), displayName: z.string().optional() }).optional(),
});
export type FilterTarget = z.infer<typeof FilterTarget>;

export const NativeFilter = z.looseObject({
  id: z.string(),
  type: z.enum(["NATIVE_FILTER", "CHART_CUSTOMIZATION"]).default("NATIVE_FILTER"),
  name: z.string(),
  description: z.string().nullish(),
  filterType: z.string(),
  targets: z.array(FilterTarget).default([]),
  defaultDataMask: DataMask.default({}),
  controlValues: z.record(z.string(), z.unknown()).default({}),
  cascadeParentIds: z.array(z.string()).default([]),
  scope: FilterScope.default({ rootPath: ["ROOT_ID"], excluded: [] }),
  chartsInScope: z.array(z.number()).optional(),
  tabsInScope: z.array(z.string()).optional(),
  sortMetric: z.string().nullish(),
  adhoc_filters: z.array(AdhocFilter).optional(),
  time_range: z.string().nullish(),
  granularity_sqla: z.string().nullish(),
  requiredFirst: z.boolean().nullish(),
});
export type NativeFilter = z.infer<typeof NativeFilter>;

export const FilterDivider = z.looseObject({
  id: z.string(),
  type: z.enum(["DIVIDER", "CHART_CUSTOMIZATION_DIVIDER"]),
  title: z.string().default(""),
  description: z.string().nullish(),
});
export type FilterDivider = z.infer<typeof FilterDivider>;

/** Null counts as missing, as other versions write it. */
export const NativeFilterEntry = z.preprocess(withoutNulls, z.union([FilterDivider, NativeFilter]));
export type NativeFilterEntry = z.infer<typeof NativeFilterEntry>;

type Stored = Readonly<Record<string, unknown>>;

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys that take null are kept as they are. */
const NULLABLE = new Set(["description", "sortMetric", "time_range", "granularity_sqla", "requiredFirst"]);

function filled(value: unknown, nullable: ReadonlySet<string> = new Set()): unknown {
  if (!isStored(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || nullable.has(key)));
}

function withoutNulls(entry: unknown): unknown {
  const stored = filled(entry, NULLABLE);
  if (!isStored(stored)) return stored;
  const { defaultDataMask, scope, targets } = stored;
  return {
    ...stored,
    ...(targets ? { targets: Array.isArray(targets) ? targets.map((target) => filled(target)) : targets } : {}),
    ...(scope ? { scope: filled(scope) } : {}),
    ...(defaultDataMask ? { defaultDataMask: filledMask(defaultDataMask) } : {}),
  };
}

function filledMask(stored: unknown): unknown {
  const mask = filled(stored);
  if (!isStored(mask) || !isStored(mask.extraFormData)) return mask;
  return { ...mask, extraFormData: filled(mask.extraFormData) };
}

export function isDivider(entry: NativeFilterEntry): entry is FilterDivider {
  return entry.type === "DIVIDER" || entry.type === "CHART_CUSTOMIZATION_DIVIDER";
}

export function isControl(entry: NativeFilterEntry): boolean {
  return entry.type === "CHART_CUSTOMIZATION" || entry.type === "CHART_CUSTOMIZATION_DIVIDER";
}
