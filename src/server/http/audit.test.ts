import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { createLog } from "../log.ts";
import { audited, route, SIGNED_IN, unaudited } from "./route.ts";

const about = (name: string) => ({
  ...{ id: `audit.${name}`, path: `/audit/${name}`, summary: "A test", response: z.unknown() },
});
const write = operation({ ...about("write"), method: "POST" });
const read = operation({ ...about("read"), method: "GET" });
const file = operation({ ...about("file"), method: "GET", produces: "text/csv" });
const secret = operation({ ...about("secret"), method: "GET", audited: true });
const AUDIT = { action: "Test.post", verb: "create", kind: "cache" } as const;

const lines = join(tmpdir(), `audit-lines-${process.pid}.jsonl`);
const logged: string[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    resources: [
      {
        name: "audit",
        routes: [
          route(write, audited(SIGNED_IN, AUDIT), () => ({})),
          route(read, SIGNED_IN, () => ({})),
          route(file, audited(SIGNED_IN, { ...AUDIT, action: "Test.export", verb: "export" }), () => ({})),
        ],
      },
    ],
    config: { auditLog: lines },
    app: { log: createLog((line) => logged.push(line)) },
  });
});
afterAll(async () => {
  await server.stop();
  for (const path of [lines, `${lines}.1`]) rmSync(path, { force: true, recursive: true });
});

test("a route that writes, exports or is marked doesn't compile without saying what is recorded", () => {
  // @ts-expect-error: a write without an entry
  route(write, SIGNED_IN, () => ({}));
  // @ts-expect-error: a download without an entry
  route(file, SIGNED_IN, () => ({}));
  // @ts-expect-error: a marked read without an entry
  route(secret, SIGNED_IN, () => ({}));
  expect(route(read, SIGNED_IN, () => ({})).policy).toEqual(SIGNED_IN);
  expect(route(write, unaudited(SIGNED_IN, "a test"), () => ({})).policy.audit).toEqual({ unaudited: "a test" });
});

const actions = async () => {
  const rows = await server.app.db.selectFrom("logs").select(["action", "username", "result", "status"]).execute();
  return rows.map((row) => `${row.action} ${row.username} ${row.result} ${row.status}`);
};

const written = async (count: number) =>
  vi.waitFor(() => {
    const all = readFileSync(lines, "utf8").trimEnd().split("\n");
    expect(all).toHaveLength(count);
    return all.map((line) => JSON.parse(line));
  });

test("requests are recorded once, whether they succeed or are refused; plain reads and HEAD aren't", async () => {
  const client = await server.as("gamma");
  await client.post("/audit/write", {});
  await client.get("/audit/read");
  await client.get("/audit/file");
  await client.fetch("/audit/file", { method: "HEAD" });
  await server.anonymous.post("/audit/write", {});
  await client.fetch("/audit/write", { method: "POST", headers: { "x-csrftoken": "wrong" } });
  expect(await actions()).toEqual([
    "Test.post gamma ok 200",
    "Test.export gamma ok 200",
    "Test.post null refused 401",
    "Test.post gamma failed 400",
  ]);
});

test("lines go on in a new file after a rotation, and a failure of the file fails no request", async () => {
  expect((await written(4)).at(-1)).toMatchObject({ action: "Test.post", result: "failed", username: "gamma" });
  const client = await server.as("gamma");
  renameSync(lines, `${lines}.1`);
  await client.post("/audit/write", {});
  await written(1);
  rmSync(lines);
  mkdirSync(lines);
  expect((await client.post("/audit/write", {})).status).toBe(200);
  await vi.waitFor(() => expect(logged.join()).toContain("failed to write TESSERA_AUDIT_LOG"));
});
