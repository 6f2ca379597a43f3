import { loadEvent } from "../../../web/chart-view/load-event.ts";
import { logEvent, type Place } from "../../../web/session/event-log.ts";
import type { DashboardStore, ViewState } from "./store.ts";

export function logView(store: DashboardStore): () => void {
  const place: Place = { kind: "dashboard", id: store.getState().dashboard.detail.id };
  const logLoads = (now: ViewState["charts"], before: ViewState["charts"]) => {
    for (const [id, state] of Object.entries(now)) {
      const detail = before[Number(id)] === state ? undefined : loadEvent(before[Number(id)], state);
      if (detail) logEvent(place, "load_chart", { slice_id: Number(id), ...detail });
    }
  };
  logLoads(store.getState().charts, {});
  return store.subscribe((now, before) => {
    if (now.charts !== before.charts) logLoads(now.charts, before.charts);
    for (const [name, detail] of actionsOf(now, before)) logEvent(place, name, detail);
  });
}

function actionsOf(now: ViewState, before: ViewState): [string, object][] {
  const actions: [string, object][] = [];
  if (now.applied !== before.applied)
    actions.push(["change_dashboard_filter", { columns: changedIn(now.applied, before.applied) }]);
  for (const id of changedIn(now.tabs, before.tabs))
    actions.push(["select_dashboard_tab", { target_id: now.tabs[id] }]);
  const refreshed = changedIn(now.refresh, before.refresh).map(Number);
  const [only] = refreshed;
  if (refreshed.length > 1) actions.push(["force_refresh_dashboard", { chart_count: refreshed.length }]);
  else if (only !== undefined) actions.push(["force_refresh_chart", { slice_id: only }]);
  return actions;
}

function changedIn<T>(now: Readonly<Record<string, T>>, before: Readonly<Record<string, T>>): string[] {
  return now === before ? [] : Object.keys(now).filter((key) => now[key] !== before[key]);
}
