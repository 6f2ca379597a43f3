import type { QueryClient } from "@tanstack/react-query";
import type { Dashboard } from "./dashboard.ts";
import { dashboardQuery } from "./load.ts";
import type { DashboardStore } from "./store.ts";

/** Shows the dashboard as saved; filters, tabs and scrolling stay. Throws `ApiError`, and what is shown stays then. */
export async function reloadDashboard(store: DashboardStore, client: QueryClient): Promise<Dashboard> {
  const { detail } = store.getState().dashboard;
  const query = dashboardQuery(detail.slug || String(detail.id));
  const next = await client.fetchQuery({ ...query, staleTime: 0 });
  const before = store.getState().dashboard;
  if (textOf(next) !== textOf(before)) store.getState().replaceDashboard(sharing(before, next));
  return next;
}

/** Charts and datasets that are the same stay the same objects, so that only tiles that differ are drawn again. */
function sharing(before: Dashboard, next: Dashboard): Dashboard {
  return {
    ...next,
    charts: sharedIn(before.charts, next.charts),
    datasets: sharedIn(before.datasets, next.datasets),
  };
}

function sharedIn<T>(before: ReadonlyMap<number, T>, next: ReadonlyMap<number, T>): Map<number, T> {
  return new Map(
    [...next].map(([id, value]) => {
      const old = before.get(id);
      return [id, old !== undefined && JSON.stringify(old) === JSON.stringify(value) ? old : value];
    }),
  );
}

function textOf({ detail, charts, datasets }: Dashboard): string {
  const { changed_on_delta_humanized: _, created_on_delta_humanized: __, ...own } = detail;
  return JSON.stringify([own, [...charts.values()], [...datasets.values()]]);
}
