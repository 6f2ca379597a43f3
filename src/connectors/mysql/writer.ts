import type { Connection as Client } from "mysql2";
import { parseServerAddress } from "../address/address.ts";
import { type ConnectionConfig, type LoadColumn, TableExists, type TableLoad } from "../connector.ts";
import { toDatabaseError } from "../failure.ts";
import { rowsOf, type StoredValue, temporaryName } from "../written-values.ts";
import { mysqlFailureOf } from "./failure.ts";
import { clientOpener, mysqlDialect } from "./mysql.ts";

/** Must fit the server's packet limit, which is at least 1 MB. */
const STATEMENT_BYTES = 500_000;
const SETTINGS = "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'";

const TYPES: Readonly<Record<LoadColumn["kind"], string>> = {
  integer: "BIGINT",
  double: "DOUBLE",
  decimal: "DECIMAL(65,30)",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "DATETIME(6)",
  text: "LONGTEXT",
};

const name = mysqlDialect.quoteIdentifier;

/** Writes a temporary table, which then replaces the target or is appended to it atomically. */
export async function writeMysql(config: ConnectionConfig, load: TableLoad): Promise<void> {
  const fail = (error: unknown) => toDatabaseError(error, mysqlFailureOf(error, ""), { engine: "MySQL", sql: "" });
  const open = clientOpener(parseServerAddress(config, 3306), config);
  const client = await open().catch((error: unknown) => {
    throw fail(error);
  });
  const stop = () => client.destroy();
  load.signal?.addEventListener("abort", stop, { once: true });
  const placed = (table: string) => (load.schema ? [load.schema, table] : [table]).map(name).join(".");
  const temporary = placed(temporaryName());
  try {
    await ask(client, SETTINGS);
    await fill(client, temporary, load);
    await moved(client, { beside: temporary, before: placed(temporaryName()), target: placed(load.table) }, load);
  } catch (error) {
    throw error instanceof TableExists ? error : fail(error);
  } finally {
    load.signal?.removeEventListener("abort", stop);
    await ask(client, `DROP TABLE IF EXISTS ${temporary}`).catch(() => undefined);
    client.destroy();
  }
}

async function fill(client: Client, temporary: string, { columns, batches }: TableLoad): Promise<void> {
  const typeOf = ({ kind, type }: LoadColumn) => (kind === "decimal" ? type : TYPES[kind]);
  const defined = columns.map((column) => `${name(column.name)} ${typeOf(column)}`).join(", ");
  await ask(client, `CREATE TABLE ${temporary} (${defined}) CHARACTER SET utf8mb4`);
  const names = columns.map((column) => name(column.name)).join(", ");
  for await (const batch of batches()) {
    for (const rows of batchesOf(rowsOf(batch, columns))) {
      await ask(client, `INSERT INTO ${temporary} (${names}) VALUES ?`, [rows]);
    }
  }
}

async function moved(
  client: Client,
  { beside: temporary, before, target }: { beside: string; before: string; target: string },
  { ifExists, columns }: TableLoad,
): Promise<void> {
  try {
    await ask(client, `RENAME TABLE ${temporary} TO ${target}`);
    return;
  } catch (error) {
    if ((error as { errno?: number }).errno !== 1050) throw error;
    if (ifExists === "fail") throw new TableExists("the table exists", { cause: error });
  }
  if (ifExists === "append") {
    const names = columns.map((column) => name(column.name)).join(", ");
    await ask(client, `INSERT INTO ${target} (${names}) SELECT ${names} FROM ${temporary}`);
    return;
  }
  await ask(client, `RENAME TABLE ${target} TO ${before}, ${temporary} TO ${target}`);
  await ask(client, `DROP TABLE ${before}`);
}

function* batchesOf(rows: readonly StoredValue[][]): Generator<readonly StoredValue[][]> {
  let start = 0;
  let bytes = 0;
  for (const [i, row] of rows.entries()) {
    const size = row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length * 3 : 24), 0);
    if (i > start && bytes + size > STATEMENT_BYTES) {
      yield rows.slice(start, i);
      start = i;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < rows.length) yield rows.slice(start);
}

function ask(client: Client, sql: string, values: unknown[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(sql, values, (error) => (error ? reject(error) : resolve()));
  });
}
