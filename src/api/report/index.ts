export { visibleReports } from "./policy.ts";
export { reportResource } from "./routes.ts";
export { type ReportRecord, recipientsOf } from "./store.ts";
