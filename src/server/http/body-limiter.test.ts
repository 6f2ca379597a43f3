import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { DEFAULT_LIMITS } from "../config/config.ts";
import { BodyLimiter } from "./body-limiter.ts";

const MB = 1024 * 1024;
const open: Socket[] = [];
const closeAll = () => open.splice(0).map((socket) => socket.destroy());

async function startRequest(url: string, head: string) {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  open.push(socket);
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`${head}\r\nHost: x\r\n\r\n`);
  return { socket, answer: () => text };
}

describe("unfinished bodies", () => {
  let server: TestServer;
  let alpha: TestClient;
  let admin: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ config: { limits: { ...DEFAULT_LIMITS, uploadBytes: 100 * MB } } });
    alpha = await server.as("alpha");
    admin = await server.as("admin");
    return () => server.stop();
  });
  afterEach(closeAll);

  const request = (client: TestClient, path: string, length: string) =>
    startRequest(
      server.url,
      `POST ${path} HTTP/1.1\r\nCookie: ${client.cookie}\r\nX-CSRFToken: ${client.csrf}\r\nContent-Type: ${
        path.includes("import") || path.includes("upload") ? "multipart/form-data; boundary=b" : "application/json"
      }\r\n${length}`,
    );
  const oneIsRefused = async (requests: readonly Awaited<ReturnType<typeof request>>[]) => {
    const answers = () => requests.map(({ answer }) => answer()).filter((text) => text !== "");
    await vi.waitFor(() => expect(answers()).toHaveLength(1), { timeout: 5000 });
    const [refusal] = answers();
    expect(refusal).toMatch(/^HTTP\/1.1 429 /);
    expect(refusal).toMatch(/retry-after: 10/i);
    expect(refusal).toContain("exceed 210 MB. Wait for an upload to finish, then try again.");
  };

  test.each([
    ["uploads", "/api/v1/database/1/upload/", "Content-Length: 102760448", 3],
    ["uploads without a length", "/api/v1/database/1/upload/", "Transfer-Encoding: chunked", 3],
    ["bundles", "/api/v1/dashboard/import/", "Content-Length: 102760448", 3],
    ["JSON", "/api/v1/chart/data", "Content-Length: 5000000", 45],
  ])(
    "%s of one user are rejected at the limit, and accepted again when one has ended",
    async (_, path, length, count) => {
      const user = path.includes("import") ? admin : alpha;
      const other = user === alpha ? admin : alpha;
      await oneIsRefused(await Promise.all(Array.from({ length: count }, () => request(user, path, length))));
      expect((await user.get("/api/v1/me/")).status).toBe(200);
      expect((await other.post("/api/v1/dashboard/", { dashboard_title: "Other" })).status).toBe(201);
      closeAll();
      await vi.waitFor(async () => {
        const { answer, socket } = await request(user, path, length);
        await pass(100, "nothing may happen meanwhile");
        expect(answer()).toBe("");
        socket.destroy();
      });
      await pass(200, "nothing may happen meanwhile");
    },
  );
});

describe("limits of request bodies", () => {
  const held = new BodyLimiter({ perUser: 6 * MB, total: 10 * MB });
  // A rejected body that is never read would keep its connection open for 72 seconds.
  const server = Fastify({ bodyLimit: 5 * MB, forceCloseConnections: true });
  const working = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  let url: string;
  beforeAll(async () => {
    held.watch(server, (request) => String(request.headers.user ?? "a user"));
    server.post("/", async () => "taken");
    server.post("/broken", async () => {
      throw new Error("broken");
    });
    server.post("/long", (request) => {
      request.raw.socket.once("close", left.resolve);
      reached.resolve();
      return held.during(request, () => working.promise);
    });
    await server.listen({ host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    return () => server.close();
  });
  afterEach(closeAll);

  const post = (path: string, body: string, user: string) =>
    fetch(url + path, { method: "POST", body, headers: { "content-type": "text/plain", user } });
  const begin = (user: string, bytes: number) =>
    startRequest(url, `POST / HTTP/1.1\r\nContent-Type: text/plain\r\nUser: ${user}\r\nContent-Length: ${bytes}`);
  const released = () => vi.waitFor(() => expect(held.total).toBe(0));

  test("is released after a response, error, rejection and disconnect", async () => {
    expect((await post("/", "x".repeat(MB), "ann")).status).toBe(200);
    await released();
    expect((await post("/broken", "x".repeat(MB), "ann")).status).toBe(500);
    await released();
    expect((await post("/nowhere", "x".repeat(MB), "ann")).status).toBe(404);
    await released();
    const { socket } = await begin("ann", 4 * MB);
    await vi.waitFor(() => expect(held.total).toBe(4 * MB));
    expect((await post("/", "x".repeat(3 * MB), "ann")).status).toBe(429);
    expect(held.total).toBe(4 * MB);
    socket.destroy();
    await released();
  });

  test("is held until the work ends, even after a disconnect", async () => {
    const leaving = new AbortController();
    const headers = { "content-type": "text/plain" };
    const answer = fetch(`${url}/long`, { method: "POST", body: "x".repeat(MB), headers, signal: leaving.signal });
    answer.catch(() => undefined);
    await reached.promise;
    leaving.abort();
    await left.promise;
    await new Promise(setImmediate);
    expect(held.total).toBe(MB);
    working.resolve();
    await released();
  });

  test("has a total limit that doesn't block small requests", async () => {
    await begin("ann", 5 * MB);
    await begin("ben", 4 * MB);
    await vi.waitFor(() => expect(held.total).toBe(9 * MB));
    const refused = await post("/", "x".repeat(2 * MB), "cleo");
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("too many uploads");
    expect((await post("/", "x".repeat(1000), "cleo")).status).toBe(200);
  });
});
