export { connectionOf, connectorOf, type OpenDatabase } from "./connection.ts";
export { canReadPlace, EXPORT as DATABASE_EXPORT, type Place, WRITE as DATABASE_WRITE } from "./policy.ts";
export { databaseResource } from "./routes.ts";
export {
  allDatabases,
  type DatabaseRecord,
  type DatabaseValues,
  databasesByIds,
  findDatabase,
  findDatabaseByUuid,
  insertDatabase,
  maskedAddress,
  updateDatabase,
} from "./store.ts";
