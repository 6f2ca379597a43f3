import type { Dialect } from "../../query/dialect.ts";
import { serverFields } from "../address/address.ts";
import type { ConnectionConfig, Connector, RowCount, SourceColumn, TableDetails, TableName } from "../connector.ts";
import { rowCountsOf, sourceColumnsOf, tableDetailsOf, tableNamesOf, textsOf } from "../listing.ts";
import { isConnected, PostgresConnection, type PostgresFlavour, postgresqlDialect } from "../postgresql/postgresql.ts";

/** Backslashes escape in text literals. */
const quote = (text: string) => `'${text.replaceAll("\0", "").replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

const plainPattern = (pattern: string) => pattern.replaceAll("\\\\", "\\\\\\\\");

const clock = (column: string) => `CAST(${column} AS TIMESTAMP)`;

const truncated = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${clock(column)})`;

const everyN = (n: number, part: string) => (column: string) =>
  `DATEADD(${part}, -(CAST(EXTRACT(${part} FROM ${clock(column)}) AS INTEGER) % ${n}), ${truncated(part)(column)})`;

const sundayWeek = (days: number) => (column: string) =>
  `DATEADD(day, ${days}, DATE_TRUNC('week', DATEADD(day, 1, ${clock(column)})))`;

export const redshiftDialect: Dialect = {
  ...postgresqlDialect,
  brush: null,
  engine: "redshift",
  explain: "EXPLAIN",
  searchPath: "SELECT current_schema()",
  defaultCatalog: "SELECT current_database()",
  maxLabelLength: 127,
  quoteText: quote,
  timeGrains: {
    PT1S: truncated("second"),
    PT5S: everyN(5, "second"),
    PT30S: everyN(30, "second"),
    PT1M: truncated("minute"),
    PT5M: everyN(5, "minute"),
    PT10M: everyN(10, "minute"),
    PT15M: everyN(15, "minute"),
    PT30M: everyN(30, "minute"),
    PT1H: truncated("hour"),
    PT6H: everyN(6, "hour"),
    P1D: truncated("day"),
    P1W: truncated("week"),
    P1M: truncated("month"),
    P3M: truncated("quarter"),
    P1Y: truncated("year"),
    "1969-12-28T00:00:00Z/P1W": sundayWeek(-1),
    "1969-12-29T00:00:00Z/P1W": truncated("week"),
    "P1W/1970-01-03T00:00:00Z": sundayWeek(5),
    "P1W/1970-01-04T00:00:00Z": (column) => `DATEADD(day, 6, ${truncated("week")(column)})`,
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${plainPattern(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `${column} ${negate ? "NOT ILIKE" : "ILIKE"} ${plainPattern(pattern)}`,
  isInfinite: (column, type) =>
    /^(real|double|float)/i.test(type) ? `${column} IN ('NaN', 'Infinity', '-Infinity')` : undefined,
  castToText: (column) => `CAST(${column} AS VARCHAR)`,
  isTruth: (column, value) => `COALESCE(${column} = ${value ? "TRUE" : "FALSE"}, FALSE)`,
  average: (column) => `AVG(CAST(${column} AS DOUBLE PRECISION))`,
  nullSafeEqual: (left, right) => `(${left} = ${right} OR (${left} IS NULL AND ${right} IS NULL))`,
  epochToTimestamp: (column, unit) =>
    `(TIMESTAMP 'epoch' + ${unit === "s" ? column : `${column} / 1000.0`} * INTERVAL '1 second')`,
};

const DEFAULT_PORT = 5439;

const flavour: PostgresFlavour = {
  name: "Redshift",
  port: DEFAULT_PORT,
  reader: "redshift",
  begin: (timeoutMs) => `BEGIN READ ONLY; SET statement_timeout TO ${timeoutMs}; SET TimeZone TO 'UTC'`,
};

export const redshiftConnector: Connector = {
  engine: "redshift",
  estimates: true,
  name: "Amazon Redshift",
  place: "server",
  dialect: redshiftDialect,
  form: {
    placeholder: "redshift://analytics:password@db.example.com:5439/sales",
    fields: serverFields(DEFAULT_PORT),
    encryption: { sslmode: "verify-ca" },
  },
  connect: async (config) => new RedshiftConnection(config),
};

class RedshiftConnection extends PostgresConnection {
  constructor(config: ConnectionConfig) {
    super(config, flavour);
  }

  override async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    const sql = `SELECT table_name, table_type FROM svv_tables
      WHERE table_schema = ${quote(schema ?? "public")} AND ${isConnected(catalog)} ORDER BY table_name`;
    return tableNamesOf(await this.run(sql));
  }

  /** Excludes empty tables, and all tables if the user can't read the view. */
  override async rowCounts(schema?: string | null): Promise<RowCount[]> {
    const sql = `SELECT "table", tbl_rows FROM svv_table_info WHERE schema = ${quote(schema ?? "public")}`;
    return rowCountsOf(await this.run(sql));
  }

  override async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    const sql = `SELECT column_name, data_type, remarks FROM svv_columns
      WHERE table_schema = ${quote(schema ?? "public")} AND table_name = ${quote(table)} AND ${isConnected(catalog)}
      ORDER BY ordinal_position`;
    return sourceColumnsOf(await this.run(sql));
  }

  /** Keys are only planner hints; there are no indexes. */
  override async details(table: string, schema?: string | null): Promise<TableDetails> {
    const keys = await this.run(
      `SELECT 'primary', k.constraint_name, k.column_name, NULL, NULL, NULL
       FROM information_schema.key_column_usage k JOIN information_schema.table_constraints t
         ON t.constraint_name = k.constraint_name AND t.table_schema = k.table_schema
       WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_schema = ${quote(schema ?? "public")}
         AND k.table_name = ${quote(table)} ORDER BY k.ordinal_position`,
    );
    const comment = textsOf(
      await this.run(
        `SELECT remarks FROM svv_tables WHERE table_schema = ${quote(schema ?? "public")} AND table_name = ${quote(table)}
         AND remarks IS NOT NULL`,
      ),
    );
    return tableDetailsOf([keys], comment[0]);
  }
}
