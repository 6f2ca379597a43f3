import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { accounts } from "../auth/accounts.ts";
import { callInProcess, clientRequest, ResponseTooLarge } from "./in-process.ts";
import { type Context, PUBLIC, permission, type Resource, route, unaudited } from "./route.ts";

const op = <Method extends "GET" | "POST">(id: string, method: Method) => ({
  id: `t.${id}`,
  method,
  path: `/api/v1/t/${id}`,
  summary: id,
  response: z.unknown(),
});

const outer = operation({ ...op("outer", "POST"), body: z.looseObject({ as: z.number(), path: z.string() }) });
const me = operation(op("me", "GET"));
const write = operation({ ...op("write", "POST"), body: z.strictObject({ n: z.number() }) });
const admin = operation(op("admin", "GET"));
const big = operation(op("big", "GET"));
const waiting = operation(op("waiting", "GET"));

const started = Promise.withResolvers<void>();
const stopped = Promise.withResolvers<void>();
let server: TestServer;
const names: string[] = [];

async function callAs(ctx: Context, { as, path, n }: { as: number; path: string; n?: unknown }) {
  const { app, request, signal } = ctx;
  const user = await app.once(accounts).active(as);
  if (!user) throw new Error("no such user");
  const call = { caller: { user, session: undefined, byToken: true }, origin: request, signal };
  const order = { method: n === undefined ? "GET" : "POST", url: `/api/v1/t/${path}` } as const;
  try {
    const answer = await callInProcess(app, call, {
      ...order,
      ...(n !== undefined && { body: { n } }),
      maxBytes: 1000,
    });
    return { status: answer.status, body: JSON.parse(answer.body.toString()) };
  } catch (error) {
    if (error instanceof ResponseTooLarge) return { status: 0, body: "too large" };
    throw error;
  }
}

const RESOURCE: Resource = {
  name: "t",
  routes: [
    route(outer, unaudited(PUBLIC, "a test"), (ctx, { body }) => callAs(ctx, body)),
    route(me, PUBLIC, ({ user, request }) => {
      names.push(String(request.headers["x-in-process-call"]));
      return { name: user.username, url: clientRequest(request).url, address: request.ip };
    }),
    route(write, unaudited(permission("can_read", "Chart"), "a test"), (_ctx, { body }) => ({ n: body.n })),
    route(admin, permission("can_write", "Database"), () => ({ ok: true })),
    route(big, PUBLIC, () => ({ text: "a".repeat(2000) })),
    route(waiting, PUBLIC, (ctx) => {
      started.resolve();
      return new Promise((_resolve, reject) => {
        ctx.signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(ctx.signal.reason);
        });
      });
    }),
  ],
};

beforeAll(async () => {
  server = await startTestServer({ resources: [RESOURCE] });
});
afterAll(() => server.stop());

const call = async (username: string, path: string, more: object = {}) =>
  (
    await server.anonymous.post<{ status: number; body: unknown }>("/api/v1/t/outer", {
      as: await server.userId(username),
      path,
      ...more,
    })
  ).body;

test("a call has its caller, and the client's request and address", async () => {
  expect(await call("gamma", "me")).toEqual({
    status: 200,
    body: { name: "gamma", url: "/api/v1/t/outer", address: "127.0.0.1" },
  });
});

test("policies and schemas apply to the caller", async () => {
  expect(await call("gamma", "admin")).toMatchObject({ status: 403 });
  expect(await call("admin", "admin")).toMatchObject({ status: 200 });
  expect(await call("gamma", "write", { n: 7 })).toEqual({ status: 200, body: { n: 7 } });
  expect(await call("gamma", "write", { n: "x" })).toMatchObject({ status: 400 });
});

test("the name of a call works once, and only within the server", async () => {
  const [used = ""] = names;
  expect(used.length).toBeGreaterThan(40);
  const { body } = await server.anonymous.get<{ name: string }>("/api/v1/t/me", { "x-in-process-call": used });
  expect(body.name).toBe("");
});

test("large responses aren't read", async () => {
  expect(await call("gamma", "big")).toEqual({ status: 0, body: "too large" });
});

test("a disconnect of the client cancels the call", async () => {
  const controller = new AbortController();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ as: await server.userId("gamma"), path: "waiting" });
  const init = { method: "POST", headers, body, signal: controller.signal };
  const answer = fetch(`${server.url}/api/v1/t/outer`, init);
  await started.promise;
  controller.abort();
  await expect(answer).rejects.toThrow();
  await stopped.promise;
});
