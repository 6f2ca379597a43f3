import { useQuery } from "@tanstack/react-query";
import { Folder, Monitor, Moon, Plus, SquareTerminal, Sun, Zap } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import type { FolderRow } from "../../api/folder/contract.ts";
import * as folder from "../../api/folder/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { ListQuery } from "../../model/resource.ts";
import { lazy } from "../../ui/lazy.ts";
import { call } from "../../web/client/client.ts";
import { useDebounced } from "../../web/client/clock.ts";
import { toApiError } from "../../web/client/errors.ts";
import { useCurrentActions } from "../../web/navigation/actions.ts";
import { filteredList } from "../../web/navigation/filtered-list.ts";
import { KIND_ICONS, type Place, pagesOf, visiblePlaces } from "../../web/navigation/places.ts";
import { useFavorites } from "../../web/session/favorites.ts";
import { useRecents } from "../../web/session/recents.ts";
import { can } from "../../web/session/session.ts";
import { useAppearance } from "../../web/session/theme.ts";
import { newThings } from "../new-menu/index.ts";
import { type Entry, parseSearch, rank } from "./entries.ts";

const SAVED_QUERIES = lazy(() => import("../../api/saved-query/contract.ts"));

const FOUND_PER_KIND = 5;

interface Found {
  entries: Entry[];
  searching: boolean;
  problem: string | undefined;
}

export function useEntries(typed: string, onHelp: () => void): Found {
  const places = usePlaceEntries();
  const actions = useActionEntries(onHelp);
  const { text, actionsOnly } = parseSearch(typed);
  const debounced = useDebounced(text);
  const search = useQuery<Entry[]>({
    queryKey: ["palette", debounced],
    enabled: debounced !== "" && !actionsOnly,
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => searchServer(debounced, signal),
  });
  const found = search.data;
  const entries = useMemo(() => rank(typed, [...places, ...actions], found ?? []), [typed, places, actions, found]);
  const searching = search.isFetching || debounced !== text;
  return { entries, searching, problem: searching || !search.error ? undefined : toApiError(search.error).message };
}

const entryOf = ({ label, icon, path }: Pick<Place, "label" | "icon" | "path">, keys?: string): Entry => ({
  ...{ id: path, section: "go", label, icon, to: path },
  ...(keys ? { keys } : {}),
});

function usePlaceEntries(): Entry[] {
  const { data: recents = [] } = useRecents();
  const { data: favorites = [] } = useFavorites();
  return useMemo(() => {
    const recentEntries = recents.map((item) =>
      go({ to: item.url, label: item.title, kind: item.kind, detail: t("recent") }),
    );
    const favoriteEntries = favorites.map((item) =>
      go({ to: item.url, label: item.title, kind: item.kind, detail: t("favorite") }),
    );
    const places = visiblePlaces().flatMap((place): Entry[] => [
      entryOf(place, `g ${place.key}`),
      ...pagesOf(place).map((page) => entryOf(page)),
    ]);
    return [...recentEntries.slice(0, 6), ...favoriteEntries, ...places, ...recentEntries.slice(6)];
  }, [recents, favorites]);
}

function useActionEntries(onHelp: () => void): Entry[] {
  const pageActions = useCurrentActions();
  const navigate = useNavigate();
  const [, setAppearance] = useAppearance();
  return useMemo(() => {
    const page: Entry[] = pageActions
      .filter((action) => action.inPalette !== false && action.run && !action.disabled)
      .map((action) => ({ ...action, section: "do", icon: action.icon ?? Zap }));
    const created: Entry[] = newThings().map((thing) => ({
      id: `new-${thing.key}`,
      section: "do",
      label: thing.action,
      icon: Plus,
      words: thing.words,
      run: () => (thing.to ? void navigate(thing.to) : thing.run?.()),
    }));
    const modes = (
      [
        ["light", Sun, t("Appearance: light")],
        ["dark", Moon, t("Appearance: dark")],
        ["system", Monitor, t("Appearance: system")],
      ] as const
    ).map(
      ([value, icon, label]): Entry => ({
        id: `appearance-${value}`,
        section: "do",
        label,
        words: t("theme mode##search words"),
        icon,
        run: () => setAppearance(value),
      }),
    );
    const help: Entry = { id: "help", section: "do", label: t("Help & shortcuts"), keys: "?", icon: Zap, run: onHelp };
    return [...page, ...created, ...modes, help];
  }, [pageActions, navigate, setAppearance, onHelp]);
}

interface Target {
  to: string;
  label: string;
  kind: keyof typeof ICONS;
  detail?: string | null | undefined;
  folder?: string | undefined;
}

const ICONS = { ...KIND_ICONS, "saved query": SquareTerminal, folder: Folder } as const;

const KIND_TEXTS: Readonly<Record<Target["kind"], string>> = {
  dashboard: t("Dashboard"),
  chart: t("Chart"),
  dataset: t("Dataset"),
  database: t("Database"),
  "saved query": t("Saved query"),
  folder: t("Folder"),
};

function go({ to, label, kind, detail, folder: place }: Target): Entry {
  const note = [KIND_TEXTS[kind], detail, place && t("in {folder}", { folder: place })].filter(Boolean).join(" · ");
  return { id: to, section: "go", label, note, icon: ICONS[kind], to };
}

/** The list of what most of its items are. */
function folderAddress({ id, name, counts }: Partial<FolderRow>): string {
  const { chart: charts = 0, dashboard: dashboards = 0, dataset: datasets = 0 } = counts ?? {};
  const most = Math.max(charts, dashboards, datasets);
  const path = most === dashboards ? "/dashboard/list/" : most === charts ? "/chart/list/" : "/tablemodelview/list/";
  return filteredList(path, { folder: { label: name ?? "", value: id ?? 0 } });
}

async function searchServer(text: string, signal: AbortSignal): Promise<Entry[]> {
  const q = (col: string, opr: string) => ({
    filters: [{ col, opr, value: text }],
    page: 0,
    page_size: FOUND_PER_KIND,
  });
  const none = { result: [] };
  const canExplore = can("can_read", "Explore");
  const [dashboards, charts, datasets, queries, folders] = await Promise.all([
    can("can_read", "Dashboard")
      ? call(dashboard.list, { q: q("dashboard_title", "title_or_slug") }, { signal })
      : none,
    canExplore && can("can_read", "Chart")
      ? call(chart.list, { q: q("slice_name", "chart_all_text") }, { signal })
      : none,
    canExplore && can("can_read", "Dataset") ? call(dataset.list, { q: q("table_name", "ct") }, { signal }) : none,
    can("can_read", "SavedQuery") && can("can_read", "SQLLab") ? searchQueries(q("label", "all_text"), signal) : none,
    can("can_read", "Folder") ? call(folder.list, { q: q("name", "folder_all_text") }, { signal }) : none,
  ]);
  const found = { dashboards: dashboards.result, charts: charts.result, datasets: datasets.result };
  return [
    ...folders.result.map((row) =>
      go({ to: folderAddress(row), label: row.name ?? "", kind: "folder", detail: row.description }),
    ),
    ...objectEntries(found),
    ...queries.result.map((row) =>
      go({
        to: `/sqllab/?savedQueryId=${row.id}`,
        label: row.label || t("[ untitled ]"),
        kind: "saved query",
        detail: row.database?.database_name,
      }),
    ),
    ...newChartEntries(datasets.result[0]),
  ];
}

interface FoundObjects {
  dashboards: readonly DashboardRow[];
  charts: readonly ChartRow[];
  datasets: readonly DatasetRow[];
}

function objectEntries({ dashboards, charts, datasets }: FoundObjects): Entry[] {
  return [
    ...dashboards.map((row) =>
      go({
        to: row.url ?? `/superset/dashboard/${row.id}/`,
        label: row.dashboard_title,
        kind: "dashboard",
        folder: row.folder?.name,
      }),
    ),
    ...charts.map((row) =>
      go({
        to: row.url ?? `/explore/?slice_id=${row.id}`,
        label: row.slice_name,
        kind: "chart",
        detail: row.datasource_name_text,
        folder: row.folder?.name,
      }),
    ),
    ...datasets.map((row) =>
      go({
        to: exploreAddress(row.id),
        label: row.table_name,
        kind: "dataset",
        detail: row.database?.database_name,
        folder: row.folder?.name,
      }),
    ),
  ];
}

function newChartEntries(first: DatasetRow | undefined): Entry[] {
  if (!first || !can("can_write", "Chart")) return [];
  const label = t("New chart from {name}", { name: first.table_name });
  return [
    { id: `chart-from-${first.id}`, section: "do", label, icon: Plus, to: `${exploreAddress(first.id)}&new=true` },
  ];
}

async function searchQueries(q: ListQuery, signal: AbortSignal) {
  const { list } = await SAVED_QUERIES.load();
  return call(list, { q }, { signal });
}

function exploreAddress(datasetId: number): string {
  return `/explore/?datasource_id=${datasetId}&datasource_type=table`;
}
