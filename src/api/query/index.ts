export { canSeeQuery, isOwn as isOwnQuery, queryForbidden } from "./policy.ts";
export { queryStates } from "./present.ts";
export { queryResource } from "./routes.ts";
export { failLostQueries, runningQueries, SQL_JOBS, sqlJobId } from "./running.ts";
export {
  findQuery,
  findQueryByClientId,
  findQueryByResultsKey,
  insertQuery,
  latestOfEditor,
  moveQuery,
  type QueryRecord,
  removeQuery,
  updateOpenQuery,
  updateWaitingQuery,
} from "./store.ts";
