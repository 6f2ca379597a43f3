import type { LookupAddress } from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEgressPolicy, type EgressSettings } from "./egress-policy.ts";
import { guardedFetch } from "./guarded-fetch.ts";

let server: Server;
let port = 0;
const requests: { method: string; path: string; host: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, host: headers.host ?? "", body });
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
  requests.length = 0;
});

const fetchWith = (more: Partial<EgressSettings> = {}) =>
  guardedFetch(createEgressPolicy({ allowed: ["127.0.0.1"], privateNetworks: true, ...more }));
const get = { method: "GET", headers: {} };
const urlOf = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;
const resolveTo = (...answers: string[][]) => {
  let call = 0;
  return async (): Promise<LookupAddress[]> =>
    (answers[Math.min(call++, answers.length - 1)] ?? []).map((address) => ({ address, family: 4 }));
};

test("returns status, headers and body of an allowed host", async () => {
  const answer = await fetchWith()(urlOf("/a?b=c"), { method: "POST", headers: { "x-a": "1" }, body: "wörld" });
  expect([answer.status, await answer.text()]).toEqual([200, "hello wörld"]);
  expect(answer.headers.get("x-kind")).toBe("test");
  expect(requests).toEqual([{ method: "POST", path: "/a?b=c", host: `127.0.0.1:${port}`, body: "wörld" }]);
  expect(await (await fetchWith()(urlOf("/none"), get)).text()).toBe("");
});

test("sends a form with its files", async () => {
  const form = new FormData();
  form.set("file", new Blob(["rows"]), "a.csv");
  const encoded = new Response(form);
  await fetchWith()(urlOf("/form"), { method: "POST", headers: {}, body: await encoded.arrayBuffer() });
  expect(requests[0]?.body).toContain('filename="a.csv"');
});

test.each(["localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "127.0.0.1."])(
  "doesn't connect to this machine by the name %s",
  async (host) => {
    await expect(fetchWith({ allowed: [] })(urlOf("/", host), get)).rejects.toThrow(
      "Connections to this host are not allowed",
    );
    expect(requests).toEqual([]);
  },
);

test("never connects to cloud metadata services, whatever is allowed", async () => {
  const fetchIt = fetchWith({ allowed: ["169.254.0.0/16", "metadata.google.internal"] });
  for (const host of ["169.254.169.254", "metadata.google.internal", "[fd00:ec2::254]", "[::ffff:169.254.169.254]"])
    await expect(fetchIt(urlOf("/", host), get)).rejects.toThrow("Connections to this host are not allowed");
});

test("connects to the address it checked, even when DNS changes (rebinding)", async () => {
  const rebound = fetchWith({ allowed: [], resolve: resolveTo(["93.184.216.34"], ["127.0.0.1"]) });
  await expect(rebound(urlOf("/", "rebind.example"), get)).rejects.toThrow("Connections to this host are not allowed");
  const named = fetchWith({ allowed: ["*.corp.example"], resolve: resolveTo(["127.0.0.1"]) });
  expect((await named(urlOf("/", "db.corp.example"), get)).status).toBe(200);
  expect(requests.map(({ host }) => host)).toEqual([`db.corp.example:${port}`]);
  await expect(named(urlOf("/", "corp.example"), get)).rejects.toThrow("are not allowed");
});

test("blocks private networks when an administrator disables them", async () => {
  const closed = fetchWith({ allowed: [], privateNetworks: false, resolve: resolveTo(["10.1.2.3"]) });
  await expect(closed(urlOf("/", "intranet"), get)).rejects.toThrow("are not allowed");
});

test("returns redirects instead of following them", async () => {
  const answer = await fetchWith()(urlOf("/moved"), get);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "http://169.254.169.254/latest"]);
  expect(requests).toHaveLength(1);
});

test("rejects other protocols, large responses and aborted requests", async () => {
  const fetchIt = fetchWith();
  for (const url of ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,a"])
    await expect(fetchIt(url, get)).rejects.toThrow("unsupported protocol");
  await expect(fetchIt(urlOf("/large"), get)).rejects.toThrow("the response is too large");
  const leaving = new AbortController();
  const silent = fetchIt(urlOf("/silent"), { ...get, signal: leaving.signal });
  await expect.poll(() => requests.at(-1)?.path).toBe("/silent");
  leaving.abort();
  await expect(silent).rejects.toThrow(/abort/);
});

test("reports an unknown host", async () => {
  const unknown = fetchWith({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
  await expect(unknown(urlOf("/", "nowhere.example"), get)).rejects.toThrow("The hostname provided can't be resolved.");
});
