import type { BigQuery, Job } from "@google-cloud/bigquery";
import { msg, t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { shownBytes } from "../../model/shown-bytes.ts";
import { byteFilter, type Dialect, defaultDialect, type TablePath } from "../../query/dialect.ts";
import { sqlReaderOf } from "../../query/sql/reader-of.ts";
import { DISPLAY_NAME, parseServerAddress, type ServerAddress } from "../address/address.ts";
import { type ColumnShape, type RowBatch, readDecimal, readDouble, readInteger, readMoment } from "../columns.ts";
import type {
  ColumnarBatch,
  ColumnarResult,
  Connection,
  ConnectionConfig,
  Connector,
  RunOptions,
  SourceColumn,
  TableDetails,
  TableName,
} from "../connector.ts";
import { type EngineFailure, networkFailure, textAndCode, toDatabaseError } from "../failure.ts";
import { sourceColumnsOf, tableDetailsOf, tableNamesOf } from "../listing.ts";
import { type Session, Sessions, sharesOf } from "../sessions/sessions.ts";

/** Uses Google's client. A dry run determines a statement's type before it runs; anything but SELECT is rejected. */

const escaped = (text: string) =>
  text.replaceAll("\0", "").replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");

const quote = (text: string) => `'${escaped(text).replaceAll("'", "\\'")}'`;

const plainPattern = (pattern: string) => pattern.replaceAll("\\\\", "\\\\\\\\");

const clock = (column: string) => `CAST(${column} AS DATETIME)`;

const truncated = (unit: string) => (column: string) => `DATETIME_TRUNC(${clock(column)}, ${unit})`;

const everyN = (n: number, part: "SECOND" | "MINUTE" | "HOUR") => (column: string) =>
  `DATETIME_SUB(${truncated(part)(column)}, INTERVAL MOD(EXTRACT(${part} FROM ${clock(column)}), ${n}) ${part})`;
const lastDay = (unit: string) => (column: string) => `DATETIME_ADD(${truncated(unit)(column)}, INTERVAL 6 DAY)`;

export const bigqueryDialect: Dialect = {
  ...defaultDialect,
  isInfinite: (column, type) => (/^float/i.test(type) ? `(IS_NAN(${column}) OR IS_INF(${column}))` : undefined),
  engine: "bigquery",
  searchPath: "SELECT @@dataset_id",
  defaultCatalog: "SELECT @@project_id",
  maxLabelLength: 128,
  plainLabel: /^[A-Za-z_][A-Za-z0-9_]*$/,
  quoteIdentifier: (name) => `\`${escaped(name).replaceAll("`", "\\x60")}\``,
  quoteText: quote,
  // A text literal takes the type it is compared with: DATE, DATETIME or (in UTC) TIMESTAMP.
  temporalLiteral: (epochMs, type) => {
    const text = new Date(epochMs).toISOString();
    return type === "date" ? `'${text.slice(0, 10)}'` : `'${text.slice(0, 10)} ${text.slice(11, -1)}000'`;
  },
  moments: {
    types: /^timestamp\b/i,
    wallType: "DATETIME",
    utc: clock,
    inZone: (column, zoneText) => `DATETIME(${column}, ${zoneText})`,
    plusSeconds: (time, seconds) => `DATETIME_ADD(${time}, INTERVAL ${seconds} SECOND)`,
    literal: ({ local, offset }) => `TIMESTAMP '${local}${offset}'`,
  },
  timeGrains: {
    PT1S: truncated("SECOND"),
    PT5S: everyN(5, "SECOND"),
    PT30S: everyN(30, "SECOND"),
    PT1M: truncated("MINUTE"),
    PT5M: everyN(5, "MINUTE"),
    PT10M: everyN(10, "MINUTE"),
    PT15M: everyN(15, "MINUTE"),
    PT30M: everyN(30, "MINUTE"),
    PT1H: truncated("HOUR"),
    PT6H: everyN(6, "HOUR"),
    P1D: truncated("DAY"),
    P1W: truncated("ISOWEEK"),
    P1M: truncated("MONTH"),
    P3M: truncated("QUARTER"),
    P1Y: truncated("YEAR"),
    "1969-12-28T00:00:00Z/P1W": truncated("WEEK"),
    "1969-12-29T00:00:00Z/P1W": truncated("ISOWEEK"),
    "P1W/1970-01-03T00:00:00Z": lastDay("WEEK"),
    "P1W/1970-01-04T00:00:00Z": lastDay("ISOWEEK"),
  },
  like: (column, pattern, negate) => `${column} ${negate ? "NOT LIKE" : "LIKE"} ${plainPattern(pattern)}`,
  caseInsensitiveLike: (column, pattern, negate) =>
    `LOWER(${column}) ${negate ? "NOT LIKE" : "LIKE"} LOWER(${plainPattern(pattern)})`,
  escapePattern: (text) => text.replace(/[\\%_]/g, "\\$&"),
  escapedLike: (column, pattern, negate) => `LOWER(${column}) ${negate ? "NOT LIKE" : "LIKE"} LOWER(${pattern})`,
  castToText: (column) => `CAST(${column} AS STRING)`,
  bytes: byteFilter(/^BYTES\b/i, (hex) => `FROM_HEX('${hex}')`),
  orderTerm: (sql, isAscending) => `${sql} ${isAscending ? "ASC" : "DESC"} NULLS LAST`,
  limitClause: (limit, offset) => {
    if (offset === 0) return limit === null ? "" : `LIMIT ${limit}`;
    return `LIMIT ${limit ?? "9223372036854775807"} OFFSET ${offset}`;
  },
  nullSafeEqual: (left, right) => `TO_JSON_STRING(${left}) = TO_JSON_STRING(${right})`,
  isLatestPartition,
  epochToTimestamp: (column, unit) => `TIMESTAMP_${unit === "s" ? "SECONDS" : "MILLIS"}(${column})`,
};

/** Time partitions are named by digits, e.g. `202402` for a month. */
function isLatestPartition(column: string, { catalog, schema, name }: TablePath): string {
  const path = [catalog, schema]
    .filter((part) => part !== null && part !== "")
    .map((part) => bigqueryDialect.quoteIdentifier(String(part)));
  const partitions = [...path, "INFORMATION_SCHEMA.PARTITIONS"].join(".");
  const latest = `SELECT MAX(partition_id) FROM ${partitions} WHERE table_name = ${quote(name)} AND REGEXP_CONTAINS(partition_id, r'^[0-9]+$')`;
  return `STARTS_WITH(FORMAT_TIMESTAMP('%Y%m%d%H', TIMESTAMP(${column})), (${latest}))`;
}

export const bigqueryConnector: Connector = {
  engine: "bigquery",
  estimates: true,
  name: "Google BigQuery",
  place: "service",
  dialect: bigqueryDialect,
  form: {
    placeholder: "bigquery://project/dataset?credentials_base64=...&location=EU",
    fields: [
      { name: "host", label: msg("Project"), kind: "text", required: true, placeholder: msg("e.g. my-project") },
      { name: "database", label: msg("Dataset"), kind: "text", required: false },
      { name: "credentials_info", label: msg("Service account"), kind: "json", required: true },
      DISPLAY_NAME,
      {
        name: "query",
        label: msg("Additional parameters"),
        kind: "text",
        required: false,
        placeholder: msg("e.g. location=EU"),
      },
    ],
    encryption: null,
  },
  connect: async (config) => new BigQueryConnection(config),
};

/** Other keys in the file could change which servers are contacted. */
const KEY_PARTS = ["type", "client_email", "private_key", "private_key_id", "client_id", "project_id"];

export function bigqueryCredentialsOf(config: ConnectionConfig): Record<string, string> {
  const { options } = parseServerAddress(config, 443);
  const encoded = options.get("credentials_base64");
  const credentialsSetting = config.connectArguments?.credentials_info ?? options.get("credentials_info");
  try {
    const text = encoded ? Buffer.from(encoded, "base64").toString("utf8") : credentialsSetting;
    const credentials: unknown = typeof text === "string" ? JSON.parse(text) : text;
    if (typeof credentials === "object" && credentials !== null && "client_email" in credentials) {
      const { type = "service_account" } = credentials as { type?: unknown };
      if (type === "service_account") {
        const known = Object.entries(credentials).filter(([name]) => KEY_PARTS.includes(name));
        return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
      }
    }
  } catch {
    // Reported below without quoting the secret.
  }
  const message = t("One or more parameters are missing: credentials_info (a service account's JSON key)");
  throw typedError("CONNECTION_MISSING_PARAMETERS_ERROR", message, { extra: { missing: ["credentials_info"] } });
}

const MAX_STATEMENTS = 20;

class BigQueryConnection implements Connection {
  readonly sql: Connection["sql"];
  readonly #sessions: Sessions;
  readonly #address: ServerAddress;
  readonly #open: () => Promise<BigQuery>;

  constructor(config: ConnectionConfig) {
    this.sql = (config.sqlReaderOf ?? sqlReaderOf)("bigquery");
    this.#address = parseServerAddress(config, 443);
    const credentials = bigqueryCredentialsOf(config);
    const { host: projectId, options } = this.#address;
    const location = options.get("location");
    let client: Promise<BigQuery> | undefined;
    this.#open = () => {
      client ??= import(config.driver ?? "@google-cloud/bigquery").then(
        ({ BigQuery: Client }) => new Client({ projectId, credentials, ...(location ? { location } : {}) }),
      );
      return client;
    };
    const dataset = this.#address.database;
    this.#sessions = new Sessions({
      open: async () => new BigQueryStatement(await this.#open(), dataset),
      ...sharesOf(config, MAX_STATEMENTS),
      timeoutMs: config.timeoutMs,
      toError: (error, sql) => toDatabaseError(error, failureOf(error), { engine: "BigQuery", sql }),
    });
  }

  readonly queueStatus = () => this.#sessions.queueStatus();

  run(sql: string, options?: RunOptions): Promise<ColumnarResult> {
    return this.#sessions.run(sql, options);
  }

  stream(sql: string, options?: RunOptions): AsyncIterable<ColumnarBatch> {
    return this.#sessions.stream(sql, options);
  }

  async catalogs(): Promise<string[]> {
    return [this.#address.host];
  }

  async schemas(catalog?: string | null): Promise<string[]> {
    const [datasets] = await (await this.#open()).getDatasets({ projectId: catalog ?? this.#address.host });
    return datasets.flatMap(({ id }) => id ?? []).sort();
  }

  async tables(schema?: string | null, catalog?: string | null): Promise<TableName[]> {
    const sql = `SELECT table_name, table_type FROM ${this.#listing("TABLES", schema, catalog)} ORDER BY table_name`;
    return tableNamesOf(await this.run(sql));
  }

  async columns(table: string, schema?: string | null, catalog?: string | null): Promise<SourceColumn[]> {
    return sourceColumnsOf(
      await this.run(
        `SELECT c.column_name, c.data_type, p.description FROM ${this.#listing("COLUMNS", schema, catalog)} AS c
         LEFT JOIN ${this.#listing("COLUMN_FIELD_PATHS", schema, catalog)} AS p
           ON p.table_name = c.table_name AND p.field_path = c.column_name
         WHERE c.table_name = ${quote(table)} ORDER BY c.ordinal_position`,
      ),
    );
  }

  async details(table: string, schema?: string | null, catalog?: string | null): Promise<TableDetails> {
    const keys = await this.run(
      `SELECT 'primary', k.constraint_name, k.column_name, NULL, NULL, NULL
       FROM ${this.#listing("KEY_COLUMN_USAGE", schema, catalog)} AS k
       JOIN ${this.#listing("TABLE_CONSTRAINTS", schema, catalog)} AS t USING (constraint_name)
       WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_name = ${quote(table)} ORDER BY k.ordinal_position`,
    );
    const options = await this.run(
      `SELECT JSON_VALUE(option_value) FROM ${this.#listing("TABLE_OPTIONS", schema, catalog)}
       WHERE table_name = ${quote(table)} AND option_name = 'description'`,
    );
    return tableDetailsOf([keys], options.columns[0]?.values[0]);
  }

  async describe(sql: string): Promise<SourceColumn[]> {
    await this.sql.checkStatement(sql);
    const { schema } = await this.#planned(sql);
    return (schema?.fields ?? []).map(({ name, type }) => ({ name: name ?? "", type: type ?? "" }));
  }

  async estimate(sql: string): Promise<Record<string, string>> {
    await this.sql.checkStatement(sql);
    const { totalBytesProcessed } = await this.#planned(sql);
    return { [t("Total bytes processed")]: String(totalBytesProcessed ?? "") };
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  async #planned(sql: string): Promise<QueryPlan> {
    try {
      return await planOf(await this.#open(), sql, this.#address.database);
    } catch (error) {
      throw toDatabaseError(error, failureOf(error), { engine: "BigQuery", sql });
    }
  }

  #listing(view: string, schema: string | null | undefined, catalog: string | null | undefined): string {
    const parts = [catalog ?? this.#address.host, schema ?? this.#address.database ?? ""];
    return `${parts.map(bigqueryDialect.quoteIdentifier).join(".")}.INFORMATION_SCHEMA.${view}`;
  }
}

interface QueryPlan {
  statementType?: string;
  totalBytesProcessed?: string;
  schema?: { fields?: readonly Field[] };
}

interface Field {
  name?: string;
  type?: string;
  mode?: string;
  fields?: readonly Field[];
}

async function planOf(client: BigQuery, query: string, dataset: string | null): Promise<QueryPlan> {
  const [, answer] = await client.createQueryJob({ ...requestOf(query, dataset), dryRun: true });
  return ((answer as { statistics?: { query?: QueryPlan } }).statistics?.query ?? {}) as QueryPlan;
}

const requestOf = (query: string, datasetId: string | null) => ({
  query,
  useLegacySql: false,
  ...(datasetId ? { defaultDataset: { datasetId } } : {}),
});

class BigQueryStatement implements Session {
  readonly isBroken = false;
  readonly #client: BigQuery;
  readonly #dataset: string | null;
  #job: Job | undefined;

  constructor(client: BigQuery, dataset: string | null) {
    this.#client = client;
    this.#dataset = dataset;
  }

  async *rows(sql: string, { batchRows, timeoutMs }: { batchRows: number; timeoutMs: number }) {
    const { statementType } = await planOf(this.#client, sql, this.#dataset);
    if (statementType !== "SELECT")
      throw new Error(
        t("Only SELECT statements are allowed, not {statementType}.", { statementType: String(statementType) }),
      );
    const [job] = await this.#client.createQueryJob({ ...requestOf(sql, this.#dataset), jobTimeoutMs: timeoutMs });
    this.#job = job;
    yield* pagesOf(job, batchRows);
  }

  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  async reset(): Promise<void> {
    this.#job = undefined;
  }

  async close(): Promise<void> {}
}

/** Text as the service sends it; the client's own parsing allocates an object per value. */
async function* pagesOf(job: Job, maxResults: number): AsyncGenerator<RowBatch, void, undefined> {
  let pageToken: string | undefined;
  do {
    const [, , answer] = await job.getQueryResults({
      autoPaginate: false,
      maxResults,
      skipParsing: true,
      "formatOptions.useInt64Timestamp": true,
      ...(pageToken ? { pageToken } : {}),
    });
    const page = answer as { schema?: QueryPlan["schema"]; rows?: { f: { v: unknown }[] }[]; pageToken?: string };
    const shapes = (page.schema?.fields ?? []).map(bigqueryShape);
    yield { shapes, rows: (page.rows ?? []).map(({ f }) => f.map(({ v }) => v)) };
    pageToken = page.pageToken;
  } while (pageToken);
}

type Reading = Pick<ColumnShape, "kind" | "read">;

const READINGS: Readonly<Record<string, Reading>> = {
  INTEGER: { kind: "numeric", read: readInteger },
  INT64: { kind: "numeric", read: readInteger },
  FLOAT: { kind: "numeric", read: readDouble },
  FLOAT64: { kind: "numeric", read: readDouble },
  NUMERIC: { kind: "numeric", read: readDecimal },
  BIGNUMERIC: { kind: "numeric", read: readDecimal },
  BOOLEAN: { kind: "boolean", read: (value: string) => value === "true" },
  BOOL: { kind: "boolean", read: (value: string) => value === "true" },
  DATE: { kind: "temporal", read: readMoment },
  DATETIME: { kind: "temporal", read: readMoment },
  TIMESTAMP: { kind: "temporal", read: (micros: string) => Number(micros) / 1000 },
  BYTES: { kind: "text", read: (value: string) => shownBytes(Buffer.from(value, "base64")) },
};

export function bigqueryShape(field: Field): ColumnShape {
  const { name = "", type = "", mode } = field;
  if (mode === "REPEATED") return { name, type: `ARRAY<${type}>`, kind: "text", read: jsonReader(field) };
  if (type === "RECORD" || type === "STRUCT") return { name, type, kind: "text", read: jsonReader(field) };
  return { name, type, ...(READINGS[type] ?? { kind: "text", read: String }) };
}

const jsonReader = (field: Field) => (value: unknown) => JSON.stringify(plainValue(field, value));

function plainValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.mode === "REPEATED")
    return (value as { v: unknown }[]).map(({ v }) => plainValue({ ...field, mode: "NULLABLE" }, v));
  if (field.fields) {
    const { f } = value as { f: { v: unknown }[] };
    return Object.fromEntries(field.fields.map((inner, i) => [inner.name, plainValue(inner, f[i]?.v)]));
  }
  const { kind, read } = READINGS[field.type ?? ""] ?? { kind: "text" };
  const own = kind === "numeric" || kind === "boolean" ? read?.(value as never) : value;
  return typeof own === "bigint" ? String(own) : own;
}

const PATTERNS: readonly [RegExp, EngineFailure["type"]][] = [
  [/^Unrecognized name: (\S+?);?(?= |$)/, "COLUMN_DOES_NOT_EXIST_ERROR"],
  [/^Name (\S+) not found inside/, "COLUMN_DOES_NOT_EXIST_ERROR"],
  [/^Not found: Table (\S+)/, "TABLE_DOES_NOT_EXIST_ERROR"],
  [/^Not found: Dataset (\S+)/, "SCHEMA_DOES_NOT_EXIST_ERROR"],
  [/^Table "(.+)" must be qualified with a dataset/, "TABLE_DOES_NOT_EXIST_ERROR"],
  [/^Syntax error/, "SYNTAX_ERROR"],
  [/Access Denied|does not have .* permission/, "CONNECTION_DATABASE_PERMISSIONS_ERROR"],
  [/invalid_grant|Invalid JWT|invalid_client/, "CONNECTION_ACCESS_DENIED_ERROR"],
  [/Response too large|resources exceeded/i, "RESULT_TOO_LARGE_ERROR"],
  [/Job timed out|Operation timed out/, "BACKEND_TIMEOUT_ERROR"],
];

export function failureOf(error: unknown): EngineFailure {
  const { text, code } = textAndCode(error);
  const ofNetwork = networkFailure(code);
  if (ofNetwork) return ofNetwork;
  const [, line, column] = /\[(\d+):(\d+)\]/.exec(text) ?? [];
  const position = line && column ? { line: Number(line), column: Number(column) } : undefined;
  for (const [pattern, type] of PATTERNS) {
    const match = pattern.exec(text);
    if (match) return { type, message: text, position, invalid: match[1] ? [match[1]] : [] };
  }
  return { type: "GENERIC_DB_ENGINE_ERROR", message: text, position };
}
