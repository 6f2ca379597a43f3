import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { EngineFailure } from "../engine/process.ts";
import { type Resource, route, SIGNED_IN, unaudited } from "./route.ts";

const save = operation({
  id: "t.save",
  method: "POST",
  path: "/api/v1/t/",
  summary: "Save a text",
  body: z.strictObject({ text: z.string(), name: z.string().default(() => crypto.randomUUID()) }),
  response: z.unknown(),
});

const stop = operation({
  id: "t.stop",
  method: "GET",
  path: "/api/v1/t/stop/:how",
  summary: "Fail when the caller leaves",
  params: z.object({ how: z.string() }),
  response: z.unknown(),
});

const STOPS: Readonly<Record<string, Error>> = {
  platform: new DOMException("This operation was aborted", "AbortError"),
  engine: new EngineFailure("cancelled", "The query was stopped."),
  stream: Object.assign(new Error("Premature close"), { code: "ERR_STREAM_PREMATURE_CLOSE" }),
  mistake: new TypeError("a mistake of ours"),
};
const arrivals = new EventEmitter();

const RESOURCE: Resource = {
  name: "t",
  routes: [
    route(save, unaudited(SIGNED_IN, "a test"), async ({ app }, { body }) => {
      await app.db.insertInto("settings").values({ name: body.name, value: body.text }).execute();
      return { result: "OK" };
    }),
    route(stop, SIGNED_IN, async ({ signal }, { params }) => {
      arrivals.emit("arrived");
      if (!signal.aborted) await once(signal, "abort");
      throw STOPS[params.how];
    }),
  ],
};

let folder: string;
let server: TestServer;
const logged: unknown[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_: string, fields?: { error?: unknown }) => logged.push(fields?.error),
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-full-"));
  const store = { url: undefined, file: join(folder, "tessera.db") };
  server = await startTestServer({ resources: [RESOURCE], app: { store, log } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("logs errors but not aborted requests", async () => {
  const client = await server.as("leaver");
  for (const how of Object.keys(STOPS)) {
    const leaving = new AbortController();
    const arrived = once(arrivals, "arrived");
    const answer = client.fetch(`/api/v1/t/stop/${how}`, { signal: leaving.signal });
    await arrived;
    leaving.abort();
    await expect(answer).rejects.toThrow();
  }
  await vi.waitFor(() => expect(logged).toContain(STOPS.mistake), { timeout: 10_000 });
  expect(logged).toEqual([STOPS.mistake]);
});

test("reports a full disk, keeps existing data, and recovers when there is space", async () => {
  const { db } = server.app;
  const client = await server.as("writer");
  expect((await client.post("/api/v1/t/", { text: "before" })).status).toBe(200);
  await sql`pragma max_page_count = 1`.execute(db);
  const refused = await client.post("/api/v1/t/", { text: "x".repeat(60_000) });
  expect(refused).toMatchObject({
    status: 507,
    body: {
      errors: [{ message: "The server's disk is full. Nothing was saved.", error_type: "GENERIC_BACKEND_ERROR" }],
    },
  });
  expect((await client.get("/health")).status).toBe(200);
  await sql`pragma max_page_count = 1000000`.execute(db);
  expect((await client.post("/api/v1/t/", { text: "x".repeat(60_000) })).status).toBe(200);
  const settings = await db.selectFrom("settings").select("value").where("value", "=", "before").execute();
  expect(settings).toHaveLength(1);
});

test("data that the store rejects returns a 4xx", async () => {
  const client = await server.as("twice");
  expect((await client.post("/api/v1/t/", { text: "x", name: "own" })).status).toBe(200);
  expect(await client.post("/api/v1/t/", { text: "y", name: "own" })).toMatchObject({
    status: 422,
    body: { message: { name: ["Must be unique"] } },
  });
});

test("reports a read-only store", async () => {
  const { db } = server.app;
  const client = await server.as("reader");
  await sql`pragma query_only = on`.execute(db);
  const refused = await client.post("/api/v1/t/", { text: "x" });
  await sql`pragma query_only = off`.execute(db);
  expect(refused).toMatchObject({
    status: 503,
    body: { errors: [{ message: "The server's database is read-only. Nothing was saved." }] },
  });
});
