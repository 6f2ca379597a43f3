import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startPostgres } from "../../../scripts/services.ts";
import { createLog } from "../../server/log.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

const folder = mkdtempSync(join(tmpdir(), "tessera-lost-"));
const logged: string[] = [];
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ app: { log: createLog((line) => void logged.push(line)) } });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(name: string, uri: string): Promise<number> {
  const body = { database_name: name, sqlalchemy_uri: uri, expose_in_sqllab: true };
  const { status, body: answer } = await admin.post<Json>("/api/v1/database/", body);
  expect(status).toBe(201);
  return answer.id;
}

let queries = 0;
async function query(database_id: number, sql: string): Promise<{ status: number; error?: Json; data?: Json }> {
  const body = { database_id, sql, runAsync: false, client_id: `lost${++queries}` };
  const answer = await admin.post<Json>("/api/v1/sqllab/execute/", body);
  return { status: answer.status, error: answer.body.errors?.[0], data: answer.body.data };
}

const NEXT = " Try again in a moment. If it fails again, ask the administrator of the database.";
const reached = (problem: string) => `The database "shop" can't be reached: ${problem}${NEXT}`;

const ENDLESS =
  "SELECT count(*) AS n FROM generate_series(1, 300000) a, generate_series(1, 300000) b WHERE a * 1.0 * b = 7";

test("a PostgreSQL that ends sessions or stops is named, and used again when it is back", async () => {
  const postgres = (await startPostgres(folder)) as Service;
  const { port } = new URL(postgres.url);
  const id = await connect("shop", `postgresql://tessera@127.0.0.1:${port}/postgres`);
  const observer = new pg.Client({ connectionString: postgres.url });
  observer.on("error", () => undefined);
  await observer.connect();
  const running = query(id, ENDLESS);
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE '%generate_series%' AND state = 'active' AND pid <> pg_backend_pid()`;
  await until(async () => (await observer.query(terminate)).rowCount !== 0);
  const lost = "terminating connection due to administrator command.";
  expect((await running).error).toMatchObject({ error_type: "CONNECTION_HOST_DOWN_ERROR", message: reached(lost) });
  expect((await query(id, "SELECT 1 AS n")).data).toEqual([{ n: 1 }]);
  // Idle sessions of the pool.
  await observer.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  expect((await query(id, "SELECT 2 AS n")).data).toEqual([{ n: 2 }]);
  await observer.end();
  await postgres.stop();
  const gone = await query(id, "SELECT 3 AS n");
  expect(gone.error).toMatchObject({
    error_type: "CONNECTION_PORT_CLOSED_ERROR",
    message: reached("The port is closed."),
  });
});

test.each(["sqlite", "duckdb"])(
  "a missing %s file is named, not created, and used again when it is back",
  async (kind) => {
    const file = join(folder, `${kind}.db`);
    if (kind === "sqlite") new DatabaseSync(file).exec("create table t (n integer); insert into t values (1)");
    const id = await connect(kind, `${kind}:///${file}`);
    if (kind === "duckdb") expect((await query(id, "SELECT 1 AS n")).data).toEqual([{ n: 1 }]);
    renameSync(file, `${file}.away`);
    const message = `The file "${kind}.db" of the database "${kind}" is missing on this server. Restore it, or share it with all servers and workers at the same path.`;
    for (let n = 0; n < 3; n++) {
      const { error } = await query(id, "SELECT 1 AS n");
      expect(error).toMatchObject({ error_type: "CONNECTION_UNKNOWN_DATABASE_ERROR", message });
    }
    const lines = logged.filter((line) => line.includes("the file of a database is missing") && line.includes(file));
    expect(lines).toHaveLength(1);
    renameSync(`${file}.away`, file);
    expect((await query(id, "SELECT 4 AS n")).data).toEqual([{ n: 4 }]);
  },
);
