import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Service, startRedis } from "../../../scripts/services.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { createLog } from "../log.ts";
import { AnswerCache } from "./answer-cache.ts";

let folder = "";
let redis: Service;
let servers: TestServer[] = [];
const log = createLog(() => {});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-redis-"));
  const started = await startRedis(folder);
  if (typeof started === "string") throw new Error(started);
  redis = started;
  const options = { resources: [], config: { redisUrl: redis.url }, app: { log } };
  servers = [await startTestServer(options), await startTestServer(options)];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

const caches = () => servers.map((server) => new AnswerCache(server.app)) as [AnswerCache, AnswerCache];

test("an entry of one server is found by another until it expires", async () => {
  const [one, other] = caches();
  await one.set("short", Buffer.from([1, 0, 255]), 1);
  await one.set("endless", Buffer.from("kept"), 0);
  expect(await other.get("short")).toEqual(Buffer.from([1, 0, 255]));
  expect((await other.get("endless"))?.toString()).toBe("kept");
  expect(await other.get("nothing")).toBeUndefined();
  await vi.waitFor(async () => expect(await other.get("short")).toBeUndefined(), 3000);
});

test("an entry of another server is then cached locally", async () => {
  const [one, other] = caches();
  await one.set("held", Buffer.from("x"), 0);
  await other.get("held");
  expect(other.size).toBe(1);
  expect(other.get("held")).toBeInstanceOf(Buffer);
});

test("a refreshed entry replaces the copies of other servers", async () => {
  const [one, other] = caches();
  await one.set("asked twice", Buffer.from("old"), 0);
  await other.get("asked twice");
  await one.set("asked twice", Buffer.from("new"), 0);
  await vi.waitFor(async () => expect((await other.get("asked twice"))?.toString()).toBe("new"), 3000);
  expect((await one.get("asked twice"))?.toString()).toBe("new");
  await other.set("asked twice", Buffer.from("newer"), 0);
  await vi.waitFor(async () => expect((await one.get("asked twice"))?.toString()).toBe("newer"), 3000);
});

test("only one request waits for an unresponsive Redis", async () => {
  const [one] = caches();
  await one.get("anything");
  const client = new Redis(redis.url);
  await client.call("CLIENT", "PAUSE", "4000", "ALL");
  client.disconnect();
  const started = performance.now();
  for (let n = 0; n < 6; n++) expect(await one.get(`silent ${n}`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1800);
});

test("falls back to memory without Redis", async () => {
  const [one, other] = caches();
  await one.set("own", Buffer.from("x"), 0);
  await redis.stop();
  expect((await one.get("own"))?.toString()).toBe("x");
  expect(await other.get("never seen")).toBeUndefined();
  await other.set("new", Buffer.from("y"), 0);
  expect((await other.get("new"))?.toString()).toBe("y");
  const started = performance.now();
  for (let n = 0; n < 6; n++) expect(await other.get(`lost ${n}`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1800);
});
