import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { isTimeZone } from "../../i18n/zone.ts";
import { parseLayout } from "../../model/dashboard-layout.ts";
import { invalidFields } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { NativeFilterEntry } from "../../model/native-filter.ts";
import { PerformanceBudget } from "../../model/performance-budget.ts";
import type { FilterChanges } from "./contract.ts";

export interface SplitMetadata {
  metadata: Record<string, unknown>;
  positions: Record<string, unknown> | undefined;
}

const DEFAULTS = {
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: "",
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
  timed_refresh_immune_slices: [],
};

const dictionary = z.record(z.string(), z.unknown()).nullish();
const list = z.array(z.unknown()).nullish();

/** The types that a save checks. Other invalid values are ignored when the metadata is used. */
const WireMetadata = z.object({
  native_filter_configuration: z.array(z.record(z.string(), z.unknown())).nullish(),
  chart_configuration: dictionary,
  global_chart_configuration: dictionary,
  expanded_slices: dictionary,
  label_colors: dictionary,
  map_label_colors: dictionary,
  shared_label_colors: z.union([list, dictionary]),
  color_scheme_domain: list,
  timed_refresh_immune_slices: z.array(z.number()).nullish(),
  color_scheme: z.string().nullish(),
  color_namespace: z.string().nullish(),
  refresh_frequency: z.number().nullish(),
  cross_filters_enabled: z.boolean().nullish(),
  filter_bar_orientation: z.enum(["VERTICAL", "HORIZONTAL"]).nullish(),
  time_zone: z
    .string()
    .refine(isTimeZone, { error: () => t("This isn't a time zone.") })
    .nullish(),
  performance_budget: PerformanceBudget.nullish(),
});

export function splitMetadata(text: string): SplitMetadata {
  const raw = parseObject(text, "json_metadata");
  const { positions, show_native_filters: _, ...rest } = raw;
  const known = Object.keys(WireMetadata.shape).filter((key) => Object.hasOwn(rest, key));
  const checked = WireMetadata.safeParse(Object.fromEntries(known.map((key) => [key, rest[key]])));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalidFields({
      json_metadata: [`${issue?.path.join(".") ?? ""}: ${issue?.message ?? t("Invalid value.")}`],
    });
  }
  const metadata = { ...DEFAULTS, ...rest };
  if (rest.color_namespace === null) delete (metadata as Record<string, unknown>).color_namespace;
  const isLayout = typeof positions === "object" && positions !== null;
  return { metadata, positions: isLayout ? (positions as Record<string, unknown>) : undefined };
}

export function parseObject(text: string, field: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = readJson(text === "" ? "{}" : text);
  } catch {
    throw invalidFields({ [field]: [t("JSON not valid")] });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidFields({ [field]: [t("JSON not valid")] });
  }
  return value as Record<string, unknown>;
}

export function chartIdsOf(positions: Record<string, unknown>): number[] {
  const components = Object.values(parseLayout(positions)).filter((component) => component.type === "CHART");
  return [...new Set(components.flatMap(({ meta }) => (typeof meta.chartId === "number" ? [meta.chartId] : [])))];
}

export function withChartUuids(
  positions: Record<string, unknown>,
  uuids: ReadonlyMap<number, string>,
): Record<string, unknown> {
  return mapCharts(positions, (meta) => {
    const uuid = typeof meta.chartId === "number" ? uuids.get(meta.chartId) : undefined;
    return uuid === undefined ? meta : { ...meta, uuid };
  });
}

export function mapCharts(
  positions: Record<string, unknown>,
  change: (meta: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries(positions).map(([id, value]) => {
    if (typeof value !== "object" || value === null || (value as { type?: unknown }).type !== "CHART")
      return [id, value];
    const component = value as { meta?: Record<string, unknown> };
    return [id, { ...component, meta: change(component.meta ?? {}) }];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

export function entriesOf<T extends z.ZodType>(
  metadata: Record<string, unknown>,
  key: "native_filter_configuration" | "chart_customization_config",
  entry: T,
): z.output<T>[] {
  const found = z.array(entry).safeParse(metadata[key] ?? []);
  if (!found.success) throw invalidFields({ json_metadata: [t("{key} is not a list of entries", { key })] }, 422);
  return found.data;
}

export type ListChanges<T> = Omit<FilterChanges, "modified"> & { modified: T[] };

/**
 * In order: deletions, changes in place, additions, reordering. Filters missing in the order are deleted unless new.
 */
export function applyFilterChanges<T extends { id: string }>(
  current: readonly T[],
  { modified, deleted, reordered }: ListChanges<T>,
): T[] {
  const changed = new Map(modified.map((entry) => [entry.id, entry]));
  const stored = current.filter((entry) => !deleted.includes(entry.id)).map((entry) => changed.get(entry.id) ?? entry);
  const known = new Set(stored.map((entry) => entry.id));
  const added = modified.filter((entry) => !known.has(entry.id) && !deleted.includes(entry.id));
  const all = [...stored, ...added];
  if (reordered.length === 0) return all;
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const ordered = reordered.flatMap((id) => byId.get(id) ?? []);
  return [...ordered, ...added.filter((entry) => !reordered.includes(entry.id))];
}

export interface TabNode {
  value: string;
  title: string;
  children: TabNode[];
  parents: string[];
}

export function tabsOf(positions: string | null): { all_tabs: Record<string, string>; tab_tree: TabNode[] } {
  const layout = parseLayout(positions);
  const all_tabs: Record<string, string> = {};
  const visible = new Set<string>();

  function below(id: string, parents: string[]): TabNode[] {
    return (layout[id]?.children ?? []).flatMap((childId) => {
      const child = layout[childId];
      if (!child || visible.has(childId)) return [];
      visible.add(childId);
      if (child.type !== "TAB") return below(childId, parents);
      const title = child.meta.text || child.meta.defaultText || t("Tab title");
      all_tabs[childId] = title;
      return [{ value: childId, title, children: below(childId, [...parents, childId]), parents }];
    });
  }

  return { all_tabs, tab_tree: below("ROOT_ID", []) };
}

export function filtersByTab(text: string | null): Record<string, NativeFilterEntry[]> {
  const metadata = parseObject(text ?? "", "json_metadata");
  const all = entriesOf(metadata, "native_filter_configuration", NativeFilterEntry);
  const byTab: Record<string, NativeFilterEntry[]> = { all };
  for (const entry of all) {
    const tabs = "tabsInScope" in entry && Array.isArray(entry.tabsInScope) ? entry.tabsInScope.map(String) : [];
    for (const tab of tabs) byTab[tab] = [...(byTab[tab] ?? []), entry];
  }
  return byTab;
}

export function normalizeSlug(slug: string | null | undefined): string | null | undefined {
  if (slug === undefined || slug === null) return slug;
  const text = slug
    .trim()
    .replace(/ /g, "-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "");
  return text === "" ? null : text;
}
