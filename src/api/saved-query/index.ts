export { isOwn as isOwnSavedQuery, savedQueryRules } from "./policy.ts";
export { ownSavedQuery, savedQueryResource } from "./routes.ts";
export {
  insertSavedQuery,
  recordRun as noteSavedRun,
  type SavedQueryRecord,
  savedQueriesByIds,
  updateSavedQuery,
} from "./store.ts";
