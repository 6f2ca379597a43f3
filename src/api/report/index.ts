export { VIEW as REPORT_VIEW, visibleReports } from "./policy.ts";
