export { brokenBudgets } from "./budget.ts";
export { datasetIdsIn, hiddenDatasets as unreadable } from "./filter-access.ts";
export { savePermalink as keepPermalink } from "./links.ts";
export { chartIdsOf, mapCharts, normalizeSlug, tabsOf } from "./metadata.ts";
export {
  EXPORT as DASHBOARD_EXPORT,
  openDashboard,
  openDashboardsAmong,
  READ as DASHBOARD_READ,
  visibleDashboards,
  WRITE as DASHBOARD_WRITE,
} from "./policy.ts";
export { dashboardResource } from "./routes.ts";
export { assertEditor as assertDashboardEditor, restoreDashboard } from "./save.ts";
export {
  type DashboardRecord,
  dashboardsByIds,
  findDashboardById,
  findDashboardByUuid,
  insertDashboard,
  isSlugTaken,
  setDashboardCharts,
  updateDashboard,
} from "./store.ts";
