import { stat } from "node:fs/promises";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { type ConnectionConfig, TableExists, type TableLoad } from "../connector.ts";
import { type DuckDbEngine, duckdbDialect, duckdbFileOf } from "./duckdb.ts";

const WRITE_MS = 10 * 60_000;
const MB = 1024 * 1024;
/** For large files, on a busy machine. */
const WRITE_MS_PER_MB = 500;

export async function writeDuckDb(engine: DuckDbEngine, config: ConnectionConfig, load: TableLoad): Promise<void> {
  const file = duckdbFileOf(config.uri);
  if (file === ":memory:") {
    throw typedError("GENERIC_DB_ENGINE_ERROR", t("An in-memory database can't store tables."), { status: 422 });
  }
  const { staged, ifExists } = load;
  const { quoteIdentifier: name, quoteText } = duckdbDialect;
  const target = [load.schema ?? "main", load.table].map(name).join(".");
  const columns = load.columns.map((column) => name(column.name)).join(", ");
  const rows = `SELECT ${staged.items.join(", ")} FROM staged.${name(staged.table)}`;
  const created = ifExists === "replace" ? `CREATE OR REPLACE TABLE ${target}` : `CREATE TABLE ${target}`;
  const empty = `CREATE TABLE IF NOT EXISTS ${target} AS ${rows} LIMIT 0`;
  const writing =
    ifExists === "append" ? [empty, `INSERT INTO ${target} (${columns}) ${rows}`] : [`${created} AS ${rows}`];
  const { size } = await stat(staged.file);
  try {
    await engine.load({
      file,
      statements: [
        `ATTACH ${quoteText(staged.file)} AS staged (READ_ONLY)`,
        "BEGIN",
        ...writing,
        "COMMIT",
        "DETACH staged",
      ],
      readable: [staged.file],
      ...(load.signal ? { signal: load.signal } : {}),
      timeoutMs: WRITE_MS + (size / MB) * WRITE_MS_PER_MB,
    });
  } catch (cause) {
    const { message } = cause as Error;
    if (/already exists/.test(message) && ifExists === "fail") throw new TableExists(message, { cause });
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422, cause });
  }
}
