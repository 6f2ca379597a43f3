import type { LookupAddress } from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";
import { createReach, type ReachSettings } from "./reach.ts";

let server: Server;
let port = 0;
const asked: { method: string; path: string; host: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    asked.push({ method, path: url, host: headers.host ?? "", body });
    if (url === "/moved") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else if (url === "/none") response.writeHead(204).end();
    else if (url === "/large") response.end("x".repeat(4 * 1024 * 1024 + 1));
    else if (url === "/silent") response.flushHeaders();
    else response.writeHead(200, { "x-kind": "test", "set-cookie": ["a=1", "b=2"] }).end(`hello ${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
});

const fetchBy = (more: Partial<ReachSettings> = {}) =>
  guardedFetch(createReach({ allowed: ["127.0.0.1"], privateNetworks: true, ...more }));
const get = { method: "GET", headers: {} };
const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;
const resolveTo = (...answers: string[][]) => {
  let call = 0;
  return async (): Promise<LookupAddress[]> =>
    (answers[Math.min(call++, answers.length - 1)] ?? []).map((address) => ({ address, family: 4 }));
};

test("an allowed host is asked, and answers with its status, headers and body", async () => {
  const answer = await fetchBy()(at("/a?b=c"), { method: "POST", headers: { "x-a": "1" }, body: "wörld" });
  expect([answer.status, await answer.text()]).toEqual([200, "hello wörld"]);
  expect(answer.headers.get("x-kind")).toBe("test");
  expect(asked).toEqual([{ method: "POST", path: "/a?b=c", host: `127.0.0.1:${port}`, body: "wörld" }]);
  expect(await (await fetchBy()(at("/none"), get)).text()).toBe("");
});

test("a form is sent whole, with its files", async () => {
  const form = new FormData();
  form.set("file", new Blob(["rows"]), "a.csv");
  const made = new Response(form);
  await fetchBy()(at("/form"), { method: "POST", headers: {}, body: await made.arrayBuffer() });
  expect(asked[0]?.body).toContain('filename="a.csv"');
});

test.each(["localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "127.0.0.1."])(
  "this machine is not asked by the name %s",
  async (host) => {
    await expect(fetchBy({ allowed: [] })(at("/", host), get)).rejects.toThrow(
      "Connections to this host are not allowed",
    );
    expect(asked).toEqual([]);
  },
);

test("a cloud's metadata is asked by nobody, whatever is allowed", async () => {
  const fetchIt = fetchBy({ allowed: ["169.254.0.0/16", "metadata.google.internal"] });
  for (const host of ["169.254.169.254", "metadata.google.internal", "[fd00:ec2::254]", "[::ffff:169.254.169.254]"])
    await expect(fetchIt(at("/", host), get)).rejects.toThrow("Connections to this host are not allowed");
});

test("a name that means another address a moment later leads nowhere else", async () => {
  const rebound = fetchBy({ allowed: [], resolve: resolveTo(["93.184.216.34"], ["127.0.0.1"]) });
  await expect(rebound(at("/", "rebind.example"), get)).rejects.toThrow("Connections to this host are not allowed");
  const named = fetchBy({ allowed: ["*.corp.example"], resolve: resolveTo(["127.0.0.1"]) });
  expect((await named(at("/", "db.corp.example"), get)).status).toBe(200);
  expect(asked.map(({ host }) => host)).toEqual([`db.corp.example:${port}`]);
  await expect(named(at("/", "corp.example"), get)).rejects.toThrow("are not allowed");
});

test("private networks are closed where an administrator says so", async () => {
  const closed = fetchBy({ allowed: [], privateNetworks: false, resolve: resolveTo(["10.1.2.3"]) });
  await expect(closed(at("/", "intranet"), get)).rejects.toThrow("are not allowed");
});

test("redirects are answered, not followed", async () => {
  const answer = await fetchBy()(at("/moved"), get);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "http://169.254.169.254/latest"]);
  expect(asked).toHaveLength(1);
});

test("other protocols, large answers and callers who leave end the request", async () => {
  const fetchIt = fetchBy();
  for (const url of ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,a"])
    await expect(fetchIt(url, get)).rejects.toThrow("cannot ask");
  await expect(fetchIt(at("/large"), get)).rejects.toThrow("the answer is too large");
  const leaving = new AbortController();
  const silent = fetchIt(at("/silent"), { ...get, signal: leaving.signal });
  await expect.poll(() => asked.at(-1)?.path).toBe("/silent");
  leaving.abort();
  await expect(silent).rejects.toThrow(/abort/);
});

test("a host that nobody knows is said to be unknown", async () => {
  const unknown = fetchBy({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
  await expect(unknown(at("/", "nowhere.example"), get)).rejects.toThrow("The hostname provided can't be resolved.");
});
