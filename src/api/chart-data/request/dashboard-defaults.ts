import { t } from "../../../i18n/translate.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import { type ExtraFormData, mergeExtraFormData, withOwnTime } from "../../../model/data-mask.ts";
import { filtersOf, suitsChart } from "../../../model/display-control.ts";
import { badRequest, forbidden } from "../../../model/errors.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { storedDefault } from "../../../model/native-filter-query.ts";
import { openDashboardRules } from "../../../server/rights/dashboards.ts";
import { allowedAmong } from "../../../server/rights/rule.ts";
import type { Actor } from "../../../server/store/stamp.ts";
import { layoutOfDashboard } from "../../chart/index.ts";
import { columnsOf } from "../../dataset/index.ts";

export interface DashboardDefaults {
  extra: ExtraFormData;
  filters: { id: string; name: string; status: "applied" | "not_applied"; column: string | null }[];
}

export async function dashboardDefaults(
  { app, user }: Actor,
  { dashboardId, chartId }: { dashboardId: number; chartId: number },
): Promise<DashboardDefaults> {
  const rules = openDashboardRules(user);
  const open = await allowedAmong(app.db, { table: "dashboards", rules }, [dashboardId]);
  if (!open.has(dashboardId)) throw forbidden(t("You don't have access to this dashboard."));
  const row = await app.db
    .selectFrom("dashboards")
    .innerJoin("dashboard_charts", "dashboard_charts.dashboard_id", "dashboards.id")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .select(["json_metadata", "position_json", "charts.datasource_id", "charts.viz_type"])
    .where("dashboards.id", "=", dashboardId)
    .where("dashboard_charts.chart_id", "=", chartId)
    .executeTakeFirst();
  if (!row) throw badRequest(t("The chart isn't on the dashboard"));
  const layout = await layoutOfDashboard(app.db, { id: dashboardId, ...row });
  const chart = { datasetId: row.datasource_id, vizType: row.viz_type };
  const reaching = filtersOf(parseDashboardMetadata(row.json_metadata))
    .filter((filter) => suitsChart(filter, chart))
    .filter((filter) => chartsInScope(filter.scope, layout).includes(chartId));
  const columns = chart.datasetId === null ? [] : await columnsOf(app.db, chart.datasetId);
  const names = new Set(columns.map((column) => column.column_name));
  const defaultOf = (filter: NativeFilter) => withOwnTime(storedDefault(filter).extraFormData ?? {}, names);
  return {
    extra: mergeExtraFormData(reaching.map(defaultOf)),
    filters: reaching.map((filter) => ({
      id: filter.id,
      name: filter.name,
      status: hasDefault(defaultOf(filter)) ? ("applied" as const) : ("not_applied" as const),
      column: filter.targets[0]?.column?.name ?? null,
    })),
  };
}

function hasDefault(extraFormData: ExtraFormData): boolean {
  return Object.values(extraFormData).some((value) => (Array.isArray(value) ? value.length > 0 : value != null));
}
