export { VIEW as REPORT_VIEW, visibleReports } from "./policy.ts";
export { reportResource } from "./routes.ts";
export { type ReportRecord, recipientsOf } from "./store.ts";
export { assertionIdsOf } from "./values.ts";
