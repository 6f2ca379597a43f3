import { existsSync } from "node:fs";
import { constants, DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { SqliteReply, SqliteRequest } from "./sqlite.ts";

/**
 * Reads one SQLite file, one statement at a time. The library can't interrupt a statement, so stopping one means
 * killing the process, which has no state worth keeping. With `write` as second argument it runs one writing
 * transaction.
 */
const [file = "", mode] = process.argv.slice(2);
const canWrite = mode === "write";

/** Memory limit, so that a statement fails instead of the machine. */
const SETTINGS = ["PRAGMA hard_heap_limit = 1073741824", "PRAGMA case_sensitive_like = ON"];
const READING = "PRAGMA query_only = ON";
const WRITING = ["PRAGMA busy_timeout = 5000", "PRAGMA foreign_keys = ON", "BEGIN IMMEDIATE"];

/** For single values too: the library fails silently on texts of half a gigabyte. */
const MAX_BYTES = 200_000_000;

const LISTING = new Set([
  "table_xinfo",
  "table_info",
  "table_list",
  "foreign_key_list",
  "index_list",
  "index_info",
  "index_xinfo",
  "integrity_check",
  "quick_check",
  "foreign_key_check",
]);
/** Pragmas that read a setting without an argument. None reveals the file's path. */
const DESCRIBING = new Set([
  "application_id",
  "auto_vacuum",
  "cache_size",
  "collation_list",
  "compile_options",
  "data_version",
  "encoding",
  "foreign_keys",
  "freelist_count",
  "function_list",
  "journal_mode",
  "max_page_count",
  "module_list",
  "page_count",
  "page_size",
  "pragma_list",
  "schema_version",
  "synchronous",
  "user_version",
]);

const ALLOWED = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

const ALLOWED_WRITES = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_VIEW,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_VIEW,
  constants.SQLITE_CREATE_TEMP_INDEX,
  constants.SQLITE_DROP_TABLE,
  constants.SQLITE_DROP_VIEW,
  constants.SQLITE_DROP_INDEX,
  constants.SQLITE_DROP_TEMP_TABLE,
  constants.SQLITE_DROP_TEMP_VIEW,
  constants.SQLITE_DROP_TEMP_INDEX,
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_REINDEX,
]);

let isOwnStatement = false;

function openFile(): DatabaseSync {
  const inMemory = file === ":memory:";
  if (canWrite && !inMemory && !existsSync(file))
    throw Object.assign(new Error("unable to open database file"), { errcode: CANNOT_OPEN });
  const database = new DatabaseSync(file, {
    readOnly: !inMemory && !canWrite,
    allowExtension: false,
    limits: { length: MAX_BYTES },
  });
  for (const sql of [...SETTINGS, ...(canWrite ? WRITING : [READING])]) database.exec(sql);
  database.function("lower", { deterministic: true }, (value) => textOrNull(value)?.toLowerCase() ?? null);
  database.function("upper", { deterministic: true }, (value) => textOrNull(value)?.toUpperCase() ?? null);
  database.setAuthorizer?.((code, first, second) => {
    const pragma = String(first).toLowerCase();
    const isReadable = LISTING.has(pragma) || (DESCRIBING.has(pragma) && second === null);
    const isListing = code === constants.SQLITE_PRAGMA && isReadable;
    const isExtension = code === constants.SQLITE_FUNCTION && second === "load_extension";
    const isAllowed = ALLOWED.has(code) || (canWrite && ALLOWED_WRITES.has(code)) || isOwnStatement;
    return (isAllowed && !isExtension) || isListing ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return database;
}

const CANNOT_OPEN = 14;

function commit(): void {
  isOwnStatement = true;
  database?.exec("COMMIT");
  isOwnStatement = false;
  send({ kind: "committed" });
}

const textOrNull = (value: SQLOutputValue) => (value === null ? null : String(value));

function send(reply: SqliteReply): void {
  process.send?.(reply);
}

function failed(error: unknown): void {
  const { message, errcode } = error as { message: string; errcode?: number };
  send({ kind: "error", message, code: errcode ?? 0 });
}

function fromInteger(value: SQLOutputValue): SQLOutputValue {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

let database: DatabaseSync | undefined;
let rows: Iterator<unknown> | undefined;
let statement: StatementSync | undefined;
let batchRows = 0;

function start(request: { sql: string; batchRows: number }): void {
  if (!database) throw new Error("the file is not open");
  statement = database.prepare(request.sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  rows = statement.iterate();
  batchRows = request.batchRows;
}

function sendBatch(): void {
  const batch: SQLOutputValue[][] = [];
  let isLast = false;
  while (!isLast && batch.length < batchRows) {
    const next = rows?.next();
    if (!next || next.done) isLast = true;
    else batch.push((next.value as SQLOutputValue[]).map(fromInteger));
  }
  const columns = (statement?.columns() ?? []).map(({ name, type }) => ({ name, type }));
  send({ kind: "batch", columns, rows: batch, isLast });
}

process.on("message", (request: SqliteRequest) => {
  try {
    if (request.kind === "commit") return commit();
    if (request.kind === "run") start(request);
    sendBatch();
  } catch (error) {
    failed(error);
  }
});
process.on("disconnect", () => process.exit());

try {
  database = openFile();
  send({ kind: "ready" });
} catch (error) {
  failed(error);
}
