import { z } from "zod";
import { isTimeZone } from "../i18n/zone.ts";
import { DisplayControls, unparsedControls } from "./display-control.ts";
import { readJson } from "./json-text.ts";
import { FilterScope, NativeFilterEntry } from "./native-filter.ts";
import { PerformanceBudget } from "./performance-budget.ts";

/** `json_metadata`. Unknown keys are preserved. */

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
  /** Whether periodic refreshes are staggered, and the minimum time in milliseconds. */
  stagger_refresh: z.boolean().catch(true),
  stagger_time: z.number().nonnegative().catch(5000),
  timed_refresh_immune_slices: z.array(z.number()).default([]),
  show_chart_timestamps: z.boolean().catch(false),
  /** Missing = the reader's. Other products don't know it. */
  time_zone: z.string().refine(isTimeZone).nullish().catch(null),
  performance_budget: PerformanceBudget.nullish().catch(null),
  expanded_slices: z.record(z.string(), z.boolean()).default({}),
});
export type DashboardMetadata = z.infer<typeof DashboardMetadata>;

const FILTERS = "native_filter_configuration";
const CONTROLS = "chart_customization_config";
const KNOWN = Object.entries(DashboardMetadata.shape);

type Stored = Readonly<Record<string, unknown>>;

/** Unreadable keys get their default and unreadable filters are dropped. Invalid JSON counts as `{}`. */
export const parseDashboardMetadata = (text: string | null | undefined): DashboardMetadata =>
  readMetadata(jsonObject(text));

export function readMetadata(stored: Stored): DashboardMetadata {
  const readable = KNOWN.flatMap(([key, schema]): [string, unknown][] => {
    if (!Object.hasOwn(stored, key)) return [];
    const value = key === FILTERS ? readableFilters(stored[key]) : stored[key];
    return schema.safeParse(value).success ? [[key, value]] : [];
  });
  return { ...stored, ...DashboardMetadata.parse(Object.fromEntries(readable)) };
}

/** Unreadable keys and entries, so that a save can write them back. */
export function unparsedMetadata(text: string | null | undefined): Record<string, unknown> {
  const stored = jsonObject(text);
  const unparsed = KNOWN.flatMap(([key, schema]): [string, unknown][] => {
    const value = stored[key];
    if (value === undefined) return [];
    const rest = key === CONTROLS ? unparsedControls(value) : key === FILTERS ? unparsedFilters(value) : value;
    const isRead = key === CONTROLS || key === FILTERS ? isNone(rest) : schema.safeParse(value).success;
    return isRead ? [] : [[key, rest]];
  });
  return Object.fromEntries(unparsed);
}

const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;

const isEntry = (value: unknown) => NativeFilterEntry.safeParse(value).success;

const readableFilters = (stored: unknown) => (Array.isArray(stored) ? stored.filter(isEntry) : []);

const unparsedFilters = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((entry) => !isEntry(entry)) : stored;

function jsonObject(text: string | null | undefined): Stored {
  try {
    const value = readJson(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Stored) : {};
  } catch {
    return {};
  }
}
