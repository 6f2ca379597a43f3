import { constants, DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { SqliteReply, SqliteRequest } from "./sqlite.ts";

/**
 * A process that reads one SQLite file, one statement at a time. The library offers no way to interrupt a statement, so
 * that whoever wants one stopped ends the process: it holds no state worth keeping.
 */
const [file = ""] = process.argv.slice(2);

/** What a statement may take of memory, beyond which it fails instead of the machine. */
const SETTINGS = ["PRAGMA hard_heap_limit = 1073741824", "PRAGMA case_sensitive_like = ON", "PRAGMA query_only = ON"];

/** Pragmas that tell what a table is made of. */
const LISTING = ["table_xinfo", "table_info", "foreign_key_list", "index_list", "index_info"];

const ALLOWED = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

function openFile(): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: file !== ":memory:", allowExtension: false });
  for (const sql of SETTINGS) database.exec(sql);
  database.function("lower", { deterministic: true }, (value) => textOrNull(value)?.toLowerCase() ?? null);
  database.function("upper", { deterministic: true }, (value) => textOrNull(value)?.toUpperCase() ?? null);
  database.setAuthorizer?.((code, first, second) => {
    const isListing = code === constants.SQLITE_PRAGMA && LISTING.includes(String(first));
    const isExtension = code === constants.SQLITE_FUNCTION && second === "load_extension";
    return (ALLOWED.has(code) && !isExtension) || isListing ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return database;
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
