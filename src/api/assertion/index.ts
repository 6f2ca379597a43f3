export { checkDatasetsLater } from "./jobs.ts";
export { editablePlaces, visibleAssertions } from "./policy.ts";
export { assertionResource } from "./routes.ts";
export { type AssertionStatus, assertionStatuses, failingOfDatasets } from "./status.ts";
export { type AssertionRecord, assertionsByIds, checkOf } from "./store.ts";
