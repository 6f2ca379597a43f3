import { randomUUID } from "node:crypto";
import { linkSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import mysql from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { registerTable } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { insertDatabase } from "./index.ts";

const name = `t_${randomUUID().replaceAll("-", "")}`;
const ROWS = `(1, 'Ålesund', 12.5, TRUE, '2024-02-29', '2024-02-29 23:59:58.500123'), (2, '', -1, FALSE, '2023-12-31', '2024-01-01 00:00:00'),
  (3, NULL, NULL, NULL, NULL, NULL), (9007199254740993, 'it''s "x" %', 1e10, TRUE, '1969-07-20', '1969-07-20 20:17:40')`;
const columns = (text: string, timestamp: string) =>
  `CREATE TABLE facts (id BIGINT PRIMARY KEY, place ${text}, amount DOUBLE PRECISION, flag BOOLEAN, day DATE, moment ${timestamp})`;

interface Opened {
  uri: string;
  drop(): Promise<void>;
}

async function openDuckdb(server: TestServer): Promise<Opened> {
  const file = join(server.app.config.home, "facts.duckdb");
  const statements = [columns("VARCHAR", "TIMESTAMP"), `INSERT INTO facts VALUES ${ROWS}`];
  await engineOf(server.app).load({ file, statements });
  return { uri: "duckdb:///facts.duckdb", drop: async () => undefined };
}

async function openSqlite(server: TestServer): Promise<Opened> {
  const database = new DatabaseSync(join(server.app.config.home, "facts.db"));
  database.exec(`${columns("TEXT", "TIMESTAMP")}; INSERT INTO facts VALUES ${ROWS}`);
  database.close();
  return { uri: "sqlite:///facts.db", drop: async () => undefined };
}

async function openPostgres(url: string): Promise<Opened> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE SCHEMA ${name}; SET search_path TO ${name}`);
  await client.query(columns("TEXT", "TIMESTAMP"));
  await client.query(`INSERT INTO facts VALUES ${ROWS}`);
  const drop = async () => {
    await client.query(`DROP SCHEMA ${name} CASCADE`);
    await client.end();
  };
  return { uri: `${url.replace("postgres:", "postgresql+psycopg2:")}?options=-csearch_path%3D${name}`, drop };
}

async function openMariaDb(url: string): Promise<Opened> {
  const client = await mysql.createConnection(url);
  await client.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  await client.query(`USE ${name}`);
  await client.query(columns("VARCHAR(50)", "DATETIME(6)"));
  await client.query(`INSERT INTO facts VALUES ${ROWS}`);
  const drop = async () => {
    await client.query(`DROP DATABASE ${name}`);
    await client.end();
  };
  return { uri: `${url.replace("mysql:", "mariadb:")}/${name}`, drop };
}

const { TESSERA_TEST_POSTGRES_URL: postgres, TESSERA_TEST_MARIADB_URL: mariadb } = process.env;
const ENGINES: [string, ((server: TestServer) => Promise<Opened>) | undefined][] = [
  ["sqlite", openSqlite],
  ["postgresql", postgres ? () => openPostgres(postgres) : undefined],
  ["mysql", mariadb ? () => openMariaDb(mariadb) : undefined],
];

interface Answer {
  result: { data: Record<string, unknown>[]; coltypes: number[]; colnames: string[] }[];
}

interface TableMetadata {
  columns: { name: string; keys: unknown[] }[];
  primaryKey: unknown;
}

let server: TestServer;
let admin: TestClient;
let duckdb: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  duckdb = await datasetOn((await openDuckdb(server)).uri);
});
afterAll(() => server.stop());

const insert = (values: Record<string, unknown>) =>
  insertDatabase(
    server.app,
    { database_name: randomUUID(), ...values } as Parameters<typeof insertDatabase>[1],
    stampOf(server.app, null),
  );

async function datasetOn(uri: string): Promise<number> {
  return registerTable(server.app, await insert({ sqlalchemy_uri: uri }), { name: "facts", time: "moment" });
}

async function textOf(id: number, query: Record<string, unknown>, result_format = "json"): Promise<string> {
  const queries = [{ row_limit: 100, ...query }];
  const body = { datasource: { id, type: "table" }, queries, result_format, force: true };
  const answer = await admin.fetch("/api/v1/chart/data", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return text;
}

async function ask(id: number, query: Record<string, unknown>): Promise<Answer["result"][number]> {
  const text = (await textOf(id, query)).replaceAll(/:(\d{16,})/g, ':"$1"');
  return (JSON.parse(text) as Answer).result[0] as Answer["result"][number];
}

const axis = (timeGrain: string) => ({
  label: "moment",
  sqlExpression: "moment",
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  isColumnReference: true,
  timeGrain,
});
const sum = { expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "amount" }, label: "SUM(amount)" };
const average = { ...sum, aggregate: "AVG", label: "AVG(amount)" };

const QUESTIONS: Record<string, Record<string, unknown>> = {
  "every row": { columns: ["id", "place", "amount", "flag", "day", "moment"], orderby: [["id", true]] },
  "missing values last": { columns: ["place"], orderby: [["place", false]] },
  months: { columns: [axis("P1M")], metrics: ["count", sum, average], orderby: [["moment", true]] },
  weeks: { columns: [axis("P1W")], metrics: ["count"], orderby: [["moment", true]] },
  "half minutes": { columns: [axis("PT30S")], metrics: ["count"], orderby: [["moment", true]] },
  filters: {
    columns: ["id"],
    filters: [
      { col: "place", op: "LIKE", val: "%s%" },
      { col: "flag", op: "==", val: true },
      { col: "moment", op: "TEMPORAL_RANGE", val: "1960-01-01 : 2024-03-01" },
    ],
    orderby: [["id", true]],
  },
  "filters of missing values": {
    columns: ["id"],
    filters: [{ col: "place", op: "IN", val: [null, ""] }],
    orderby: [["id", true]],
  },
  "custom SQL": {
    columns: [{ label: "big", sqlExpression: "CASE WHEN amount > 1 THEN 'yes' ELSE 'no' END", expressionType: "SQL" }],
    metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(DISTINCT place)", label: "places" }],
    orderby: [["big", true]],
  },
  "series with others": {
    columns: [axis("P1Y"), "place"],
    metrics: [sum],
    series_columns: ["place"],
    series_limit: 1,
    group_others_when_limit_reached: true,
    series_limit_metric: sum,
    orderby: [
      ["moment", true],
      ["place", true],
    ],
  },
  pages: { columns: ["id"], orderby: [["id", true]], row_limit: 2, row_offset: 1 },
};

describe.each(ENGINES)("%s", (engine, open) => {
  describe.skipIf(!open)("returns the same as DuckDB:", () => {
    let opened: Opened;
    let dataset: number;

    beforeAll(async () => {
      opened = await (open as NonNullable<typeof open>)(server);
      dataset = await datasetOn(opened.uri);
    });
    afterAll(async () => {
      server.app.events.changed("database");
      await opened?.drop();
    });

    test.each(Object.entries(QUESTIONS))("%s", async (_, query) => {
      const [expected, actual] = [await ask(duckdb, query), await ask(dataset, query)];
      expect(actual.data).toEqual(expected.data);
      expect(actual.coltypes).toEqual(expected.coltypes);
      expect(actual.data.length).toBeGreaterThan(0);
    });

    test("metrics keep their types without rows", async () => {
      const simple = (aggregate: string, column_name: string) => ({
        ...sum,
        aggregate,
        column: { column_name },
        label: `${aggregate} ${column_name}`,
      });
      const own = { expressionType: "SQL", sqlExpression: "SUM(CASE WHEN flag THEN (1) ELSE 0 END)", label: "own" };
      const custom = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: sqlExpression });
      const compound = [
        "SUM(amount) / COUNT(*)",
        "ROUND(100.0 * SUM(amount) / MAX(id))",
        "COALESCE(MAX(amount), 0) - MIN(amount)",
        "CASE WHEN COUNT(*) > 0 THEN MAX(id) END",
      ].map(custom);
      const metrics = [
        "count",
        sum,
        average,
        own,
        ...compound,
        custom("LOWER(MIN(place))"),
        ...["place", "amount", "moment"].map((name) => simple("MAX", name)),
      ];
      const filters = [{ col: "id", op: "==", val: -1 }];
      for (const columns of [["place"], []]) {
        const [expected, actual] = [
          await ask(duckdb, { columns, metrics, filters }),
          await ask(dataset, { columns, metrics, filters }),
        ];
        expect(actual.coltypes).toEqual(expected.coltypes);
        expect(actual.coltypes).toEqual([...columns.map(() => 1), 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 2]);
        expect(actual.data).toEqual(expected.data);
      }
    });

    test("files have dates without times, and times with microseconds", async () => {
      const rows = { ...QUESTIONS["every row"], metrics: null };
      const actual = await textOf(dataset, rows, "csv");
      expect(actual).toBe(await textOf(duckdb, rows, "csv"));
      expect(actual).toContain(",2024-02-29,2024-02-29 23:59:58.500123\n");
    });

    test("files of raw rows have microseconds too", async () => {
      const pivot = (columns: string[]) => ({
        operation: "pivot",
        options: { index: ["moment"], columns, aggregates: { count: { operator: "sum" } } },
      });
      const rows = { columns: ["moment", "id"], metrics: ["count"], orderby: [["moment", true]] };
      const pivoted = { ...rows, post_processing: [pivot([]), { operation: "flatten" }] };
      const actual = await textOf(dataset, pivoted, "csv");
      expect(actual).toBe(await textOf(duckdb, pivoted, "csv"));
      expect(actual).toContain("\n2024-02-29 23:59:58.500123,1\n");
      const [, , last] = (await ask(dataset, pivoted)).data;
      expect(last).toEqual({ moment: Date.UTC(2024, 1, 29, 23, 59, 58, 500), count: 1 });
    });

    test("decimals keep all digits of the engine", async () => {
      // SQLite stores doubles.
      const digits = engine === "sqlite" ? "1234567890.12345" : "12345678901234567890.123456789";
      const price = { label: "price", sqlExpression: `CAST('${digits}' AS DECIMAL(38, 9))`, expressionType: "SQL" };
      const query = { columns: [price], metrics: null, row_limit: 1 };
      expect(await textOf(dataset, query)).toContain(`"data":[{"price":${digits}}]`);
      expect(await textOf(dataset, query, "csv")).toBe(`price\n${digits}\n`);
    });

    test("lists the engine's name, its tables and their columns", async () => {
      const { databaseId } = (await server.app.db
        .selectFrom("datasets")
        .select("database_id as databaseId")
        .where("id", "=", dataset)
        .executeTakeFirstOrThrow()) as { databaseId: number };
      const shown = await admin.get<{ result: { backend: string } }>(`/api/v1/database/${databaseId}`);
      expect(shown.body.result.backend).toBe(engine);
      const table = await admin.get<TableMetadata>(`/api/v1/database/${databaseId}/table_metadata/?name=facts`);
      expect(table.body.primaryKey).toMatchObject({ column_names: ["id"], type: "pk" });
      expect(table.body.columns[0]?.keys).toMatchObject([{ type: "pk" }]);
      expect(table.body.columns.map((column) => column.name)).toEqual([
        "id",
        "place",
        "amount",
        "flag",
        "day",
        "moment",
      ]);
    });
  });
});

describe("times in files", () => {
  const stored = "2024-02-29 23:59:58.500123";
  const { TESSERA_TEST_CLICKHOUSE_URL: clickhouse } = process.env;
  const moments = { columns: ["moment"], metrics: null };

  async function momentsOf(uri: string, select: string, column: Record<string, unknown> = {}) {
    const id = await registerTable(server.app, await insert({ sqlalchemy_uri: uri }), {
      name: randomUUID(),
      time: "moment",
      sql: select,
    });
    const set = { python_date_format: null, ...column };
    await server.app.db
      .updateTable("dataset_columns")
      .set(set)
      .where("dataset_id", "=", id)
      .where("column_name", "=", "moment")
      .execute();
    return id;
  }

  test("stored as text are written unchanged, with and without a format", async () => {
    const select = `SELECT '${stored}' AS moment`;
    for (const column of [{}, { python_date_format: "%Y-%m-%d %H:%M:%S.%f" }]) {
      for (const uri of ["sqlite:///:memory:", "duckdb:///:memory:"]) {
        const id = await momentsOf(uri, select, column);
        expect(await textOf(id, moments, "csv")).toBe(`moment\n${stored}\n`);
        expect((await ask(id, moments)).data).toEqual([{ moment: Date.UTC(2024, 1, 29, 23, 59, 58, 500) }]);
      }
    }
  });

  test("that differ by microseconds stay distinct", async () => {
    const id = await momentsOf(
      "duckdb:///:memory:",
      "SELECT TIMESTAMP '2024-02-29 23:59:58.500123' AS moment UNION ALL SELECT TIMESTAMP '2024-02-29 23:59:58.500456'",
    );
    const aggregates = { count: { operator: "sum" } };
    const steps = (options: Record<string, unknown>) => [
      { operation: "pivot", options: { aggregates, ...options } },
      { operation: "flatten" },
    ];
    const query = { columns: ["moment"], metrics: ["count"], post_processing: steps({ index: ["moment"] }) };
    expect(await textOf(id, query, "csv")).toBe(
      "moment,Number of rows\n2024-02-29 23:59:58.500123,1\n2024-02-29 23:59:58.500456,1\n",
    );
    const shown = { moment: Date.UTC(2024, 1, 29, 23, 59, 58, 500), count: 1 };
    expect((await ask(id, query)).data).toEqual([shown, shown]);
    const all = { label: "all", sqlExpression: "'all'", expressionType: "SQL" };
    const across = {
      ...query,
      columns: ["moment", all],
      post_processing: steps({ index: ["all"], columns: ["moment"] }),
    };
    expect((await ask(id, across)).data).toEqual([
      { all: "all", "count, 2024-02-29 23:59:58.500123": 1, "count, 2024-02-29 23:59:58.500456": 1 },
    ]);
  });

  test("of a dataset with a time offset have microseconds too", async () => {
    const id = await momentsOf("duckdb:///facts.duckdb", "SELECT moment FROM facts WHERE id = 1");
    await server.app.db.updateTable("datasets").set({ offset: 2 }).where("id", "=", id).execute();
    expect(await textOf(id, moments, "csv")).toBe("moment\n2024-03-01 01:59:58.500123\n");
  });

  test.skipIf(!clickhouse)("of ClickHouse", async () => {
    const select = `SELECT toDateTime64('${stored}', 6, 'UTC') AS moment
      UNION ALL SELECT toDateTime64('1969-12-31 23:59:59.999999', 6, 'UTC')
      UNION ALL SELECT toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC')`;
    const id = await momentsOf(`${clickhouse}/default`, select);
    const query = { ...moments, orderby: [["moment", true]] };
    const late = "2299-12-31 23:59:59.999";
    expect(await textOf(id, query, "csv")).toBe(`moment\n1969-12-31 23:59:59.999999\n${stored}\n${late}\n`);
    expect((await ask(id, query)).data.map(({ moment }) => moment)).toEqual([
      -1,
      Date.UTC(2024, 1, 29, 23, 59, 58, 500),
      Date.UTC(2299, 11, 31, 23, 59, 59, 999),
    ]);
  });
});

describe("files", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-files-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("reject the server's own store as a database, under any name", async () => {
    const { home } = server.app.config;
    const own = new DatabaseSync(join(home, "tessera.db"));
    own.exec("CREATE TABLE users (password_hash text)");
    own.close();
    linkSync(join(home, "tessera.db"), join(folder, "alias.db"));
    for (const uri of ["sqlite:///tessera.db", `sqlite:///${home}/tessera.db`, `sqlite:///${folder}/alias.db`]) {
      const id = await insert({ sqlalchemy_uri: uri });
      const answer = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ error_type: "CONNECTION_DATABASE_PERMISSIONS_ERROR" }] },
      });
    }
  });

  test("return a typed error if the file isn't a database", async () => {
    writeFileSync(join(folder, "text.db"), "nothing that SQLite would read, however long it is ".repeat(30));
    const id = await insert({ sqlalchemy_uri: `sqlite:///${folder}/text.db` });
    const answer = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ error_type: "CONNECTION_UNKNOWN_DATABASE_ERROR" }] },
    });
  });
});
