import { type ConnectionConfig, type LoadColumn, TableExists, type TableLoad } from "../connector.ts";
import { toDatabaseError } from "../failure.ts";
import { rowsOf, temporaryName } from "../written-values.ts";
import { failureOf, openClickHouse } from "./clickhouse.ts";
import { clickhouseDialect } from "./dialect.ts";

const TYPES: Readonly<Record<LoadColumn["kind"], string>> = {
  integer: "Nullable(Int64)",
  double: "Nullable(Float64)",
  decimal: "Nullable(Float64)",
  boolean: "Nullable(Bool)",
  date: "Nullable(Date32)",
  timestamp: "Nullable(DateTime64(6, 'UTC'))",
  text: "Nullable(String)",
};

const name = clickhouseDialect.quoteIdentifier;
const TABLE_EXISTS = "57";

export async function writeClickHouse(config: ConnectionConfig, load: TableLoad): Promise<void> {
  const client = await openClickHouse(config);
  const placed = (table: string) => (load.schema ? [load.schema, table] : [table]).map(name).join(".");
  const temporary = placed(temporaryName());
  const target = placed(load.table);
  const run = async (query: string) => {
    await client.command({ query, ...(load.signal ? { abort_signal: load.signal } : {}) });
  };
  try {
    const defined = load.columns.map((column) => `${name(column.name)} ${typeOf(column)}`).join(", ");
    await run(`CREATE TABLE ${temporary} (${defined}) ENGINE = MergeTree ORDER BY tuple()`);
    for await (const batch of load.batches()) {
      if (batch.rows === 0) continue;
      const values = rowsOf(batch, load.columns).map((row) =>
        row.map((value) => (typeof value === "bigint" ? `${value}` : value)),
      );
      await client.insert({ table: temporary, values, format: "JSONCompactEachRow" });
    }
    await moved(run, { beside: temporary, target }, load);
  } catch (error) {
    if (error instanceof TableExists) throw error;
    throw toDatabaseError(error, failureOf(error, ""), { engine: "ClickHouse", sql: "" });
  } finally {
    await client.command({ query: `DROP TABLE IF EXISTS ${temporary}` }).catch(() => undefined);
    await client.close();
  }
}

const typeOf = ({ kind, type }: LoadColumn) =>
  kind === "decimal" ? `Nullable(${type.replace("DECIMAL", "Decimal")})` : TYPES[kind];

async function moved(
  run: (query: string) => Promise<void>,
  { beside: temporary, target }: { beside: string; target: string },
  { ifExists, columns }: TableLoad,
): Promise<void> {
  try {
    await run(`RENAME TABLE ${temporary} TO ${target}`);
    return;
  } catch (error) {
    if (String((error as { code?: unknown }).code) !== TABLE_EXISTS) throw error;
    if (ifExists === "fail") throw new TableExists("the table exists", { cause: error });
  }
  if (ifExists === "append") {
    const names = columns.map((column) => name(column.name)).join(", ");
    // By default nulls become 0 or empty text in non-nullable columns.
    const settings = "SETTINGS insert_null_as_default = 0";
    await run(`INSERT INTO ${target} (${names}) ${settings} SELECT ${names} FROM ${temporary}`);
    return;
  }
  await run(`EXCHANGE TABLES ${temporary} AND ${target}`);
}
