import { show, update } from "../../../api/dashboard/contract.ts";
import { saveWithConfirm } from "../../../features/overwrite/overwrite.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { call } from "../../../web/client/client.ts";
import { saveProblem, toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type Dashboard, dashboardOf } from "./dashboard.ts";
import { crossFilters } from "./masks.ts";
import type { DashboardStore } from "./store.ts";

type Change = Partial<
  Pick<
    Dashboard["metadata"],
    | "cross_filters_enabled"
    | "filter_bar_orientation"
    | "refresh_frequency"
    | "chart_configuration"
    | "global_chart_configuration"
    | "native_filter_configuration"
    | "chart_customization_config"
  >
>;

interface Options {
  failure?(message: string): string;
  /** Asks before overwriting the same settings if another user changed them since the page was loaded. */
  asks?: boolean;
}

/**
 * Shows a change of the dashboard's settings right away and saves it on top of the latest version. Reverts the change and
 * returns false if saving fails.
 */
export async function changeMetadata(
  store: DashboardStore,
  change: Change,
  { failure, asks = false }: Options = {},
): Promise<boolean> {
  const { dashboard, replaceDashboard } = store.getState();
  const { id, json_metadata, changed_on } = dashboard.detail;
  replaceDashboard(withMetadata(dashboard, withChange(json_metadata, change), changed_on));
  if (change.cross_filters_enabled === false) clearCrossFilters(store);
  try {
    const { result: newest } = await call(show, { params: { id: String(id) } });
    const text = withChange(newest.json_metadata, change);
    await saveWithConfirm({ noun: "dashboard", id }, asks ? changed_on : newest.changed_on, (basedOn) =>
      call(update, { params: { id }, body: { json_metadata: text } }, { basedOn }),
    );
    const { result } = await call(show, { params: { id: String(id) } });
    // The rest of an outdated page stays outdated, so a save of its layout still has to ask.
    const basis = newest.changed_on === changed_on ? result.changed_on : changed_on;
    replaceDashboard(withMetadata(store.getState().dashboard, result.json_metadata ?? text, basis));
    return true;
  } catch (cause) {
    const error = toApiError(cause);
    replaceDashboard(dashboard);
    if (error.kind === "aborted") return false;
    const isForbidden = failure === undefined || error.status === 403;
    toast.danger(isForbidden ? saveProblem(error, "dashboard") : failure(error.message));
    return false;
  }
}

function withChange(json_metadata: string | null | undefined, change: Change): string {
  return JSON.stringify({ ...JSON.parse(json_metadata || "{}"), ...change });
}

function withMetadata(dashboard: Dashboard, json_metadata: string, changed_on: string): Dashboard {
  const metadata = parseDashboardMetadata(json_metadata);
  return dashboardOf({ ...dashboard, metadata, detail: { ...dashboard.detail, json_metadata, changed_on } });
}

export function clearCrossFilters(store: DashboardStore): void {
  const { dashboard, applied, clearSelection } = store.getState();
  for (const { chartId } of crossFilters(dashboard, applied)) clearSelection(chartId);
}
