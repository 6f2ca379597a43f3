import { SquareTerminal } from "lucide-react";
import * as chart from "../../api/chart/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { ListFilter, ListQuery } from "../../model/resource.ts";
import { lazy } from "../../ui/lazy.ts";
import { call } from "../../web/client/client.ts";
import { parseMoment } from "../../web/client/clock.ts";
import { KIND_ICONS } from "../../web/navigation/places.ts";
import { can } from "../../web/session/session.ts";

const SAVED_QUERIES = lazy(() => import("../../api/saved-query/contract.ts"));

export interface HomeItem<K extends Kind = Kind> {
  kind: K;
  id: number;
  title: string;
  url: string;
  source?: string;
  vizType?: string;
  published?: boolean;
  at: number;
}

export type Kind = "dashboard" | "chart" | "query" | "dataset";
export type Collection = "mine" | "favorite" | "other";

/** List sizes that the specification sets for Home. */
export const PAGE_SIZE = 5;
export const VIEWED_SHOWN = 6;
export const EDITED_SHOWN = 3;
export const MIXED_SHOWN = 9;

type Pictured = Exclude<Kind, "query">;

export interface Page<K extends Kind = Kind> {
  items: HomeItem<K>[];
  count: number;
}

export const ICONS = { ...KIND_ICONS, query: SquareTerminal } as const;

const VIEWS = { dashboard: "Dashboard", chart: "Chart", query: "SavedQuery", dataset: "Dataset" } as const;

export function readableKinds(): Kind[] {
  return (["dashboard", "chart", "query", "dataset"] as const).filter((kind) => can("can_read", VIEWS[kind]));
}

/** Undefined where the collection can't contain this kind: users see only their own saved queries. */
export function filtersOf(kind: Kind, collection: Collection, userId: number): ListFilter[] | undefined {
  if (kind === "query") return collection === "mine" ? [] : undefined;
  const mine = { col: "owners", opr: "rel_m_m", value: userId };
  if (collection === "mine") return [mine];
  if (collection === "other") return [];
  return kind === "dataset" ? undefined : [{ col: "id", opr: `${kind}_is_favorite`, value: true }];
}

export async function loadCollection(
  { kinds, collection, userId }: { kinds: readonly Kind[]; collection: Collection; userId: number },
  signal: AbortSignal,
): Promise<Page> {
  const pages = await Promise.all(
    kinds.map(async (kind) => {
      const filters = filtersOf(kind, collection, userId);
      return filters === undefined ? { items: [], count: 0 } : loadPage({ kind, filters, pageSize: PAGE_SIZE }, signal);
    }),
  );
  return {
    items: newestFirst(pages.flatMap((page) => page.items)).slice(0, MIXED_SHOWN),
    count: pages.reduce((sum, page) => sum + page.count, 0),
  };
}

export async function loadActivity(
  which: "edited" | "created",
  userId: number,
  signal: AbortSignal,
): Promise<HomeItem<Pictured>[]> {
  const kinds = readableKinds().filter((kind) => kind === "dashboard" || kind === "chart");
  const pages = await Promise.all(
    kinds.map((kind) => {
      const col = which === "edited" ? "changed_by" : "created_by";
      return loadPictured({ kind, filters: [{ col, opr: "rel_o_m", value: userId }], pageSize: EDITED_SHOWN }, signal);
    }),
  );
  return newestFirst(pages.flatMap((page) => page.items));
}

export const suggestedItems = (isFirst: boolean) => ({
  queryKey: ["home", "suggestions"],
  enabled: isFirst,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadSuggestedItems(signal),
});

const NONE: Page<Pictured> = { items: [], count: 0 };

async function loadSuggestedItems(signal: AbortSignal): Promise<HomeItem<Pictured>[]> {
  const filters = [{ col: "published", opr: "eq", value: true }];
  const query = { filters, pageSize: VIEWED_SHOWN };
  const dashboards = can("can_read", "Dashboard") ? await loadPictured({ kind: "dashboard", ...query }, signal) : NONE;
  if (dashboards.count > 0 || !can("can_read", "Chart")) return dashboards.items;
  return (await loadPictured({ kind: "chart", ...query, filters: [] }, signal)).items;
}

function newestFirst<K extends Kind>(items: readonly HomeItem<K>[]): HomeItem<K>[] {
  return [...items].sort((a, b) => b.at - a.at);
}

interface ItemQuery<K extends Kind> {
  kind: K;
  filters: ListFilter[];
  pageSize: number;
}

const loadPage = ({ kind, ...rest }: ItemQuery<Kind>, signal: AbortSignal): Promise<Page> =>
  kind === "query" ? loadQueries({ kind, ...rest }, signal) : loadPictured({ kind, ...rest }, signal);

async function loadQueries(query: ItemQuery<"query">, signal: AbortSignal): Promise<Page> {
  const { list } = await SAVED_QUERIES.load();
  const { result, count } = await call(list, { q: listQuery(query) }, { signal });
  return { count, items: result.map(ofQuery) };
}

async function loadPictured(query: ItemQuery<Pictured>, signal: AbortSignal): Promise<Page<Pictured>> {
  const q = listQuery(query);
  if (query.kind === "dashboard") {
    const { result, count } = await call(dashboard.list, { q }, { signal });
    return { count, items: result.map(ofDashboard) };
  }
  if (query.kind === "chart") {
    const { result, count } = await call(chart.list, { q }, { signal });
    return { count, items: result.map(ofChart) };
  }
  const { result, count } = await call(dataset.list, { q }, { signal });
  return { count, items: result.map(ofDataset) };
}

const listQuery = ({ kind, filters, pageSize }: ItemQuery<Kind>): ListQuery => ({
  order_column: "changed_on_delta_humanized",
  order_direction: "desc",
  page: 0,
  page_size: pageSize,
  filters,
  select_columns: SELECT[kind],
});

const SELECT: Record<Kind, string[]> = {
  dashboard: ["id", "dashboard_title", "url", "published", "changed_on_utc"],
  chart: ["id", "slice_name", "url", "viz_type", "datasource_name_text", "changed_on_utc"],
  query: ["id", "label", "database.database_name", "changed_on"],
  dataset: ["id", "table_name", "schema", "explore_url", "database.database_name", "changed_on_utc"],
};

function ofDashboard(row: dashboard.DashboardRow): HomeItem<Pictured> {
  return {
    kind: "dashboard",
    id: row.id,
    title: row.dashboard_title || t("Untitled dashboard"),
    url: row.url ?? `/superset/dashboard/${row.id}/`,
    published: row.published,
    at: parseMoment(row.changed_on_utc ?? ""),
  };
}

function ofChart(row: chart.ChartRow): HomeItem<Pictured> {
  return {
    kind: "chart",
    id: row.id,
    title: row.slice_name || t("Untitled chart"),
    url: row.url ?? `/explore/?slice_id=${row.id}`,
    source: row.datasource_name_text ?? undefined,
    vizType: row.viz_type,
    at: parseMoment(row.changed_on_utc ?? ""),
  };
}

function ofQuery(row: SavedQueryRow): HomeItem {
  return {
    kind: "query",
    id: row.id,
    title: row.label || t("[ untitled ]"),
    url: `/sqllab/?savedQueryId=${row.id}`,
    source: row.database?.database_name,
    at: parseMoment(row.changed_on ?? ""),
  };
}

function ofDataset(row: dataset.DatasetRow): HomeItem<Pictured> {
  return {
    kind: "dataset",
    id: row.id,
    title: row.table_name,
    url: row.explore_url ?? `/explore/?datasource_id=${row.id}&datasource_type=table`,
    source: [row.database?.database_name, row.schema].filter(Boolean).join(" · "),
    at: parseMoment(row.changed_on_utc ?? ""),
  };
}
