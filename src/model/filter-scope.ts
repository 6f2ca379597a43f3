import type { Layout } from "./dashboard-layout.ts";
import type { ChartCrossFilters, DashboardMetadata } from "./dashboard-metadata.ts";
import { ancestorsOf } from "./layout-tree.ts";
import type { FilterScope, NativeFilter } from "./native-filter.ts";

/** Scopes contain layout ids; stored `chartsInScope` lists are only caches. */

const EVERYTHING: FilterScope = { rootPath: ["ROOT_ID"], excluded: [] };

export function chartsInScope(scope: FilterScope, layout: Layout): number[] {
  const roots = new Set(scope.rootPath);
  const excluded = new Set(scope.excluded);
  const found = new Set<number>();
  for (const [id, path] of ancestorsOf(layout)) {
    const component = layout[id];
    const chartId = component?.type === "CHART" ? component.meta.chartId : undefined;
    if (typeof chartId !== "number" || excluded.has(chartId)) continue;
    if (roots.has(id) || path.some((ancestor) => roots.has(ancestor))) found.add(chartId);
  }
  return [...found];
}

export function scopesDiffer(scopes: readonly FilterScope[], before: Layout, after: Layout): boolean {
  const reach = (scope: FilterScope, layout: Layout) =>
    chartsInScope(scope, layout)
      .sort((a, b) => a - b)
      .join();
  return scopes.some((scope) => reach(scope, before) !== reach(scope, after));
}

export function isOutOfScope(reach: readonly number[], visible: ReadonlySet<number>): boolean {
  return !reach.some((chart) => visible.has(chart));
}

type CrossFilterScopes = Pick<DashboardMetadata, "chart_configuration" | "global_chart_configuration">;

export function crossFilterScope(chartId: number, metadata: CrossFilterScopes): FilterScope {
  const own: ChartCrossFilters | undefined = metadata.chart_configuration[String(chartId)];
  const scope = own?.crossFilters.scope;
  return scope && scope !== "global" ? scope : (metadata.global_chart_configuration?.scope ?? EVERYTHING);
}

export function crossFilterReach(
  chartId: number,
  metadata: CrossFilterScopes & Pick<DashboardMetadata, "cross_filters_enabled">,
  layout: Layout,
): number[] {
  if (!metadata.cross_filters_enabled) return [];
  return chartsInScope(crossFilterScope(chartId, metadata), layout).filter((id) => id !== chartId);
}

function parentsOf(filters: readonly NativeFilter[]): Map<string, string[]> {
  const known = new Set(filters.map((filter) => filter.id));
  return new Map(filters.map((filter) => [filter.id, filter.cascadeParentIds.filter((id) => known.has(id))]));
}

export function cyclicFilters(filters: readonly NativeFilter[]): string[] {
  const parents = parentsOf(filters);
  return filters.map((filter) => filter.id).filter((id) => ancestorsIn(parents, id).has(id));
}

function ancestorsIn(parents: Map<string, string[]>, id: string): Set<string> {
  const reached = new Set<string>();
  const queue = [...(parents.get(id) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...(parents.get(next) ?? []));
  }
  return reached;
}

/**
 * All filters that narrow this one's options, in display order. Filters in a cycle have none, so that they aren't
 * waited for.
 */
export function dependenciesOf(filter: NativeFilter, filters: readonly NativeFilter[]): NativeFilter[] {
  const reached = ancestorsIn(parentsOf(filters), filter.id);
  if (reached.has(filter.id)) return [];
  return filters.filter((other) => reached.has(other.id));
}
