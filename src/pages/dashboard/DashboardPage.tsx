import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useParams } from "react-router";
import { useStore } from "zustand";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { nowMs } from "../../web/client/clock.ts";
import { openedAt } from "../../web/client/inlined-responses.ts";
import { useTitle } from "../../web/navigation/title.ts";
import { useViewed } from "../../web/session/viewed.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { DashboardScreen } from "./DashboardScreen.tsx";
import { OpeningSkeleton } from "./OpeningSkeleton.tsx";
import type { Dashboard } from "./state/dashboard.ts";
import type { StartState } from "./state/load.ts";
import { dashboardQuery, startQuery } from "./state/load.ts";
import { logLoad } from "./state/log-load.ts";
import { logView } from "./state/log-view.ts";
import { initialMasks } from "./state/masks.ts";
import { createDashboardStore, type DashboardStore } from "./state/store.ts";
import { parseUrl } from "./state/url.ts";

const LoadProblem = lazyComponent(async () => (await import("./LoadProblem.tsx")).LoadProblem);

export function DashboardPage() {
  const { idOrSlug = "" } = useParams();
  return <Opening key={idOrSlug} reference={idOrSlug} />;
}

interface OpeningProps {
  reference: string;
  problem?: ReactNode;
  onOpened?(store: DashboardStore): void;
}

export function Opening({ reference, problem, onOpened }: OpeningProps) {
  const { search, key } = useLocation();
  const [startedAt] = useState(() => (key === FIRST_PAGE && isStarting() ? performance.timeOrigin : nowMs()));
  const [firstUrl] = useState(() => parseUrl(search));
  const dashboard = useQuery(dashboardQuery(reference));
  const start = useQuery(startQuery(reference, firstUrl));
  if (dashboard.error && !dashboard.data) {
    return problem ?? <LoadProblem error={dashboard.error} onRetry={() => void dashboard.refetch()} />;
  }
  if (!dashboard.data || !start.data) return <OpeningSkeleton hasBar={problem === undefined} />;
  return <Opened dashboard={dashboard.data} start={start.data} startedAt={startedAt} onOpened={onOpened} />;
}

/** Key of the router for the location that the document was opened at. */
const FIRST_PAGE = "default";
const STARTING_MS = 1000;
const isStarting = () => nowMs() - openedAt < STARTING_MS;

const LOST_FILTERS: Readonly<Record<"gone" | "unreadable", string>> = {
  gone: t("The filters in this link couldn't be loaded. The link may have expired."),
  unreadable: t("The filters in this link couldn't be read. The link may be incomplete."),
};

function Opened({
  dashboard,
  start,
  startedAt,
  onOpened,
}: {
  dashboard: Dashboard;
  start: StartState;
  startedAt: number;
  onOpened: OpeningProps["onOpened"];
}) {
  const [store] = useState(() =>
    createDashboardStore({
      dashboard,
      masks: initialMasks(dashboard.filters, start.sources),
      tabs: tabsOf(dashboard, start.activeTabs),
    }),
  );
  useTitle(useStore(store, (view) => view.dashboard.detail.dashboard_title));
  useEffect(() => onOpened?.(store), [store, onOpened]);
  useViewed("dashboard", dashboard.detail.id);
  useEffect(() => logView(store), [store]);
  useEffect(() => logLoad(store, startedAt), [store, startedAt]);
  useEffect(() => {
    if (start.filterProblem) toast.warning(LOST_FILTERS[start.filterProblem], { noDuplicate: true });
  }, [start.filterProblem]);
  return <DashboardScreen store={store} />;
}

function tabsOf(dashboard: Dashboard, activeTabs: readonly string[]): Record<string, string> {
  const open: Record<string, string> = {};
  for (const container of Object.values(dashboard.layout)) {
    const tab = container.type === "TABS" ? container.children.find((id) => activeTabs.includes(id)) : undefined;
    if (tab) open[container.id] = tab;
  }
  return open;
}
