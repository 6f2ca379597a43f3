export { connectionOf, connectorOf } from "./connection.ts";
export { canReadPlace, EXPORT as DATABASE_EXPORT, WRITE as DATABASE_WRITE } from "./policy.ts";
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
