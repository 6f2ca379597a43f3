export { checkDatasetsLater } from "./jobs.ts";
export { visibleAssertions } from "./policy.ts";
export { assertionResource } from "./routes.ts";
export { type AssertionStatus, assertionStatuses, failingOfDatasets } from "./status.ts";
export { type AssertionRecord, checkOf } from "./store.ts";
