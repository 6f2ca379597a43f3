export { type AssertionStatus, assertionStatuses } from "./alerts.ts";
export { assertionResource } from "./routes.ts";
