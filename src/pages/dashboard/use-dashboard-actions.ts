import { Filter, FilterX, Gauge, Maximize2, Pencil, RefreshCw, Share2 } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { lazy } from "../../ui/lazy.ts";
import { type Action, useActions } from "../../web/navigation/actions.ts";
import { isTyping } from "../../web/navigation/shell-keys.ts";
import { can } from "../../web/session/session.ts";
import { runLazy } from "../../web/toasts/run-lazy.ts";
import { useDashboardPage } from "./state/context.ts";
import { type DashboardStore, visibleCharts } from "./state/store.ts";
import { withParams } from "./state/url.ts";
import { nearestTile } from "./tile-walk.ts";

const SHARE = lazy(() => import("./state/share.ts"));

export interface DashboardActions {
  refresh(): void;
  share(): void;
  edit(): void;
  toggleFullscreen(): void;
  profile(): void;
}

export function useDashboardActions({ onFilters }: { onFilters(): void }): DashboardActions {
  const { store, canEdit } = useDashboardPage();
  const handlers = useHandlers(store);
  const toggleFilters = useRef(onFilters);
  toggleFilters.current = onFilters;
  const actions = useMemo<Action[]>(
    () => [
      { id: "dashboard.refresh", label: t("Refresh dashboard"), icon: RefreshCw, keys: "r", run: handlers.refresh },
      {
        id: "dashboard.filters",
        label: t("Show or hide filters"),
        icon: Filter,
        keys: "f",
        run: () => toggleFilters.current(),
      },
      { id: "dashboard.clear", label: t("Clear all filters"), icon: FilterX, run: () => store.getState().clearAll() },
      {
        id: "dashboard.share",
        label: t("Copy link to this view"),
        icon: Share2,
        words: "share permalink",
        disabled: !can("can_write", "DashboardPermalinkRestApi"),
        run: handlers.share,
      },
      {
        id: "dashboard.edit",
        label: t("Edit dashboard"),
        icon: Pencil,
        keys: "e",
        disabled: !canEdit,
        run: handlers.edit,
      },
      {
        id: "dashboard.full",
        label: t("Toggle fullscreen"),
        icon: Maximize2,
        keys: "Shift+F",
        run: handlers.toggleFullscreen,
      },
      { id: "dashboard.profile", label: t("Performance profile"), icon: Gauge, run: handlers.profile },
      { id: "dashboard.tiles", label: t("Move between charts"), keys: "ArrowRight", inPalette: false },
      { id: "dashboard.menu", label: t("Open chart menu"), keys: "Enter", inPalette: false },
      { id: "dashboard.table", label: t("View chart as table"), keys: "t", inPalette: false },
      { id: "dashboard.tab", label: t("Open a tab"), keys: "1", words: "1 to 9", inPalette: false },
    ],
    [handlers, store, canEdit],
  );
  useActions(actions);
  useDashboardKeys(actions, store);
  return handlers;
}

function useHandlers(store: DashboardStore): DashboardActions {
  const navigate = useNavigate();
  return useMemo<DashboardActions>(
    () => ({
      refresh: () => store.getState().refreshCharts([...visibleCharts(store.getState())], true),
      share: () => void runLazy(SHARE, ({ share }) => share(store)),
      edit: () => void navigate({ search: withParams(window.location.search, { edit: "true" }) }),
      toggleFullscreen: () => void toggleFullscreen(),
      profile: () =>
        void navigate({
          search: withParams(window.location.search, { profile: "1", profile_key: null }),
          hash: window.location.hash,
        }),
    }),
    [store, navigate],
  );
}

async function toggleFullscreen(): Promise<void> {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
    return;
  }
  const root = document.documentElement;
  const handleChange = () => {
    if (document.fullscreenElement) return;
    root.removeAttribute("data-alone");
    document.removeEventListener("fullscreenchange", handleChange);
  };
  await root.requestFullscreen();
  root.setAttribute("data-alone", "");
  document.addEventListener("fullscreenchange", handleChange);
}

function useDashboardKeys(actions: readonly Action[], store: DashboardStore): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isEscape = event.key === "Escape" && store.getState().fullscreen !== null;
      const own = isEscape ? "[role=dialog]" : "[role=dialog], [role=menu], [role=slider]";
      if (event.target instanceof Element && event.target.closest(own)) return;
      if (pressed(event, actions, store)) event.preventDefault();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [actions, store]);
}

function pressed(event: KeyboardEvent, actions: readonly Action[], store: DashboardStore): boolean {
  if (event.key === "Escape" && store.getState().fullscreen !== null) {
    store.getState().setFullscreen(null);
    return true;
  }
  if (event.key === "Escape") return !hasOpenDialog() && store.getState().clearLastSelection();
  if (/^[1-9]$/.test(event.key)) return openTab(Number(event.key), store);
  if (event.key.startsWith("Arrow")) return nearestTile(event.key)?.focus() !== undefined || isOnTile();
  const chord = event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key;
  const action = actions.find((one) => one.keys === chord && one.run && !one.disabled);
  action?.run?.();
  return action !== undefined;
}

const hasOpenDialog = () =>
  [...document.querySelectorAll("[role=dialog], [role=menu]")].some((one) => one.getClientRects().length > 0);

function isOnTile(): boolean {
  return document.activeElement?.hasAttribute("data-tile") ?? false;
}

function openTab(number: number, store: DashboardStore): boolean {
  const { dashboard, openTab: open } = store.getState();
  const top = (dashboard.layout.ROOT_ID?.children ?? [])
    .map((id) => dashboard.layout[id])
    .find((c) => c?.type === "TABS");
  const tab = top?.children[number - 1];
  if (top && tab) open(top.id, tab);
  return tab !== undefined;
}
