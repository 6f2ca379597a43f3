import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { tooManyRequests } from "../../model/errors.ts";
import { operation } from "../../model/operation.ts";
import { APPEARANCE_COOKIE } from "../../model/theme.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { createLog } from "../log.ts";
import { PUBLIC, type Resource, route, unaudited } from "./route.ts";

const page = (id: string) =>
  operation({ id: `t.${id}`, method: "GET", path: `/t/${id}/`, summary: id, response: z.unknown() });
const post = operation({
  id: "t.post",
  method: "POST",
  path: "/api/v1/t/",
  summary: "Fail",
  body: z.object({ text: z.string() }),
  csrfExempt: true,
  response: z.unknown(),
});

const RESOURCE: Resource = {
  name: "t",
  routes: [
    route(page("broken"), PUBLIC, () => {
      throw new Error("the secret is 42");
    }),
    route(page("busy"), PUBLIC, () => {
      throw tooManyRequests("Too many <b>visits</b>.", 7);
    }),
    route(post, unaudited(PUBLIC, "a test"), async ({ app }) => {
      await new Promise(setImmediate);
      app.log.warn("noted");
      throw new Error("the secret is 42");
    }),
  ],
};

const logged: string[] = [];
let server: TestServer;
let behindProxy: TestServer;
beforeAll(async () => {
  const options = { resources: [RESOURCE], app: { log: createLog((line) => void logged.push(line)) } };
  server = await startTestServer(options);
  behindProxy = await startTestServer({ ...options, config: { trustProxy: true } });
});
afterAll(async () => {
  await server.stop();
  await behindProxy.stop();
});

const lines = () => logged.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const browse = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { ...BROWSER, ...headers }, redirect: "manual" });
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id") ?? "";

describe("request ids", () => {
  test("are on every response, each another", async () => {
    const paths = ["/health", "/ready", "/api/v1/nothing", "/static/nothing.js", "/login/"];
    const ids = await Promise.all(paths.map(async (path) => idOf(await fetch(server.url + path))));
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  test("are in all log lines of the request, also after its body was read", async () => {
    lines();
    const answer = await server.anonymous.post("/api/v1/t/", { text: "a" });
    expect(answer).toMatchObject({ status: 500, body: { message: "Fatal error" } });
    expect(lines()).toMatchObject([
      { message: "noted", request_id: idOf(answer) },
      { message: "a request failed", request_id: idOf(answer) },
    ]);
  });

  test("come from a trusted proxy if they are valid, and from nobody else", async () => {
    const given = "7b1c2d3e-4f5a.1";
    const ask = async ({ url }: TestServer, id: string) =>
      idOf(await fetch(`${url}/health`, { headers: { "x-request-id": id } }));
    expect(await ask(behindProxy, given)).toBe(given);
    expect(await ask(server, given)).not.toBe(given);
    for (const invalid of ["a b", "<script>", "a".repeat(129), '"}\\n'])
      expect(await ask(behindProxy, invalid)).toMatch(/^[0-9a-f]{16}$/);
  });

  test("are on answers to requests that HTTP itself forbids", async () => {
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const { port } = new URL(server.url);
      httpRequest({ port, path: "/%ZZ" }, (answer) => {
        answer.resume();
        resolve(answer.headers);
      })
        .on("error", reject)
        .end();
    });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("a browser gets a page", () => {
  test("for an unexpected error, in its language, with the request's id and without details", async () => {
    const answer = await browse("/t/broken/", { "accept-language": "fr" });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      500,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(html).toContain('<html lang="fr" dir="ltr">');
    expect(html).toContain("Réessayer");
    expect(html).toContain(`${idOf(answer)}</code>`);
    expect(html).not.toContain("secret");
    expect(html).not.toContain("<script");
  });

  test("for an error that passes, with its reason as text and when to come back", async () => {
    const answer = await browse("/t/busy/");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await answer.text()).toContain("Too many &lt;b>visits&lt;/b>.");
  });

  test("for an address outside of the interface that doesn't exist", async () => {
    const answer = await browse("/static/assets/nothing.js", { "accept-language": "ar" });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).not.toContain('href=""');
  });

  test("for an address that can't be decoded", async () => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(`${server.url}/%E0%A4%A`, { method, headers: BROWSER });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    }
  });

  test("in the appearance that the user chose", async () => {
    const system = await (await browse("/t/broken/")).text();
    expect(system).toContain("@media (prefers-color-scheme:dark)");
    const dark = await (await browse("/t/broken/", { cookie: `${APPEARANCE_COOKIE}=dark` })).text();
    expect(dark).toContain('content="dark"');
    expect(dark).not.toContain("prefers-color-scheme");
  });

  test("but scripts, calls and changes get JSON", async () => {
    for (const [path, headers] of [
      ["/t/broken/", { accept: "*/*" }],
      ["/api/v1/nothing", BROWSER],
      ["/static/nothing.js", { accept: "*/*" }],
    ] as const) {
      const answer = await fetch(server.url + path, { headers });
      expect([path, answer.headers.get("content-type")]).toEqual([path, "application/json; charset=utf-8"]);
    }
  });
});
