import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { createLog } from "../log.ts";
import { hashPassword } from "./passwords.ts";

const onSqlite = process.env.TESSERA_TEST_DATABASE_URL === undefined;
const PASSWORD = "correct horse battery";
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ app: { log: createLog((line) => void lines.push(line)) } });
  const { db } = server.app;
  const set = { password_hash: await hashPassword(PASSWORD) };
  await db.updateTable("users").set(set).where("username", "=", "admin").execute();
});
afterAll(() => server.stop());

const limitPages = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(server.app.db);
const BIG = "x".repeat(100_000);

test.runIf(onSqlite)("on a full disk, signing in and reading work, and writes say why they don't", async () => {
  const admin = await server.as("admin");
  const login = { username: "admin", password: PASSWORD };
  const created = await admin.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title: "Before" });
  lines.length = 0;
  await limitPages(1);
  // Small rows still find room in pages that aren't full.
  for (const n of Array(200).keys())
    await admin.post("/api/v1/dashboard/", { dashboard_title: `Filling ${n}`, css: "x".repeat(500) });
  const token = await server.anonymous.post<{ access_token: string }>("/api/v1/security/login", {
    ...login,
    provider: "db",
  });
  expect(token.status).toBe(200);
  const headers = { authorization: `Bearer ${token.body.access_token}` };
  expect((await server.anonymous.get("/api/v1/dashboard/", headers)).status).toBe(200);
  const signIn = await fetch(`${server.url}/login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(login),
  });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const shown = await fetch(`${server.url}/api/v1/dashboard/${created.body.id}`, { headers: { cookie } });
  expect(shown.status).toBe(200);
  for (let n = 0; n < 3; n++) {
    const rejected = await admin.post<object>("/api/v1/dashboard/", { dashboard_title: "After", css: BIG });
    expect(rejected).toMatchObject({
      status: 507,
      body: { errors: [{ message: "The server's disk is full. Nothing was saved." }] },
    });
  }
  expect(lines.filter((line) => line.includes("the store can't be written"))).toHaveLength(1);
  await limitPages(1_000_000);
  const after = await admin.post<object>("/api/v1/dashboard/", { dashboard_title: "After", css: BIG });
  expect(after.status).toBe(201);
});
