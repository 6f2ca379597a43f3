import type { Client } from "pg";
import { parseServerAddress } from "../address/address.ts";
import { type ConnectionConfig, type LoadColumn, TableExists, type TableLoad } from "../connector.ts";
import { toDatabaseError } from "../failure.ts";
import { toStored } from "../written-values.ts";
import { clientOpener, failureOf, postgresqlDialect } from "./postgresql.ts";

const STATEMENT_MS = 5 * 60_000;

const TYPES: Readonly<Record<LoadColumn["kind"], string>> = {
  integer: "BIGINT",
  double: "DOUBLE PRECISION",
  decimal: "NUMERIC",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  text: "TEXT",
};

const name = postgresqlDialect.quoteIdentifier;

export async function writePostgres(config: ConnectionConfig, load: TableLoad): Promise<void> {
  const address = parseServerAddress(config, 5432);
  const open = clientOpener(address, config);
  const client = await open().catch((error: unknown) => {
    throw toDatabaseError(error, failureOf(error, ""), { engine: "PostgreSQL", sql: "" });
  });
  const stop = () => client.connection.stream.destroy();
  load.signal?.addEventListener("abort", stop, { once: true });
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL TIME ZONE 'UTC'`,
    );
    await written(client, load);
    await client.query("COMMIT");
  } catch (error) {
    if (error instanceof TableExists) throw error;
    if ((error as { code?: string }).code === "42P07")
      throw new TableExists((error as Error).message, { cause: error });
    throw toDatabaseError(error, failureOf(error, ""), { engine: "PostgreSQL", sql: "" });
  } finally {
    load.signal?.removeEventListener("abort", stop);
    await client.end().catch(() => undefined);
  }
}

async function written(client: Client, { table, schema, ifExists, columns, batches }: TableLoad): Promise<void> {
  const target = (schema ? [schema, table] : [table]).map(name).join(".");
  const typeOf = ({ kind, type }: LoadColumn) =>
    kind === "decimal" ? type.replace("DECIMAL", "NUMERIC") : TYPES[kind];
  const defined = columns.map((column) => `${name(column.name)} ${typeOf(column)}`).join(", ");
  if (ifExists === "replace") await client.query(`DROP TABLE IF EXISTS ${target}`);
  await client.query(`CREATE TABLE ${ifExists === "append" ? "IF NOT EXISTS " : ""}${target} (${defined})`);
  const names = columns.map((column) => name(column.name)).join(", ");
  const arrays = columns.map((column, i) => `$${i + 1}::${column.targetType ?? typeOf(column)}[]`).join(", ");
  for await (const batch of batches()) {
    if (batch.rows === 0) continue;
    const values = batch.columns.map((column) => Array.from(column.values, textOf));
    await client.query(`INSERT INTO ${target} (${names}) SELECT * FROM unnest(${arrays})`, values);
  }
}

function textOf(value: unknown): string | null {
  const known = toStored(value);
  return known === null ? null : String(known);
}
