import { nanoid } from "nanoid";
import { topTabsOf } from "../../../editor/layout-rules.ts";
import { t } from "../../../i18n/translate.ts";
import type { Layout } from "../../../model/dashboard-layout.ts";
import { DYNAMIC_GROUPBY, LAYER_VISIBILITY, offeredColumns } from "../../../model/display-control.ts";
import { cyclicFilters } from "../../../model/filter-scope.ts";
import { layerOf } from "../../../model/layer-scope.ts";
import { ancestorsOf } from "../../../model/layout-tree.ts";
import {
  type ControlType,
  type FilterDivider,
  type FilterScope,
  type FilterType,
  isControl,
  isDivider,
  type NativeFilter,
  type NativeFilterEntry,
} from "../../../model/native-filter.ts";
import {
  filterControls,
  maskValues,
  type Range,
  rangeMask,
  rangeProblem,
  selectMask,
} from "../../../model/native-filter-query.ts";

export interface FilterDraft {
  entries: readonly NativeFilterEntry[];
  pending: ReadonlySet<string>;
}

export const FILTER_TYPE_NAMES: Readonly<Record<FilterType, string>> = {
  filter_select: t("Value"),
  filter_range: t("Numerical range"),
  filter_time: t("Time range"),
  filter_timecolumn: t("Time column"),
  filter_timegrain: t("Time grain"),
};

export const CONTROL_TYPE_NAMES: Readonly<Record<ControlType, string>> = {
  chart_customization_dynamic_groupby: t("Dimensions"),
  chart_customization_timegrain: t("Time grain"),
  chart_customization_timecolumn: t("Time column"),
  chart_customization_deckgl_layer_visibility: t("Map layers"),
};

export const needsColumn = (type: string) => type === "filter_select" || type === "filter_range";
export const needsDataset = (type: string) => type !== "filter_time" && type !== LAYER_VISIBILITY;

export const REMOVAL_MS = 5000;

export function newFilter(name = ""): NativeFilter {
  return {
    id: `NATIVE_FILTER-${nanoid()}`,
    type: "NATIVE_FILTER",
    name,
    filterType: "filter_select",
    targets: [{}],
    defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
    controlValues: {
      enableEmptyFilter: false,
      defaultToFirstItem: false,
      multiSelect: true,
      searchAllOptions: false,
      inverseSelection: false,
    },
    cascadeParentIds: [],
    scope: { rootPath: ["ROOT_ID"], excluded: [] },
  };
}

export function newControl(): NativeFilter {
  return {
    ...newFilter(),
    id: `CHART_CUSTOMIZATION-${nanoid()}`,
    type: "CHART_CUSTOMIZATION",
    filterType: DYNAMIC_GROUPBY,
    controlValues: { enableEmptyFilter: false, canSelectMultiple: true },
  };
}

export function newDivider(place: "filters" | "controls" = "filters"): FilterDivider {
  const text = { title: "", description: "" };
  return place === "filters"
    ? { id: `NATIVE_FILTER_DIVIDER-${nanoid()}`, type: "DIVIDER", ...text }
    : { id: `CHART_CUSTOMIZATION_DIVIDER-${nanoid()}`, type: "CHART_CUSTOMIZATION_DIVIDER", ...text };
}

export function addEntry(draft: FilterDraft, entry: NativeFilterEntry): FilterDraft {
  const before = draft.entries.filter((other) => isControl(entry) || !isControl(other));
  return { ...draft, entries: [...before, entry, ...draft.entries.slice(before.length)] };
}

export function replaceEntry(draft: FilterDraft, entry: NativeFilterEntry): FilterDraft {
  return { ...draft, entries: draft.entries.map((other) => (other.id === entry.id ? entry : other)) };
}

export function moveEntry(draft: FilterDraft, id: string, step: number): FilterDraft {
  const from = draft.entries.findIndex((entry) => entry.id === id);
  const entry = draft.entries[from];
  if (!entry) return draft;
  const alike = draft.entries.flatMap((other, index) => (isControl(other) === isControl(entry) ? [index] : []));
  const to = Math.min(Math.max(from + step, alike[0] ?? from), alike.at(-1) ?? from);
  if (from === to) return draft;
  const rest = draft.entries.filter((other) => other.id !== id);
  return { ...draft, entries: [...rest.slice(0, to), entry, ...rest.slice(to)] };
}

const COUNTERPARTS: readonly (readonly [FilterType, ControlType])[] = [
  ["filter_timegrain", "chart_customization_timegrain"],
  ["filter_timecolumn", "chart_customization_timecolumn"],
];

function counterpart(entry: NativeFilterEntry): NativeFilterEntry | undefined {
  const isBecomingControl = !isControl(entry);
  if (isDivider(entry)) {
    const { title, description } = entry;
    return { ...newDivider(isBecomingControl ? "controls" : "filters"), title, description };
  }
  const pair = COUNTERPARTS.find((kinds) => kinds.some((kind) => kind === entry.filterType));
  if (!pair) return undefined;
  const { id, type } = isBecomingControl ? newControl() : newFilter();
  const controlValues = { enableEmptyFilter: entry.controlValues.enableEmptyFilter === true };
  return { ...entry, id, type, filterType: pair[isBecomingControl ? 1 : 0], controlValues, cascadeParentIds: [] };
}

export const canCross = (entry: NativeFilterEntry) => counterpart(entry) !== undefined;

/**
 * Moves an entry to the other list, before `before` or to its end, under a new id (`moved`). Returns the same draft if
 * its type doesn't exist there.
 */
export function crossEntry(draft: FilterDraft, id: string, before?: string): { draft: FilterDraft; moved: string } {
  const entry = draft.entries.find((one) => one.id === id);
  const next = entry && counterpart(entry);
  if (!next) return { draft, moved: id };
  const rest = draft.entries.filter((one) => one.id !== id);
  if (before === undefined) return { draft: addEntry({ ...draft, entries: rest }, next), moved: next.id };
  const at = rest.findIndex((one) => one.id === before);
  return { draft: { ...draft, entries: [...rest.slice(0, at), next, ...rest.slice(at)] }, moved: next.id };
}

export function stepEntry(draft: FilterDraft, id: string, step: 1 | -1): { draft: FilterDraft; moved: string } {
  const within = moveEntry(draft, id, step);
  const entry = draft.entries.find((one) => one.id === id);
  if (within !== draft || !entry || isControl(entry) !== step < 0) return { draft: within, moved: id };
  return crossEntry(draft, id, step > 0 ? draft.entries.find(isControl)?.id : undefined);
}

export function remainingEntries(draft: FilterDraft): NativeFilterEntry[] {
  return draft.entries
    .filter((entry) => !draft.pending.has(entry.id))
    .map((entry) =>
      isDivider(entry)
        ? entry
        : { ...entry, cascadeParentIds: entry.cascadeParentIds.filter((id) => !draft.pending.has(id)) },
    );
}

export interface FilterProblem {
  field: "name" | "dataset" | "column" | "default" | "dependencies" | "title";
  text: string;
}

export function problemsOf(draft: FilterDraft): Record<string, FilterProblem[]> {
  const entries = remainingEntries(draft);
  const filters = entries.filter((entry): entry is NativeFilter => !isDivider(entry));
  const cyclic = new Set(cyclicFilters(filters));
  const problems: Record<string, FilterProblem[]> = {};
  for (const entry of entries) {
    const found = isDivider(entry) ? dividerProblems(entry.title) : filterProblems(entry);
    if (cyclic.has(entry.id)) found.push({ field: "dependencies", text: t("Cyclic dependency detected") });
    if (found.length > 0) problems[entry.id] = found;
  }
  return problems;
}

const dividerProblems = (title: string): FilterProblem[] =>
  title.trim() ? [] : [{ field: "title", text: t("Title is required") }];

function filterProblems(filter: NativeFilter): FilterProblem[] {
  const target = filter.targets[0];
  const problems: FilterProblem[] = [];
  if (!filter.name.trim()) problems.push({ field: "name", text: t("Name is required") });
  if (needsDataset(filter.filterType) && !target?.datasetId) {
    problems.push({ field: "dataset", text: t("Dataset is required") });
  }
  if (needsColumn(filter.filterType) && !target?.column?.name) {
    problems.push({ field: "column", text: t("Column is required") });
  }
  const [low, high] = defaultRange(filter);
  const rangeError =
    filter.filterType === "filter_range" && rangeProblem([low, high], filterControls(filter).singleValue);
  if (rangeError) problems.push({ field: "default", text: rangeError });
  return problems;
}

export function defaultRange(filter: NativeFilter): Range {
  const stored = filter.defaultDataMask.filterState?.value;
  const [low = null, high = null] = Array.isArray(stored) ? (stored as (number | null)[]) : [];
  return [low, high];
}

export function onDataset(filter: NativeFilter, datasetId: number): NativeFilter {
  const { adhoc_filters } = filter;
  return retarget(
    {
      ...filter,
      sortMetric: null,
      granularity_sqla: null,
      ...(adhoc_filters ? { adhoc_filters: adhoc_filters.filter((one) => one.expressionType === "SQL") } : {}),
      ...(offeredColumns(filter) ? { controlValues: { ...filter.controlValues, offered: [] } } : {}),
    },
    { targets: [{ datasetId }] },
  );
}

export function withDefaultRange(filter: NativeFilter, range: Range): NativeFilter {
  const mask = rangeMask(filter, range);
  return { ...filter, defaultDataMask: { ...mask, filterState: { ...mask.filterState, value: [...range] } } };
}

export function withBehavior(filter: NativeFilter, values: Record<string, unknown>): NativeFilter {
  const next = { ...filter, controlValues: { ...filter.controlValues, ...values } };
  const chosen = maskValues(filter.defaultDataMask);
  if (chosen.length === 0) return next;
  if (next.filterType === "filter_range") return withDefaultRange(next, defaultRange(filter));
  if (next.filterType !== "filter_select") return next;
  return { ...next, defaultDataMask: selectMask(next, filterControls(next).multiSelect ? chosen : chosen.slice(0, 1)) };
}

export function retarget(filter: NativeFilter, part: Partial<NativeFilter>): NativeFilter {
  return { ...filter, ...part, defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } };
}

/**
 * The scope that covers exactly these charts, by whole tabs where the dashboard has tabs. `empty`: covered tabs without
 * charts, for charts added later.
 */
export function scopeOf(layout: Layout, charts: ReadonlySet<number>, empty: ReadonlySet<string>): FilterScope {
  const tabs = topTabsOf(layout)?.children ?? [];
  const placed = chartsByTab(layout);
  const reached = tabs.filter((tab) => {
    const own = placed.get(tab);
    return own ? [...own].some((id) => charts.has(id)) : empty.has(tab);
  });
  const all = [...new Set([...placed.values()].flatMap((ids) => [...ids]))];
  if (tabs.length === 0 || reached.length === tabs.length || reached.length === 0) {
    return { rootPath: ["ROOT_ID"], excluded: all.filter((id) => !charts.has(id)) };
  }
  const inside = [...new Set(reached.flatMap((tab) => [...(placed.get(tab) ?? [])]))];
  return { rootPath: reached, excluded: inside.filter((id) => !charts.has(id)) };
}

export function scopeOfKeys(layout: Layout, checked: readonly string[]): FilterScope {
  const whole = new Set(checked.flatMap((key) => /^chart-(\d+)$/.exec(key)?.[1] ?? []).map(Number));
  const narrowed = checked.flatMap((key) => {
    const layer = layerOf(key);
    return layer && !whole.has(layer.chartId) ? [{ ...layer, key }] : [];
  });
  const scope = scopeOf(layout, new Set([...whole, ...narrowed.map(({ chartId }) => chartId)]), new Set(checked));
  return narrowed.length > 0 ? { ...scope, selectedLayers: narrowed.map(({ key }) => key) } : scope;
}

export function emptyTabsIn({ rootPath }: FilterScope, layout: Layout): string[] {
  const placed = chartsByTab(layout);
  const tabs = topTabsOf(layout)?.children ?? [];
  return tabs.filter((tab) => !placed.has(tab) && (rootPath.includes("ROOT_ID") || rootPath.includes(tab)));
}

function chartsByTab(layout: Layout): Map<string, Set<number>> {
  const tabs = new Set(topTabsOf(layout)?.children ?? []);
  const found = new Map<string, Set<number>>();
  for (const [id, path] of ancestorsOf(layout)) {
    const chartId = layout[id]?.type === "CHART" ? layout[id].meta.chartId : undefined;
    if (typeof chartId !== "number") continue;
    const tab = path.find((step) => tabs.has(step)) ?? "";
    found.set(tab, (found.get(tab) ?? new Set()).add(chartId));
  }
  return found;
}
