export {
  connectionConfig,
  connectionOf,
  connectorOf,
  currentUserQueries as standingNow,
  type OpenDatabase,
  targetOf,
} from "./connection.ts";
export { planOf } from "./explain.ts";
export { allowableFolder } from "./file-place.ts";
export {
  canReadPlace,
  canSeeDatabase,
  canUploadTo as allowsUploadsTo,
  DATABASE_PICKER,
  databaseForbidden,
  EXPORT as DATABASE_EXPORT,
  UPLOAD as DATABASE_UPLOAD,
  visibleDatabasesFor as visibleDatabases,
  WRITE as DATABASE_WRITE,
} from "./policy.ts";
export { presentDatabases } from "./present.ts";
export { assertAnswers } from "./probe.ts";
export { assertMayConnect, type Connecting } from "./refusal.ts";
export { rotateKey } from "./rotate-key.ts";
export { databaseResource } from "./routes.ts";
export { sqlThreadsOf } from "./sql-threads.ts";
export {
  allDatabases,
  type DatabaseRecord,
  type DatabaseValues,
  databasesByIds,
  findDatabase,
  findDatabaseByName,
  findDatabaseByUuid,
  insertDatabase,
  maskedAddress,
  secretPartsOf,
  updateDatabase,
} from "./store.ts";
export {
  defaultCatalogOf,
  readableTable,
  type TablePlace,
  tableOfPath,
  tableOfQuery,
  visibleDatabase,
} from "./table-routes.ts";
export { isSameServer as leadSame, maskedTunnel, type Tunnel, tunnelAfter } from "./tunnel.ts";
export { maskedSecrets } from "./values.ts";
