import { show, update } from "../../../api/dashboard/contract.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { call } from "../../../web/client.ts";
import { toApiError } from "../../../web/errors.ts";
import { toast } from "../../../web/toasts.ts";
import { type Dashboard, dashboardOf } from "./dashboard.ts";
import { crossFilters } from "./masks.ts";
import type { DashboardStore } from "./store.ts";

type Change = Partial<
  Pick<
    Dashboard["metadata"],
    "cross_filters_enabled" | "filter_bar_orientation" | "chart_configuration" | "global_chart_configuration"
  >
>;

/** Shows and saves a change of a dashboard's settings; what cannot be saved is taken back. True when it is saved. */
export async function changeMetadata(
  store: DashboardStore,
  change: Change,
  { failure = "Sorry, there was an error saving this dashboard" }: { failure?: string } = {},
): Promise<boolean> {
  const { dashboard, replaceDashboard } = store.getState();
  const { id, json_metadata } = dashboard.detail;
  const text = JSON.stringify({ ...JSON.parse(json_metadata || "{}"), ...change });
  replaceDashboard(withMetadata(dashboard, text, dashboard.detail.changed_on));
  if (change.cross_filters_enabled === false) clearCrossFilters(store);
  try {
    await call(update, { params: { id }, body: { json_metadata: text } });
    const { result } = await call(show, { params: { id: String(id) } });
    replaceDashboard(withMetadata(store.getState().dashboard, result.json_metadata ?? text, result.changed_on));
    return true;
  } catch (cause) {
    const error = toApiError(cause);
    replaceDashboard(dashboard);
    toast.danger(
      error.status === 403 ? "You do not have permission to edit this dashboard" : `${failure}: ${error.message}`,
    );
    return false;
  }
}

function withMetadata(dashboard: Dashboard, json_metadata: string, changed_on: string): Dashboard {
  const metadata = parseDashboardMetadata(json_metadata);
  return dashboardOf({ ...dashboard, metadata, detail: { ...dashboard.detail, json_metadata, changed_on } });
}

function clearCrossFilters(store: DashboardStore): void {
  const { dashboard, applied, clearSelection } = store.getState();
  for (const { chartId } of crossFilters(dashboard, applied)) clearSelection(chartId);
}
