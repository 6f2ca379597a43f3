export { chartIdsOf, mapCharts } from "./metadata.ts";
export { EXPORT as DASHBOARD_EXPORT, openDashboard, WRITE as DASHBOARD_WRITE } from "./policy.ts";
export { dashboardResource } from "./routes.ts";
export {
  type DashboardRecord,
  dashboardsByIds,
  findDashboardByUuid,
  insertDashboard,
  isSlugTaken,
  setDashboardCharts,
  updateDashboard,
} from "./store.ts";
