import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { type ConnectionConfig, type LoadColumn, TableExists, type TableLoad } from "../connector.ts";
import { rowsOf, type StoredValue } from "../written-values.ts";
import { sqliteDialect, sqliteFileOf } from "./sqlite.ts";

export type SqliteWriteRequest =
  | { kind: "begin"; statements: readonly string[]; insert: string }
  | { kind: "rows"; rows: readonly StoredValue[][] }
  | { kind: "commit" };

export type SqliteWriteReply = { kind: "ok" } | { kind: "error"; message: string };

const TYPES: Readonly<Record<LoadColumn["kind"], string>> = {
  integer: "BIGINT",
  double: "DOUBLE",
  decimal: "DECIMAL",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  text: "TEXT",
};

const name = sqliteDialect.quoteIdentifier;

const OWN_SCHEMA = "main";

/** One transaction in a separate process. Throws a typed error for an unknown schema. */
export async function writeSqlite(config: ConnectionConfig, load: TableLoad): Promise<void> {
  if (load.schema !== null && load.schema.toLowerCase() !== OWN_SCHEMA)
    throw typedError(
      "SCHEMA_DOES_NOT_EXIST_ERROR",
      t('The schema "{schema}" doesn\'t exist.', { schema: load.schema }),
      { status: 422 },
    );
  const child = fork(fileURLToPath(new URL("./writer-child.ts", import.meta.url)), [sqliteFileOf(config.uri)], {
    serialization: "advanced",
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { PATH: process.env.PATH, TZ: "UTC" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const stop = () => child.kill("SIGKILL");
  load.signal?.addEventListener("abort", stop, { once: true });
  try {
    await ask(child, startRequest(load));
    for await (const batch of load.batches()) await ask(child, { kind: "rows", rows: rowsOf(batch, load.columns) });
    await ask(child, { kind: "commit" });
  } finally {
    load.signal?.removeEventListener("abort", stop);
    stop();
  }
}

function startRequest({ table, ifExists, columns }: TableLoad): SqliteWriteRequest {
  const target = name(table);
  const typeOf = ({ kind, type }: LoadColumn) => (kind === "decimal" ? type : TYPES[kind]);
  const defined = columns.map((column) => `${name(column.name)} ${typeOf(column)}`).join(", ");
  const places = columns.map(() => "?").join(", ");
  return {
    kind: "begin",
    statements: [
      ...(ifExists === "replace" ? [`DROP TABLE IF EXISTS ${target}`] : []),
      `CREATE TABLE ${ifExists === "append" ? "IF NOT EXISTS " : ""}${target} (${defined})`,
    ],
    insert: `INSERT INTO ${target} (${columns.map((column) => name(column.name)).join(", ")}) VALUES (${places})`,
  };
}

async function ask(child: ChildProcess, request: SqliteWriteRequest): Promise<void> {
  const waiting = new AbortController();
  const ended = once(child, "exit", waiting).then(
    (): SqliteWriteReply => ({ kind: "error", message: t("Writing the file stopped unexpectedly.") }),
  );
  const answered = once(child, "message", waiting).then(([reply]) => reply as SqliteWriteReply);
  for (const promise of [ended, answered]) promise.catch(() => undefined);
  child.send(request, () => undefined);
  const reply = await Promise.race([ended, answered]);
  waiting.abort();
  if (reply.kind === "ok") return;
  if (/^table .* already exists$/.test(reply.message)) throw new TableExists(reply.message);
  throw typedError("GENERIC_DB_ENGINE_ERROR", reply.message, { status: 422 });
}
