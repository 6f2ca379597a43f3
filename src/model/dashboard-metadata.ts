import { z } from "zod";
import { DisplayControls, unreadControls } from "./display-control.ts";
import { readJson } from "./json-text.ts";
import { FilterScope, NativeFilterEntry } from "./native-filter.ts";

/** `json_metadata` of a dashboard. Unknown keys are kept and written back. */

export const ChartCrossFilters = z.looseObject({
  id: z.number(),
  crossFilters: z.looseObject({
    scope: z.union([z.literal("global"), FilterScope]),
    chartsInScope: z.array(z.number()).default([]),
  }),
});
export type ChartCrossFilters = z.infer<typeof ChartCrossFilters>;

export const DashboardMetadata = z.looseObject({
  native_filter_configuration: z.array(NativeFilterEntry).default([]),
  chart_customization_config: DisplayControls.default([]),
  chart_configuration: z.record(z.string(), ChartCrossFilters).default({}),
  global_chart_configuration: z
    .looseObject({ scope: FilterScope.optional(), chartsInScope: z.array(z.number()).default([]) })
    .nullish(),
  cross_filters_enabled: z.boolean().default(true),
  filter_bar_orientation: z.enum(["VERTICAL", "HORIZONTAL"]).default("VERTICAL"),
  color_scheme: z
    .string()
    .nullish()
    .transform((name) => name ?? ""),
  color_scheme_domain: z.array(z.string()).default([]),
  color_namespace: z.string().nullish(),
  label_colors: z.record(z.string(), z.string()).default({}),
  map_label_colors: z.record(z.string(), z.string()).default({}),
  shared_label_colors: z.union([z.array(z.string()), z.record(z.string(), z.string())]).default([]),
  refresh_frequency: z.number().default(0),
  /** Whether refreshes at an interval come one after the other, and over how many milliseconds at least. */
  stagger_refresh: z.boolean().catch(true),
  stagger_time: z.number().nonnegative().catch(5000),
  timed_refresh_immune_slices: z.array(z.number()).default([]),
  /** Whether every chart says when its data was read. */
  show_chart_timestamps: z.boolean().catch(false),
  expanded_slices: z.record(z.string(), z.boolean()).default({}),
});
export type DashboardMetadata = z.infer<typeof DashboardMetadata>;

const FILTERS = "native_filter_configuration";
const CONTROLS = "chart_customization_config";

type Stored = Readonly<Record<string, unknown>>;

/**
 * Reads json_metadata text. What can't be read costs itself alone: a key takes its default, a filter is left out. Text
 * that isn't a JSON object is read as an empty one.
 */
export const parseDashboardMetadata = (text: string | null | undefined): DashboardMetadata =>
  readMetadata(jsonObject(text));

/** The same, of a stored object. */
export function readMetadata(stored: Stored): DashboardMetadata {
  const readable = Object.entries(stored).flatMap(([key, value]) => {
    if (key === FILTERS) return Array.isArray(value) ? [[key, value.filter(isEntry)]] : [];
    return isReadable(key, value) ? [[key, value]] : [];
  });
  return DashboardMetadata.parse(Object.fromEntries(readable));
}

/** What of stored metadata can't be read, to be saved again as it is: keys, and entries of the lists of filters and controls. */
export function unreadMetadata(text: string | null | undefined): Record<string, unknown> {
  const unread = Object.entries(jsonObject(text)).flatMap(([key, value]) => {
    const rest = key === CONTROLS ? unreadControls(value) : key === FILTERS ? unreadFilters(value) : value;
    const isWhole = key === CONTROLS || key === FILTERS ? rest === undefined || isNone(rest) : isReadable(key, value);
    return isWhole ? [] : [[key, rest] as const];
  });
  return Object.fromEntries(unread);
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;

const unreadFilters = (stored: unknown) => (Array.isArray(stored) ? stored.filter((entry) => !isEntry(entry)) : stored);

const isEntry = (value: unknown) => NativeFilterEntry.safeParse(value).success;

function isReadable(key: string, value: unknown): boolean {
  const schema = Object.hasOwn(DashboardMetadata.shape, key)
    ? DashboardMetadata.shape[key as keyof typeof DashboardMetadata.shape]
    : undefined;
  return schema?.safeParse(value).success ?? true;
}

function jsonObject(text: string | null | undefined): Stored {
  try {
    const value = readJson(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
