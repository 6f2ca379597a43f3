import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useStore } from "zustand";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { t } from "../../i18n/translate.ts";
import { scopedCss } from "../../model/css-text.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { cachedAt } from "../../web/chart-view/chart-state.ts";
import { later } from "../../web/client/clock.ts";
import { isGuest } from "../../web/client/guest.ts";
import { useStandalone } from "../../web/navigation/standalone.ts";
import { can, isAdmin, useUser } from "../../web/session/session.ts";
import { useStored } from "../../web/session/storage.ts";
import { Canvas } from "./Canvas.tsx";
import styles from "./Dashboard.module.css";
import { DashboardTheme } from "./DashboardTheme.tsx";
import { AfterCharts } from "./filter-bar/after-charts.tsx";
import { FilterBar } from "./filter-bar/FilterBar.tsx";
import { FirstValues } from "./filter-bar/FirstValues.tsx";
import { DashboardHeader } from "./header/DashboardHeader.tsx";
import { useProfiling } from "./profile/use-profiling.ts";
import { DashboardContext, useDashboardPage, useView } from "./state/context.ts";
import { canEditDashboard } from "./state/dashboard.ts";
import { fieldId, OpenFiltersContext } from "./state/open-filters.ts";
import { scrollToComponent } from "./state/scroll-to.ts";
import { type DashboardStore, progressOf } from "./state/store.ts";
import { chromeOf, hashOf, parseUrl, type UrlState, withParams } from "./state/url.ts";
import { type ChosenInterval, useAutoRefresh } from "./state/use-auto-refresh.ts";
import { useColorSync } from "./state/use-color-sync.ts";
import { useLiveChanges } from "./state/use-live-changes.ts";
import { usePageZone } from "./state/use-page-zone.ts";
import { useUrlSync } from "./state/use-url-sync.ts";
import { useDashboardActions } from "./use-dashboard-actions.ts";
import { useScreen } from "./use-screen.ts";

function useScrollToTarget(url: UrlState): void {
  const { store } = useDashboardPage();
  const navigate = useNavigate();
  const hasArrived = useRef(false);
  useEffect(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    const { dashboard } = store.getState();
    const anchor = hashOf(window.location.hash);
    const tile = Object.values(dashboard.layout).find(
      (component) => url.focusedChart !== undefined && component.meta.chartId === url.focusedChart,
    );
    const target = tile?.id ?? (dashboard.layout[anchor] ? anchor : undefined);
    if (!target) return;
    scrollToComponent(store, target, () => {
      if (url.focusedChart === undefined) return;
      const search = withParams(window.location.search, { focused_chart: null });
      void navigate({ search, hash: window.location.hash }, { replace: true });
    });
  }, [store, navigate, url.focusedChart]);
}

const FilterSheet = lazyComponent(async () => (await import("./filter-bar/FilterSheet.tsx")).FilterSheet);
const ActiveChips = lazyComponent(async () => (await import("./filter-bar/FilterSheet.tsx")).ActiveChips);
const HorizontalBar = lazyComponent(async () => (await import("./filter-bar/HorizontalBar.tsx")).HorizontalBar);
const ProfilePanel = lazyComponent(async () => (await import("./profile/ProfilePanel.tsx")).ProfilePanel);
const EditScreen = lazyComponent(async () => (await import("./EditScreen.tsx")).EditScreen);

export function DashboardScreen({ store }: { store: DashboardStore }) {
  const { search } = useLocation();
  const url = useMemo(() => parseUrl(search), [search]);
  const context = usePageContext(store, url);
  const screen = useScreen();
  const interval = useState<number | null>(null);
  const isEditing = url.isEditing && context.canEdit && screen !== "phone";
  useStandalone(chromeOf(url).hideNav);
  usePageZone(store);
  const canProfile = !isGuest() && !isEditing;
  useProfiling(url.isProfiled && canProfile, store);
  return (
    <DashboardContext value={context}>
      <DashboardTheme>
        {isEditing ? (
          <EditScreen />
        ) : (
          <AfterCharts>
            <ViewMode url={url} interval={interval} />
            {canProfile && (url.isProfiled || url.profileKey) ? <ProfilePanel sharedKey={url.profileKey} /> : null}
          </AfterCharts>
        )}
      </DashboardTheme>
      <FirstValues />
      <DashboardCss />
    </DashboardContext>
  );
}

type Url = ReturnType<typeof parseUrl>;

function usePageContext(store: DashboardStore, url: Url) {
  const user = useUser();
  const detail = useStore(store, ({ dashboard }) => dashboard.detail);
  const colors = useLabelColors(store);
  const paramsText = JSON.stringify(url.urlParams);
  const { hideChartControls, showRowLimitWarning } = url.uiConfig;
  return useMemo(
    () => ({
      store,
      colors,
      urlParams: JSON.parse(paramsText) as Record<string, string>,
      canEdit: canEditDashboard(detail, {
        userId: user.userId,
        isAdmin: isAdmin(),
        canWrite: can("can_write", "Dashboard"),
      }),
      canExplore: can("can_explore", "Superset") || can("can_read", "Explore"),
      canDownload: can("can_csv", "Superset"),
      hideChartControls,
      showRowLimitWarning,
    }),
    [store, colors, paramsText, detail, user.userId, hideChartControls, showRowLimitWarning],
  );
}

function useLabelColors(store: DashboardStore): LabelColors {
  const text = useStore(store, ({ dashboard: { metadata } }) =>
    JSON.stringify([
      metadata.color_scheme,
      metadata.color_scheme_domain,
      metadata.label_colors,
      metadata.map_label_colors,
    ]),
  );
  return useMemo(() => {
    const [scheme, domain, forced, known] = JSON.parse(text);
    return new LabelColors({ scheme, domain, forced, known });
  }, [text]);
}

function ViewMode({ url, interval }: { url: Url; interval: ChosenInterval }) {
  const screen = useScreen();
  const filters = useFilterPanel(url, screen);
  const actions = useDashboardActions({ onFilters: () => filters.setIsOpen(!filters.isOpen) });
  const refresh = useAutoRefresh(interval);
  useUrlSync();
  useLiveChanges();
  useColorSync();
  useScrollToTarget(url);
  const chrome = chromeOf(url);
  const isPhone = screen === "phone";
  const isAcross = useView(({ dashboard }) => dashboard.metadata.filter_bar_orientation) === "HORIZONTAL";
  return (
    <OpenFiltersContext value={filters.open}>
      <div className={styles.frame} data-dashboard-frame>
        <div className={styles.page} data-dashboard>
          {chrome.hideTitle ? null : <DashboardHeader actions={actions} refresh={refresh} />}
          {url.showFilters && isAcross && !isPhone ? (
            <HorizontalBar isOpen={filters.isOpen} onOpen={filters.setIsOpen} requested={filters.requested} />
          ) : null}
          <NarrowNote isShown={isPhone && url.isEditing} />
          <div className={styles.body}>
            {url.showFilters && !isAcross && !isPhone ? (
              <FilterBar isOpen={filters.isOpen} onOpen={filters.setIsOpen} isOverlay={screen === "tablet"} />
            ) : null}
            <Canvas hideTabs={chrome.hideTabs} chips={isPhone ? <ActiveChips onOpen={filters.open} /> : null} />
          </div>
          {url.showFilters && isPhone ? <FilterSheet isOpen={filters.isOpen} onOpen={filters.setIsOpen} /> : null}
          <LiveProgress />
        </div>
      </div>
    </OpenFiltersContext>
  );
}

function NarrowNote({ isShown }: { isShown: boolean }) {
  if (!isShown) return null;
  return (
    <p className={styles.narrow} role="status">
      {t("To edit this dashboard, use a window at least 768 px wide.")}
    </p>
  );
}

function useFilterPanel(url: Url, screen: string) {
  const [stored, setStored] = useStored<boolean | null>("dashboard.filters-open", null);
  const [overlay, setOverlay] = useState(false);
  const hasEntries = useView(({ dashboard }) => dashboard.entries.length > 0);
  const isAcross = useView(({ dashboard }) => dashboard.metadata.filter_bar_orientation) === "HORIZONTAL";
  // An empty filter bar opens on request only. Cross-filter chips then sit in the header, so that no chart moves
  // under the pointer.
  const isWide = (screen === "wide" || (isAcross && screen === "tablet")) && hasEntries;
  const isOpen = isWide ? (stored ?? url.expandFilters ?? true) : overlay;
  const setIsOpen = useCallback((open: boolean) => (isWide ? setStored(open) : setOverlay(open)), [isWide, setStored]);
  const [requested, setRequested] = useState<string>();
  const open = useCallback(
    (filterId?: string) => {
      setIsOpen(true);
      setRequested(filterId);
      later(50, () => (filterId ? document.getElementById(fieldId(filterId))?.focus() : undefined));
    },
    [setIsOpen],
  );
  return { isOpen, setIsOpen, open, requested };
}

function LiveProgress() {
  const { total, done, failed } = useView((view) => {
    const progress = progressOf(view, cachedAt);
    return { total: progress.total, done: progress.done, failed: progress.failed.length };
  });
  const [text, setText] = useState("");
  const isDone = total > 0 && done === total;
  useEffect(() => {
    setText(isDone ? t("{updated, number} of {total, number} charts updated", { updated: total - failed, total }) : "");
  }, [isDone, total, failed]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

function DashboardCss() {
  const css = useView((view) => view.dashboard.detail.css);
  if (!css?.trim()) return null;
  return <style>{scopedCss(css)}</style>;
}
