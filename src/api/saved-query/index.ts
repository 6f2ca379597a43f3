export { isOwn as isOwnSavedQuery, savedQueryRules } from "./policy.ts";
export { ownSavedQuery, savedQueryResource } from "./routes.ts";
export {
  insertSavedQuery,
  noteSavedRun,
  type SavedQueryRecord,
  savedQueriesByIds,
  updateSavedQuery,
} from "./store.ts";
