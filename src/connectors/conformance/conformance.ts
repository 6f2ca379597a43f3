import { TesseraError } from "../../model/errors.ts";
import { dialects } from "./dialect.ts";
import { limits } from "./limits.ts";
import {
  type ConformanceCase,
  type ConformanceSetting,
  equal,
  rejection,
  truthy,
  value,
  wireError,
} from "./setting.ts";

/**
 * Requirements for every connector, run on a real engine. Independent of a test framework: `run` rejects with the
 * problem. Statements are standard SQL; the settings describe how engines differ.
 */
const BIG = 9007199254740993n;
const DATE_MS = Date.UTC(1969, 6, 20);
const TIMESTAMP_MS = Date.UTC(2024, 1, 29, 23, 59, 58, 123);

export const conformance: readonly ConformanceCase[] = [
  { name: "returns columns by name and in order", run: answersColumns },
  { name: "distinguishes NULL from empty text", run: distinguishesNullFromEmpty },
  { name: "keeps integers beyond 2^53", run: async (s) => equal(await value(s, s.values.bigInteger), BIG) },
  { name: "returns decimals as numbers", run: async (s) => equal(await value(s, s.values.decimal), 1234.5) },
  { name: "returns NaN and infinity as null", run: givesNotANumberAsNull },
  { name: "doesn't shift dates", run: async (s) => equal(await value(s, s.values.date), DATE_MS) },
  {
    name: "returns timestamps as UTC milliseconds",
    run: async (s) => equal(await value(s, s.values.timestamp), TIMESTAMP_MS),
  },
  { name: "returns booleans", run: async (s) => equal(await value(s, s.values.boolean), true) },
  { name: "returns nested values as JSON text", run: givesNestedAsText },
  { name: "returns each column's kind", run: returnsColumnKinds },
  { name: "streams every row in batches", run: streamsRows },
  { name: "lists schemas, tables and columns", run: listsTables },
  { name: "distinguishes views from tables", run: listsViews },
  { name: "returns row counts where available", run: countsRows },
  { name: "lists keys, indexes and comments", run: listsKeys },
  { name: "preserves every character", run: keepsTexts },
  { name: "rejects statements containing NUL", run: refusesNul },
  { name: "describes its connection form", run: describesForm },
  {
    name: "returns no columns for a missing table",
    run: async (s) => equal(await s.connection.columns("no_such_table", s.schema), []),
  },
  { name: "describes a statement without running it", run: describesStatements },
  ...limits,
  ...dialects,
  { name: "returns typed errors with positions", run: typesErrors },
  { name: "accepts expressions and rejects everything else", run: checksExpressions },
  { name: "accepts one reading statement and rejects everything else", run: checksStatements },
];

async function answersColumns({ connection, table }: ConformanceSetting): Promise<void> {
  const result = await connection.run(`SELECT label AS "A b", id AS "Ä" FROM ${table} ORDER BY id`);
  equal(result.rows, 3);
  equal(
    result.columns.map((column) => column.name),
    ["A b", "Ä"],
  );
  equal([...(result.columns[1]?.values ?? [])], [1, 2, 3]);
  truthy(result.elapsedMs >= 0, "elapsedMs");
}

async function distinguishesNullFromEmpty({ connection, table }: ConformanceSetting): Promise<void> {
  const result = await connection.run(`SELECT label FROM ${table} ORDER BY id`);
  equal([...(result.columns[0]?.values ?? [])], ["one", "", null]);
}

async function givesNotANumberAsNull(setting: ConformanceSetting): Promise<void> {
  for (const sql of [setting.values.notANumber, setting.values.infinity]) {
    if (sql !== undefined) equal(await value(setting, sql), null);
  }
}

async function givesNestedAsText(setting: ConformanceSetting): Promise<void> {
  if (setting.values.nested !== undefined)
    equal(JSON.parse(String(await value(setting, setting.values.nested))), [1, 2]);
}

async function returnsColumnKinds({ connection, values }: ConformanceSetting): Promise<void> {
  const { columns } = await connection.run(
    `SELECT ${values.decimal} AS a, 'x' AS b, ${values.date} AS c, ${values.timestamp} AS d, ${values.boolean} AS e ${values.from ?? ""}`,
  );
  equal(
    columns.map((column) => column.kind),
    ["numeric", "text", "temporal", "temporal", "boolean"],
  );
}

async function streamsRows({ connection, table }: ConformanceSetting): Promise<void> {
  let rows = 0;
  const sql = `SELECT a.id FROM ${table} a, ${table} b, ${table} c, ${table} d`;
  for await (const batch of connection.stream(sql)) rows += batch.rows;
  equal(rows, 81);
}

async function listsTables({ connection, table, schema }: ConformanceSetting): Promise<void> {
  if (schema !== null) truthy((await connection.schemas()).includes(schema), "schemas");
  await connection.catalogs();
  truthy(
    (await connection.tables(schema)).some((entry) => entry.name === table && entry.kind === "table"),
    "tables",
  );
  const columns = await connection.columns(table, schema);
  equal(
    columns.map((column) => column.name),
    ["id", "label"],
  );
}

async function listsViews({ connection, view, schema, table }: ConformanceSetting): Promise<void> {
  if (view === undefined) return;
  const tables = await connection.tables(schema);
  equal(tables.find((entry) => entry.name === view)?.kind, "view");
  equal(tables.find((entry) => entry.name === table)?.kind, "table");
  truthy((await connection.columns(view, schema)).length > 0, "columns of a view");
  if (!connection.viewSql) return;
  const shown = (await connection.viewSql(view, schema))?.replaceAll(/\s+/g, " ") ?? "";
  truthy(/^(create view .+ )?select .*id.* from .*conformance/i.test(shown), `the query of a view: ${shown}`);
  equal([await connection.viewSql(table, schema), await connection.viewSql("no_such_view", schema)], [null, null]);
}

async function countsRows({ connection, counting, schema, table, view }: ConformanceSetting): Promise<void> {
  equal(connection.rowCounts === undefined, counting === undefined);
  if (!connection.rowCounts || !counting) return;
  await counting.analyze?.();
  const counts = await connection.rowCounts(schema);
  equal(
    counts.find((count) => count.table === table),
    { table, rows: 3, isExact: counting.isExact },
  );
  equal(
    counts.filter((count) => count.table === view || count.rows < 0),
    [],
  );
  equal(await connection.rowCounts("no_such_schema"), []);
}

async function listsKeys({ connection, keyed, schema }: ConformanceSetting): Promise<void> {
  const none = { comment: null, primaryKey: null, foreignKeys: [], indexes: [] };
  equal(await connection.details("no_such_table", schema), none);
  if (!keyed) return;
  equal(await connection.details(keyed.table, schema), keyed.details);
  const columns = await connection.columns(keyed.table, schema);
  equal(
    columns.map(({ name, comment }) => (comment ? `${name}: ${comment}` : name)),
    keyed.columns,
  );
}

const TEXTS = [
  "Ünïcödé 中文 😀 \u{1F468}\u200D\u{1F469}",
  'it\'s "quoted" `so` \\ and\\n',
  "%_;--/* */ $1 ? :name {0}",
  "tab\tbreak\n",
];

async function keepsTexts(setting: ConformanceSetting): Promise<void> {
  const { quoteText, quoteIdentifier } = setting.connector.dialect;
  for (const text of TEXTS) equal(await value(setting, quoteText(text)), text);
  const name = 'naïve "name" `so` 中';
  const result = await setting.connection.run(`SELECT 1 AS ${quoteIdentifier(name)}`);
  equal(result.columns[0]?.name, name);
}

async function refusesNul({ connection }: ConformanceSetting): Promise<void> {
  const error = await wireError(connection.run("SELECT 1 AS a\0, 2 AS b"));
  equal(error.error_type, "SYNTAX_ERROR");
}

async function describesForm({ connector: { form, engine } }: ConformanceSetting): Promise<void> {
  const names = form.fields.map((field) => field.name);
  equal(new Set(names).size, names.length);
  truthy(form.placeholder.startsWith(`${engine}:`), "the placeholder is an address of this engine");
  truthy(
    form.fields.some((field) => field.required),
    "something is required",
  );
}

async function describesStatements({ connection, table, endless }: ConformanceSetting): Promise<void> {
  const columns = await connection.describe(`SELECT id AS n, label FROM ${table};`);
  equal(
    columns.map((column) => column.name),
    ["n", "label"],
  );
  truthy((await connection.describe(endless)).length === 1, "an endless statement is described at once");
}

async function typesErrors({ connection, table }: ConformanceSetting): Promise<void> {
  const column = await wireError(connection.run(`SELECT id,\n  no_such_column FROM ${table}`));
  equal(column.error_type, "COLUMN_DOES_NOT_EXIST_ERROR");
  equal([column.extra?.line, column.extra?.column], [2, 3]);
  equal((await wireError(connection.run("SELECT * FROM no_such_table"))).error_type, "TABLE_DOES_NOT_EXIST_ERROR");
  const syntax = await wireError(connection.run(`SELEC id FROM ${table}`));
  equal(syntax.error_type, "SYNTAX_ERROR");
  equal(syntax.extra?.sql, `SELEC id FROM ${table}`);
}

const EXPRESSIONS = [
  "id",
  "SUM(id) / COUNT(*)",
  "CASE WHEN label = 'it''s' THEN 1 ELSE 0 END",
  "id > 1 AND (label IS NULL OR label LIKE '%--%')",
  "id -- a comment",
  "COUNT(*) /* all of them */",
];

const NOT_EXPRESSIONS = [
  "",
  "1) --",
  "1) OR (1 = 1",
  "1; DROP TABLE conformance",
  "1, 2",
  "*",
  "id AS other",
  "1 /*",
  "1 UNION SELECT 2",
  "1 WHERE 1 = 1",
  "1 FROM conformance",
  "1 LIMIT 1",
  "(SELECT 1)",
  "id IN (SELECT id FROM conformance)",
  "EXISTS (SELECT 1)",
];

async function checksExpressions({ connection, refusedExpressions }: ConformanceSetting): Promise<void> {
  for (const sql of EXPRESSIONS) await connection.sql.checkExpression(sql, "where");
  for (const sql of [...NOT_EXPRESSIONS, ...refusedExpressions]) {
    truthy((await rejection(connection.sql.checkExpression(sql, "where"))) instanceof TesseraError, `refuses ${sql}`);
  }
  const error = await wireError(connection.sql.checkExpression("(SELECT 1)", "metric"));
  equal(error.message, "Custom SQL fields cannot contain sub-queries.");
}

async function checksStatements({ connection, table, refusedStatements }: ConformanceSetting): Promise<void> {
  await connection.sql.checkStatement(`WITH a AS (SELECT * FROM ${table}) SELECT * FROM a -- end`);
  await connection.sql.checkStatement(`SELECT 1 UNION ALL SELECT id FROM ${table};`);
  const refused = [
    "",
    "SELECT 1; SELECT 2",
    `DELETE FROM ${table}`,
    `DROP TABLE ${table}`,
    "SELEC 1",
    ...refusedStatements,
  ];
  for (const sql of refused) {
    truthy((await rejection(connection.sql.checkStatement(sql))) instanceof TesseraError, `refuses ${sql}`);
  }
}
