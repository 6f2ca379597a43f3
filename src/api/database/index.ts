export { connectionOf, connectorOf } from "./connection.ts";
export {
  canReadPlace,
  databaseForbidden,
  EXPORT as DATABASE_EXPORT,
  visibleDatabasesFor,
  WRITE as DATABASE_WRITE,
} from "./policy.ts";
export { databaseResource } from "./routes.ts";
export {
  type DatabaseRecord,
  type DatabaseValues,
  databasesByIds,
  findDatabase,
  findDatabaseByUuid,
  insertDatabase,
  maskedAddress,
  updateDatabase,
} from "./store.ts";
