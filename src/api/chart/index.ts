export { layoutOfDashboard } from "./dashboard-layout.ts";
export {
  canSeeChart,
  EXPORT as CHART_EXPORT,
  maybeChart,
  placeableCharts,
  READ as CHART_READ,
  visibleAnnotationsAmong,
  visibleChart,
  visibleCharts,
  visibleChartsAmong,
  WRITE as CHART_WRITE,
} from "./policy.ts";
export { chartUrl, formDataOf, presentDashboardChart } from "./present.ts";
export { chartResource } from "./routes.ts";
export { restoreChart } from "./save.ts";
export {
  type BriefChart,
  briefChartsByIds,
  briefChartsOfDashboard,
  type ChartRecord,
  type ChartValues,
  chartIdsOfDashboard,
  chartIdsOfTable,
  chartIdsOnlyOn,
  chartsByIds,
  chartsInPortions,
  chartsOfDashboard,
  chartUuids,
  dashboardsOfChart,
  findChart,
  findChartByUuid,
  formDataInPortions,
  insertChart,
  updateChart,
} from "./store.ts";
