import { z } from "zod";
import { DisplayControls } from "./display-control.ts";
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
    .looseObject({ scope: FilterScope, chartsInScope: z.array(z.number()).default([]) })
    .optional(),
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

const KNOWN_KEYS = Object.keys(DashboardMetadata.shape);

/** Checks the known keys of metadata; the others, which may be many, are taken as they are. */
export function parseKnown(stored: unknown): DashboardMetadata {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return DashboardMetadata.parse(stored);
  const values = stored as Readonly<Record<string, unknown>>;
  const known = KNOWN_KEYS.flatMap((key) => (Object.hasOwn(values, key) ? [[key, values[key]]] : []));
  return { ...values, ...DashboardMetadata.parse(Object.fromEntries(known)) };
}

/** Reads json_metadata text; empty text is an empty object. Throws on bad JSON. */
export function parseDashboardMetadata(text: string | null | undefined): DashboardMetadata {
  return parseKnown(JSON.parse(text || "{}"));
}

/**
 * The same, but what can't be read costs itself alone: a key takes its default, a filter is left out. Text that isn't a
 * JSON object is read as an empty one.
 */
export function readableMetadata(text: string | null | undefined): DashboardMetadata {
  const stored = jsonObject(text);
  for (const [key, schema] of Object.entries(DashboardMetadata.shape)) {
    if (!Object.hasOwn(stored, key)) continue;
    const value = key === "native_filter_configuration" ? readableFilters(stored[key]) : stored[key];
    if (schema.safeParse(value).success) stored[key] = value;
    else delete stored[key];
  }
  return parseKnown(stored);
}

function readableFilters(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored.filter((entry) => NativeFilterEntry.safeParse(entry).success) : [];
}

function jsonObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value = readJson(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
