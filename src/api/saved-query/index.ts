export { ownSavedQuery, savedQueryResource } from "./routes.ts";
export { noteSavedRun } from "./store.ts";
