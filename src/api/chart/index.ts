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
  type ChartRecord,
  type ChartValues,
  chartsByIds,
  chartsOfDashboard,
  chartsOfTable,
  chartUuids,
  dashboardsOfChart,
  findChart,
  findChartByUuid,
  insertChart,
  updateChart,
} from "./store.ts";
