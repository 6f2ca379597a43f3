import { type Answer, type Client, idOf, listAt, valueAt } from "./client.ts";
import { SQL_PAIRS, WRITER_PAIRS } from "./people.ts";
import { type AttackClass, type Report, Skip } from "./report.ts";
import type { Database, World } from "./world.ts";

/**
 * A rule that hides every row of a table from one role, and a user with that role who owns and edits datasets of the
 * table. The role is created for the run, so nobody else is affected.
 */

interface Table {
  databaseId: number;
  databaseName: string;
  schema: string | null;
  name: string;
  column: string;
  values: string[];
  total: number;
}

interface Ruled {
  world: World;
  report: Report;
  table: Table;
  owner: Client;
  ownerId: number;
  nothing: string;
}

const NUMBER_OF_ROWS = { label: "n", expressionType: "SQL", sqlExpression: "COUNT(*)" };

/** Prefers a table without a dataset, as the owner can then create one. */
async function findTable(world: World): Promise<{ table: Table; isFree: boolean }> {
  const usual = new Map<Database, Registered[]>();
  for (const database of world.databases) {
    const known = await registered(world, database);
    usual.set(database, known);
    const table = await tableOf(world, database, (name) => !known.some((one) => one.table === name));
    if (table) return { table, isFree: true };
  }
  for (const [database, known] of usual) {
    const table = await tableOf(world, database, (name) => known.some((one) => one.table === name));
    if (table) return { table, isFree: false };
  }
  throw new Skip("no table with rows and a text column");
}

interface Registered {
  id: number;
  table: string;
  schema: string | null;
}

async function registered({ admin }: World, { id }: Pick<Database, "id">): Promise<Registered[]> {
  const filters = `!((col:database,opr:rel_o_m,value:${id}))`;
  const rows = listAt(await admin.get(`/api/v1/dataset/?q=(filters:${filters},page_size:100)`), "result");
  return rows
    .filter(({ kind }) => kind === "physical")
    .map((row) => ({
      id: Number(row.id),
      table: String(row.table_name),
      schema: (row.schema as string | null) ?? null,
    }));
}

const MAX_SCHEMAS = 4;
const MAX_TABLES = 6;

type Place = Pick<Table, "databaseId" | "databaseName" | "schema" | "name">;

async function tableOf(
  world: World,
  database: Database,
  isWanted: (name: string) => boolean,
): Promise<Table | undefined> {
  for (const schema of (await schemasOf(world, database.id)).slice(0, MAX_SCHEMAS)) {
    const names = (await tablesOf(world, { id: database.id, schema })).filter(isWanted).slice(0, MAX_TABLES);
    for (const name of names) {
      const place = { databaseId: database.id, databaseName: database.name, schema, name };
      const table = await contentOf(world, place);
      if (table) return table;
    }
  }
  return undefined;
}

async function schemasOf({ admin }: World, databaseId: number): Promise<string[]> {
  const found = valueAt(await admin.get(`/api/v1/database/${databaseId}/schemas/`), "result");
  return Array.isArray(found)
    ? found.map(String).filter((name) => !/^(information_schema|pg_|sys|mysql)/.test(name))
    : [];
}

async function tablesOf({ admin }: World, { id, schema }: { id: number; schema: string }): Promise<string[]> {
  const path = `/api/v1/database/${id}/tables/?q=(force:!f,schema_name:'${encodeURIComponent(schema)}')`;
  return listAt(await admin.get(path), "result")
    .filter(({ type }) => type === undefined || type === "table")
    .map(({ value }) => String(value));
}

async function contentOf(world: World, place: Place): Promise<Table | undefined> {
  const query = new URLSearchParams({ name: place.name, schema: place.schema ?? "" });
  const path = `/api/v1/database/${place.databaseId}/table_metadata/?${query}`;
  const columns = listAt(await world.admin.get(path), "columns");
  const text = columns.find(({ name, type }) => /^\w+$/.test(String(name)) && /char|text|string/i.test(String(type)));
  if (!text || !/^\w+$/.test(place.name)) return undefined;
  const column = String(text.name);
  const run = async (sql: string) => {
    const body = { database_id: place.databaseId, schema: place.schema, sql, queryLimit: 20 };
    return listAt(await world.admin.post("/api/v1/sqllab/execute/", body), "data");
  };
  const rows = await run(`SELECT ${column} FROM ${place.name} WHERE ${column} <> ''`);
  const values = rows.map((row) => String(row[column]));
  const total = Number((await run(`SELECT COUNT(*) AS n FROM ${place.name}`))[0]?.n);
  return values.length > 0 && total > 1 ? { ...place, column, values, total } : undefined;
}

const statementsOf = ({ table, nothing }: Ruled) => [
  `SELECT * FROM ${table.name}`,
  `SELECT COUNT(*) AS n FROM ${table.name}`,
  `SELECT '${nothing}' AS ${table.column}, t.* FROM ${table.name} AS t`,
  `WITH x AS (SELECT * FROM ${table.name}) SELECT COUNT(*) AS n FROM x`,
  `SELECT (SELECT COUNT(*) FROM ${table.name}) AS n`,
  `SELECT * FROM ${table.schema ?? table.name}${table.schema ? `.${table.name}` : ""}`,
  `SELECT COUNT(*) AS n FROM ${table.name.toUpperCase()}`,
  `SELECT * FROM ${table.name} UNION ALL SELECT * FROM ${table.name}`,
  `SELECT 1 AS n WHERE EXISTS (SELECT 1 FROM ${table.name})`,
  `SELECT '${nothing}' AS ${table.column}, 1 AS n FROM ${table.name}`,
  `EXPLAIN ANALYZE SELECT * FROM ${table.name}`,
  `TABLE ${table.name}`,
  `SUMMARIZE ${table.name}`,
];

function hasRows(answer: Answer, rows: readonly Record<string, unknown>[]): boolean {
  return answer.status < 300 && rows.some((row) => Object.values(row).some((value) => value !== 0 && value !== "0"));
}

/**
 * True if rows contain a value of the table or its row count. Having rows isn't enough: literals in the owner's SQL are
 * rows too.
 */
function showsHiddenRows({ values, total }: Table, rows: readonly Record<string, unknown>[]): boolean {
  const found = rows.flatMap((row) => Object.values(row));
  return found.some((value) => Number(value) === total || values.includes(String(value)));
}

async function askEverything(ruled: Ruled, after: string): Promise<void> {
  const { owner, report, table, world } = ruled;
  for (const sql of statementsOf(ruled)) {
    const body = { database_id: table.databaseId, schema: table.schema, sql, queryLimit: 10 };
    const answer = await owner.post("/api/v1/sqllab/execute/", body);
    report.sound(answer, sql);
    if (hasRows(answer, listAt(answer, "data"))) report.add(answer, `${after}: rows of ${sql}`);
  }
  const mine = listAt(
    await owner.get(`/api/v1/dataset/?q=(filters:!((col:owners,opr:rel_m_m,value:${ruled.ownerId})),page_size:20)`),
    "result",
  );
  for (const { id, table_name } of mine) {
    // The run's other dataset is of literals.
    if (id !== world.datasetId) await askDataset(ruled, { id: Number(id), name: String(table_name), after });
  }
}

async function askDataset(
  ruled: Ruled,
  { id, name, after }: { id: number; name: string; after: string },
): Promise<void> {
  const { owner, report, table } = ruled;
  const ask = (query: object, rest: object = {}) =>
    owner.post("/api/v1/chart/data", {
      datasource: { id, type: "table" },
      queries: [{ row_limit: 10, ...query }],
      ...rest,
    });
  const shadow = { label: table.column, expressionType: "SQL", sqlExpression: `'${ruled.nothing}'` };
  const answers: [string, Answer][] = [
    ["columns", await ask({ columns: [table.column], metrics: null })],
    ["a count", await ask({ columns: [], metrics: [NUMBER_OF_ROWS] })],
    ["a label that shadows the column", await ask({ columns: [shadow], metrics: [NUMBER_OF_ROWS] })],
    ["samples", await ask({}, { result_type: "samples" })],
    ["details", await ask({}, { result_type: "drill_detail" })],
  ];
  for (const [what, answer] of answers) {
    report.sound(answer, what);
    if (showsHiddenRows(table, listAt(answer, "result", 0, "data"))) report.add(answer, `${after}: ${what} of ${name}`);
  }
  const samples = await owner.post(`/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=10`, {});
  if (showsHiddenRows(table, listAt(samples, "result", "data"))) report.add(samples, `${after}: samples of ${name}`);
}

const editsOf = ({ table, nothing, owner, world }: Ruled, id: number): readonly [string, () => Promise<Answer>][] => {
  const path = `/api/v1/dataset/${id}`;
  const put = (body: object) => () => owner.put(path, body);
  const literal = `SELECT '${nothing}' AS ${table.column}`;
  return [
    ["made SQL of literals", put({ sql: literal })],
    ["SQL that shadows the column", put({ sql: `SELECT '${nothing}' AS ${table.column}, t.* FROM ${table.name} t` })],
    ["another schema", put({ schema: `${world.name}-none` })],
    ["another name", put({ table_name: `${world.name}-renamed` })],
    ["a computed column", put({ columns: [{ column_name: table.column, expression: `'${nothing}'` }] })],
    ["template parameters", put({ template_params: JSON.stringify({ a: "' OR 1=1 --" }) })],
    ["SQL of the table", put({ sql: `SELECT * FROM ${table.name}`, schema: table.schema })],
    [
      "a duplicate",
      () => owner.post("/api/v1/dataset/duplicate", { base_model_id: id, table_name: `${world.name}-twin` }),
    ],
    ["deleted", () => owner.delete(path)],
    [
      "made again",
      () =>
        owner.post("/api/v1/dataset/", {
          database: table.databaseId,
          schema: table.schema,
          table_name: `${world.name}-again`,
          sql: `SELECT '${nothing}' AS ${table.column}, COUNT(*) AS n FROM ${table.name}`,
        }),
    ],
  ];
};

async function setUp(world: World, report: Report): Promise<{ ruled: Ruled; datasetId: number }> {
  const { table, isFree } = await findTable(world);
  const access = [...world.pairs.keys()].find((pair) =>
    pair.startsWith(`database_access [${table.databaseName}].(id:`),
  );
  if (!access) throw new Skip("no permission database_access to give to a role");
  const role = await world.addRole("ruled", [...WRITER_PAIRS, ...SQL_PAIRS, access]);
  const { id: ownerId, client: owner } = await world.addUser("ruled", [role]);
  const nothing = `${world.name}-nothing`;
  const place = { database: table.databaseId, schema: table.schema, owners: [ownerId] };
  const dataset = { ...place, table_name: `${world.name}-ruled`, sql: `SELECT * FROM ${table.name}` };
  const datasetId = idOf(await world.admin.post("/api/v1/dataset/", dataset));
  const bound = isFree
    ? idOf(await world.admin.post("/api/v1/dataset/", { ...place, table_name: table.name }))
    : await datasetOf(world, table);
  const rule = {
    name: `${world.name}-rule`,
    filter_type: "Regular",
    roles: [role],
    clause: `${table.column} = '${nothing}'`,
  };
  idOf(await world.admin.post("/api/v1/rowlevelsecurity/", { ...rule, tables: [bound, datasetId] }));
  return { ruled: { world, report, table, owner, ownerId, nothing }, datasetId: isFree ? bound : datasetId };
}

async function datasetOf(world: World, { databaseId, name, schema }: Table): Promise<number> {
  const found = (await registered(world, { id: databaseId })).filter(({ table }) => table === name);
  const exact = found.find((one) => one.schema === schema) ?? found.find((one) => one.schema === null);
  if (!exact) throw new Skip("no dataset of a table to bind a rule to");
  return exact.id;
}

const rules: AttackClass = {
  name: "Rules of row-level security that an owner tries to lift",
  run: async (world, report) => {
    const { ruled, datasetId } = await setUp(world, report);
    try {
      await askEverything(ruled, "before any edit");
      for (const [what, edit] of editsOf(ruled, datasetId)) {
        report.sound(await edit(), what);
        await askEverything(ruled, what);
      }
      for (const path of ["rowlevelsecurity/", "rowlevelsecurity/_info"]) {
        report.closed(await ruled.owner.get(`/api/v1/${path}`), [ruled.nothing], "rules without a right to them");
      }
    } finally {
      await removeDatasets(ruled);
    }
  },
};

/** By owner, as a dataset of a table has the table's name, not the run's. */
async function removeDatasets({ world, ownerId }: Ruled): Promise<void> {
  const filters = `!((col:owners,opr:rel_m_m,value:${ownerId}))`;
  const rows = listAt(await world.admin.get(`/api/v1/dataset/?q=(filters:${filters},page_size:50)`), "result");
  for (const { id } of rows) await world.admin.delete(`/api/v1/dataset/${id}`);
}

export const RULES: readonly AttackClass[] = [rules];
