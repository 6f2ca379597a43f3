export { chartIdsOf, mapCharts } from "./metadata.ts";
export { EXPORT as DASHBOARD_EXPORT, openDashboard, WRITE as DASHBOARD_WRITE } from "./policy.ts";
export { dashboardUrl } from "./present.ts";
export { dashboardResource } from "./routes.ts";
export {
  type DashboardRecord,
  type DashboardValues,
  dashboardsByIds,
  findDashboard,
  findDashboardById,
  findDashboardByUuid,
  insertDashboard,
  isSlugTaken,
  setDashboardCharts,
  updateDashboard,
} from "./store.ts";
