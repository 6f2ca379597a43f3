import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startClickHouse } from "../../../../scripts/services.ts";
import { registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { addDatabase } from "../../../testing/sql-lab.ts";

const postgresUrl = process.env.TESSERA_TEST_POSTGRES_URL;
const mariaDbUrl = process.env.TESSERA_TEST_MARIADB_URL;
const FORMATS = ["csv", "xlsx"] as const;
const ROWS = 1_000_000;

interface Source {
  uri: string;
  sql: string;
  kill(): Promise<unknown>;
  close(): Promise<unknown>;
}

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

async function ask(source: Source, result_format: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const name = `broken-${crypto.randomUUID()}`;
  const databaseId = await addDatabase(server.app, { database_name: name, sqlalchemy_uri: source.uri });
  const id = await registerTable(server.app, databaseId, { name, time: null, sql: source.sql });
  const answer = await admin.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      datasource: { id, type: "table" },
      queries: [{ columns: ["n", "t"], metrics: null, row_limit: ROWS }],
      result_format,
    }),
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  if (!reader) throw new Error("there is no body");
  return reader;
}

async function endOf(source: Source, format: string): Promise<"whole" | "broken off"> {
  try {
    const reader = await ask(source, format);
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    await source.kill();
    const end = async (): Promise<"whole"> => ((await reader.read()).done ? "whole" : end());
    return await end().catch(() => "broken off");
  } finally {
    await source.close();
  }
}

describe.skipIf(!postgresUrl)("PostgreSQL", () => {
  test.each(FORMATS)("%s", async (format) => {
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    const mark = `m_${crypto.randomUUID().replaceAll("-", "")}`;
    const ended = await endOf(
      {
        uri: String(postgresUrl).replace("postgres:", "postgresql+psycopg2:"),
        sql: `SELECT n, REPEAT('x', 200) AS t FROM GENERATE_SERIES(1, 20000000) AS ${mark}(n)`,
        kill: () =>
          client.query(
            `SELECT PG_TERMINATE_BACKEND(pid) FROM pg_stat_activity WHERE query LIKE '%${mark}%' AND pid <> PG_BACKEND_PID()`,
          ),
        close: () => client.end(),
      },
      format,
    );
    expect(ended).toBe("broken off");
  });
});

describe.skipIf(!mariaDbUrl)("MariaDB", () => {
  test.each(FORMATS)("%s", async (format) => {
    const client = await mysql.createConnection(String(mariaDbUrl));
    const mark = `m_${crypto.randomUUID().replaceAll("-", "")}`;
    const ended = await endOf(
      {
        uri: `${mariaDbUrl}/mysql`,
        sql: `SELECT seq AS n, REPEAT('x', 200) AS t FROM seq_1_to_20000000 AS ${mark}`,
        async kill() {
          const found = `SELECT id FROM information_schema.processlist WHERE info LIKE '%${mark}%' AND id <> CONNECTION_ID()`;
          const [rows] = await client.query<mysql.RowDataPacket[]>(found);
          expect(rows).toHaveLength(1);
          await client.query(`KILL ${Number(rows[0]?.id)}`);
        },
        close: () => client.end(),
      },
      format,
    );
    expect(ended).toBe("broken off");
  });
});

describe.skipIf(!process.env.TESSERA_TEST_CLICKHOUSE_URL)("ClickHouse", () => {
  test.each(FORMATS)("%s", async (format) => {
    const folder = mkdtempSync(join(tmpdir(), "tessera-broken-"));
    const service = await startClickHouse(folder);
    if (typeof service === "string") throw new Error(service);
    const ended = await endOf(
      {
        uri: `${service.url}/default`,
        sql: "SELECT number AS n, repeat('x', 200) AS t FROM numbers(20000000)",
        kill: () => service.stop(),
        close: async () => rmSync(folder, { recursive: true, force: true }),
      },
      format,
    );
    expect(ended).toBe("broken off");
  });
});
