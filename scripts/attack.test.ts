import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../src/server/config/config.ts";
import { engineOf } from "../src/server/engine/app-engine.ts";
import { casesOf, isSampled, REPEATED_BY } from "../src/testing/full-size.ts";
import { ORDERS_TABLES } from "../src/testing/ruled-orders.ts";
import { loadSampleData } from "../src/testing/sample-data.ts";
import { startTestServer, type TestServer } from "../src/testing/server.ts";
import { addDatabase, addSqlite } from "../src/testing/sql-lab.ts";
import { CLASSES } from "./attack/index.ts";
import { type Outcome, runClasses } from "./attack/run.ts";

const SECRET = "the secret that two servers share, long enough";
const PASSWORD = "the administrator's password";
let server: TestServer;
let outcomes: Outcome[];
let left: string[];

beforeAll(async () => {
  const embedding = { guestRole: "Public", guestTokenSecret: new TextEncoder().encode(SECRET) };
  server = await startTestServer({
    checkAnswers: false,
    config: {
      allowedHosts: [],
      embedding: { ...embedding, guestTokenAudience: undefined, guestTokenSeconds: 300 },
      limits: { ...DEFAULT_LIMITS, sqlParseTimeoutMs: casesOf(1000, DEFAULT_LIMITS.sqlParseTimeoutMs) },
    },
  });
  await loadSampleData(server.app);
  await addSqlite(server.app, "files");
  const file = join(server.app.config.home, "shop.duckdb");
  await engineOf(server.app).load({ file, statements: ORDERS_TABLES });
  await addDatabase(server.app, { database_name: "shop", sqlalchemy_uri: `duckdb:///${file}` });
  const admin = await server.as("admin");
  const id = await server.userId("admin");
  expect((await admin.put(`/api/v1/security/users/${id}`, { password: PASSWORD })).status).toBe(200);
  const isTried = (at: number) => isSampled(at, 10);
  const options = { url: server.url, user: "admin", password: PASSWORD, guestSecret: SECRET, gapMs: 2000, isTried };
  ({ outcomes, left } = await runClasses(options, CLASSES));
}, 300_000);
afterAll(() => server.stop());

test.each(CLASSES.map(({ name }) => name))("%s", (name) => {
  const outcome = outcomes.find((one) => one.name === name);
  expect(outcome?.skipped).toBeUndefined();
  expect(outcome?.findings, REPEATED_BY).toEqual([]);
  expect(outcome?.requests).toBeGreaterThan(10);
});

test("removes everything it created", async () => {
  expect(left).toEqual([]);
  const { db } = server.app;
  const counts = async () => {
    const tables = ["charts", "dashboards", "saved_queries", "reports", "row_level_security", "trash"] as const;
    return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
  };
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await db.selectFrom("datasets").select("table_name").execute()).map((one) => one.table_name).sort()).toEqual([
    "cars",
    "flights",
  ]);
  expect((await db.selectFrom("users").select("username").execute()).map((one) => one.username).sort()).toEqual([
    "admin",
    "alpha",
    "gamma",
  ]);
  const roles = await db.selectFrom("roles").select("name").where("name", "like", "attack%").execute();
  expect(roles).toEqual([]);
});
