import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pass } from "../src/testing/waits.ts";
import type { Answer } from "./attack/client.ts";
import { CLASSES } from "./attack/index.ts";
import { Report } from "./attack/report.ts";
import { type Outcome, runClasses } from "./attack/run.ts";

/**
 * Every attack class must report findings on a server that lets everything through, which proves that no check is
 * empty.
 */

let open: Server;
let outcomes: Outcome[];

const MARKS = /secret-[0-9a-f]{12}|attack_[0-9a-f]{8}_polluted/g;
const seen = new Set<string>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function everything() {
  const row = { note: [...seen].join(" "), kind: "open", x: "function () { [native code] }", n: 5, tenant: "beta" };
  const named = {
    permission: { name: "database_access" },
    view_menu: { name: "[d].(id:1)" },
    table_name: "t",
    value: "t",
  };
  const result = [{ id: 1, database_name: "d", backend: "duckdb", ...named, data: [row], query: JSON.stringify(row) }];
  const tokens = { access_token: "a.b.c", refresh_token: "a.b.c", token: "a.b.c", key: "k" };
  return { id: 1, ...tokens, result, columns: [{ name: "note", type: "VARCHAR" }], data: [row] };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [mark] of `${request.url}${await bodyOf(request)}`.matchAll(MARKS)) seen.add(mark);
  if (request.url === "/health") await pass(200, "a slow peer");
  const headers = { "content-type": "application/json", "set-cookie": "session=x", location: "https://evil.example/" };
  response.writeHead(200, headers).end(JSON.stringify(everything()));
}

beforeAll(async () => {
  open = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => open.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(open.address() as AddressInfo).port}`;
  ({ outcomes } = await runClasses({ url, user: "admin", password: "x", gapMs: 50 }, CLASSES));
}, 180_000);
afterAll(() => {
  open.closeAllConnections();
  open.close();
});

test.each(CLASSES.map(({ name }) => name))("%s", (name) => {
  const found = outcomes.find((one) => one.name === name);
  expect(found?.skipped).toBeUndefined();
  const findings = found?.findings ?? [];
  expect(findings.filter(({ request }) => request === "set-up")).toEqual([]);
  expect(findings.length).toBeGreaterThan(0);
});

test("reports server errors, stack traces and lost connections as findings for every request", () => {
  const of = (status: number, text: string): Answer => ({
    request: "GET /x",
    status,
    text,
    headers: new Headers(),
    ms: 1,
  });
  const problemsOf = (one: Answer) => {
    const report = new Report();
    report.refused(one);
    return report.findings.length;
  };
  expect(problemsOf(of(403, '{"message":"Forbidden"}'))).toBe(0);
  expect(problemsOf(of(500, "{}"))).toBe(1);
  expect(problemsOf(of(0, "fetch failed"))).toBe(1);
  expect(problemsOf(of(200, "{}"))).toBe(1);
  expect(problemsOf(of(400, "at run (/srv/app/server.js:10:5)"))).toBe(1);
  expect(problemsOf(of(400, "in src/server/app.ts"))).toBe(1);
});
