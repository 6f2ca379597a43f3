import type { ChartRow } from "../../../api/chart/contract.ts";
import { open } from "../../../api/explore/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { Layout } from "../../../model/dashboard-layout.ts";
import { FormData, readForm } from "../../../model/form-data.ts";
import { call } from "../../../web/client/client.ts";
import { type ApiError, toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { type Dashboard, dashboardOf } from "../state/dashboard.ts";
import type { DashboardStore } from "../state/store.ts";

const loading = new Map<number, Promise<boolean>>();

export type ChartReference = Pick<ChartRow, "id" | "slice_name"> & Partial<ChartRow>;

export function addChartData(store: DashboardStore, chart: ChartReference): Promise<boolean> {
  if (store.getState().dashboard.charts.has(chart.id)) return Promise.resolve(true);
  const known = loading.get(chart.id);
  if (known) return known;
  const load = fetchChart(store, chart).finally(() => loading.delete(chart.id));
  loading.set(chart.id, load);
  return load;
}

export function addMissingCharts(store: DashboardStore, layout: Layout): void {
  for (const { type, meta } of Object.values(layout)) {
    if (type !== "CHART" || !meta.chartId) continue;
    void addChartData(store, { id: meta.chartId, slice_name: meta.sliceName ?? "" });
  }
}

async function fetchChart(store: DashboardStore, chart: ChartReference): Promise<boolean> {
  try {
    const { result } = await call(open, { query: { slice_id: chart.id } });
    const formData = readForm({ viz_type: "table", ...result.form_data }, FormData);
    const { dashboard } = store.getState();
    const charts = new Map(dashboard.charts).set(chart.id, {
      id: chart.id,
      slice_name: result.slice?.slice_name ?? chart.slice_name,
      cache_timeout: null,
      changed_on: "",
      description: result.slice?.description ?? chart.description ?? null,
      form_data: {
        ...formData,
        viz_type: formData.viz_type,
        datasource: formData.datasource ?? "",
        slice_id: chart.id,
      },
      slice_url: `/explore/?slice_id=${chart.id}`,
      certified_by: chart.certified_by ?? null,
      certification_details: chart.certification_details ?? null,
    });
    const datasets = new Map(dashboard.datasets).set(result.dataset.id, result.dataset);
    store.getState().replaceDashboard(withCharts(dashboard, charts, datasets));
    return true;
  } catch (cause) {
    const error: ApiError = toApiError(cause);
    if (error.status !== 404)
      toast.danger(t("Sorry there was an error fetching saved charts: {message}", { message: error.message }));
    return false;
  }
}

function withCharts(dashboard: Dashboard, charts: Dashboard["charts"], datasets: Dashboard["datasets"]): Dashboard {
  return dashboardOf({ ...dashboard, charts, datasets });
}
