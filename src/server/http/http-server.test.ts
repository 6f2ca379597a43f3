import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { DEFAULT_LIMITS } from "../config/config.ts";
import { createLog } from "../log.ts";
import { createHttpServer } from "./http-server.ts";
import { PUBLIC, permission, RawReply, type Resource, route, SIGNED_IN } from "./route.ts";

const op = (id: string, method: "GET" | "POST" | "PUT" | "DELETE", path: string) => ({
  id: `t.${id}`,
  method,
  path,
  summary: id,
  response: z.unknown(),
});

const read = operation({ ...op("read", "GET", "/api/v1/t/read"), q: z.looseObject({ n: z.number().optional() }) });
const write = operation({ ...op("write", "POST", "/api/v1/t/"), body: z.strictObject({ n: z.number() }), status: 201 });
const exempt = operation({
  ...op("exempt", "POST", "/api/v1/t/exempt"),
  body: z.strictObject({ n: z.number() }),
  csrfExempt: true,
});
const act = operation(op("act", "POST", "/api/v1/t/:id/act/"));
const upload = operation({
  ...op("upload", "POST", "/api/v1/t/upload/"),
  multipart: true,
  body: z.looseObject({ overwrite: z.string().optional() }),
});
const broken = operation(op("broken", "GET", "/api/v1/t/broken"));
const admin = operation(op("admin", "GET", "/api/v1/t/admin"));
const old = operation(op("old", "GET", "/superset/old/"));
const big = operation(op("big", "GET", "/api/v1/t/big"));
const packed = operation({ ...op("packed", "GET", "/api/v1/t/packed"), produces: "application/json" });
const slow = operation({ ...op("slow", "GET", "/api/v1/t/slow"), produces: "text/plain" });
const liar = operation({ ...op("liar", "GET", "/api/v1/t/liar"), response: z.object({ a: z.number() }) });

const waiting = operation(op("waiting", "GET", "/api/v1/t/waits"));
const started = Promise.withResolvers<void>();
const stopped = Promise.withResolvers<void>();
const waits = { started: started.promise, stopped: stopped.promise };

let aborted: Promise<void>;
let onAborted: () => void;

const RESOURCE: Resource = {
  name: "t",
  routes: [
    route(read, SIGNED_IN, (_ctx, { q }) => ({ n: q?.n ?? null })),
    route(write, SIGNED_IN, (_ctx, { body }) => ({ n: body.n })),
    route(exempt, SIGNED_IN, (_ctx, { body }) => ({ n: body.n })),
    route(act, SIGNED_IN, () => ({ result: "OK" })),
    route(upload, SIGNED_IN, (ctx, { body }) => ({
      overwrite: body.overwrite,
      files: ctx.files.map((file) => [file.field, file.filename, file.bytes.toString()]),
    })),
    route(broken, SIGNED_IN, () => {
      throw new Error("the secret of the database is 42");
    }),
    route(admin, permission("can_write", "Database"), () => ({ result: "OK" })),
    route(old, permission("can_write", "Database"), () => ({ result: "OK" })),
    route(big, PUBLIC, () => ({ text: "a".repeat(100_000) })),
    route(
      packed,
      PUBLIC,
      () => new RawReply(Buffer.from("not touched"), { "content-type": "application/json", "x-own": "1" }, 202),
    ),
    route(slow, PUBLIC, (ctx) => {
      ctx.signal.addEventListener("abort", () => onAborted());
      return new RawReply(Readable.from(endless()), { "content-type": "text/plain" });
    }),
    route(waiting, PUBLIC, (ctx) => {
      started.resolve();
      return new Promise((_resolve, reject) => {
        ctx.signal.addEventListener("abort", () => {
          reject(ctx.signal.reason);
          stopped.resolve();
        });
      });
    }),
    route(liar, PUBLIC, () => ({ a: "text" }) as never),
  ],
};

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield "tick\n";
    await pass(20, "a slow peer");
  }
}

let server: TestServer;
const logged: string[] = [];

beforeAll(async () => {
  const promise = Promise.withResolvers<void>();
  aborted = promise.promise;
  onAborted = promise.resolve;
  const limits = { bodyBytes: 2000, bundleBytes: 5000 };
  server = await startTestServer({
    resources: [RESOURCE],
    app: { log: createLog((line) => logged.push(line)) },
    config: { limits: { ...DEFAULT_LIMITS, ...limits } },
  });
});
afterAll(() => server.stop());

describe("authorization", () => {
  test("returns 401 for anonymous callers and 403 without the permission, in the format of the API or page", async () => {
    expect(await server.anonymous.get("/api/v1/t/read")).toMatchObject({
      status: 401,
      body: { msg: "Missing Authorization Header" },
    });
    const gamma = await server.as("gamma");
    expect(await gamma.get("/api/v1/t/admin")).toMatchObject({ status: 403, body: { message: "Forbidden" } });
    expect(await gamma.get("/superset/old/")).toMatchObject({
      status: 403,
      body: { message: "Access is Denied", severity: "danger" },
    });
    expect((await (await server.as("admin")).get("/api/v1/t/admin")).status).toBe(200);
  });

  test("an unknown session is anonymous, a bad token is rejected", async () => {
    expect((await server.anonymous.get("/api/v1/t/read", { cookie: "session=made-up" })).status).toBe(401);
    expect(await server.anonymous.get("/api/v1/t/big", { authorization: "Bearer x.y.z" })).toMatchObject({
      status: 422,
      body: { msg: "Invalid token" },
    });
    expect((await server.anonymous.get("/api/v1/t/big", { authorization: "Basic abc" })).status).toBe(401);
  });

  test("a deactivated user loses access immediately", async () => {
    const client = await server.as("leaver");
    expect((await client.get("/api/v1/t/read")).status).toBe(200);
    const id = await server.userId("leaver");
    await server.app.db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    server.app.events.changed("user", id);
    expect((await client.get("/api/v1/t/read")).status).toBe(401);
  });

  test("anonymous visitors have the Public role", async () => {
    const { db, events } = server.app;
    const role = await db.selectFrom("roles").select("id").where("name", "=", "Public").executeTakeFirstOrThrow();
    const pair = { role_id: role.id, permission: "can_write", view: "Database" };
    await db.insertInto("role_permissions").values(pair).execute();
    events.changed("role");
    expect((await server.anonymous.get("/api/v1/t/admin")).status).toBe(200);
    await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute();
    events.changed("role");
    expect((await server.anonymous.get("/api/v1/t/admin")).status).toBe(401);
  });

  test("rejects a route without a policy at startup", async () => {
    const open = { operation: read, handler: () => null } as unknown as Resource["routes"][number];
    await expect(createHttpServer(server.app, [{ name: "x", routes: [open] }])).rejects.toThrow("has no policy");
    const twice = { name: "x", routes: [...RESOURCE.routes, ...RESOURCE.routes] };
    await expect(createHttpServer(server.app, [twice])).rejects.toThrow("two routes");
  });
});

describe("CSRF", () => {
  const body = { n: 1 };

  test("changes need the session's token", async () => {
    const client = await server.as("gamma");
    const other = await server.as("alpha");
    const { cookie } = client;
    const post = (headers: Record<string, string>) => server.anonymous.post("/api/v1/t/", body, headers);
    expect(await post({ cookie })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            message: "400 Bad Request: The CSRF token is missing.",
            error_type: "GENERIC_BACKEND_ERROR",
            level: "error",
          },
        ],
      },
    });
    expect((await post({ cookie, "x-csrftoken": other.csrf })).status).toBe(400);
    expect((await post({ cookie, "x-csrftoken": `${client.csrf}0` })).status).toBe(400);
    expect((await post({ cookie, "x-csrftoken": client.csrf })).status).toBe(201);
    expect((await server.anonymous.post("/api/v1/t/exempt", body, { cookie })).status).toBe(200);
  });
});

describe("requests", () => {
  test("q accepts rison and JSON, and rejects anything else with Superset's messages", async () => {
    const client = await server.as("gamma");
    expect((await client.get("/api/v1/t/read?q=(n:5)")).body).toEqual({ n: 5 });
    expect((await client.get(`/api/v1/t/read?q=${encodeURIComponent('{"n":6}')}`)).body).toEqual({ n: 6 });
    expect((await client.get("/api/v1/t/read/")).body).toEqual({ n: null });
    expect(await client.get("/api/v1/t/read?q=(n:")).toMatchObject({
      status: 400,
      body: { message: "Not a valid rison/json argument" },
    });
    const { status, body } = await client.get<{ message: string }>("/api/v1/t/read?q=(n:x)");
    expect([status, body.message.startsWith("Not a valid rison schema ")]).toEqual([400, true]);
    expect((await client.get("/api/v1/t/read?q=1&q=2")).status).toBe(400);
  });

  test("rejects bodies that aren't JSON, don't match the schema or are too large", async () => {
    const client = await server.as("gamma");
    const notJson = {
      status: 400,
      body: { errors: [{ message: "Request is not JSON", error_type: "INVALID_PAYLOAD_FORMAT_ERROR" }] },
    };
    const send = async (body: string | undefined, type: string) => {
      const response = await client.fetch("/api/v1/t/", { method: "POST", body, headers: { "content-type": type } });
      return { status: response.status, body: await response.json() };
    };
    expect(await send("{", "application/json")).toMatchObject(notJson);
    expect(await send("", "application/json")).toMatchObject(notJson);
    expect(await send("n=1", "application/x-www-form-urlencoded")).toMatchObject(notJson);
    expect(await send("n", "text/plain")).toMatchObject(notJson);
    expect(await send('{"__proto__":{"n":1}}', "application/json")).toMatchObject(notJson);
    expect(await client.post("/api/v1/t/", { n: "x", m: 1 })).toMatchObject({
      status: 400,
      body: { message: { n: ["Not a valid number."], m: ["Unknown field."] } },
    });
    expect(await client.post("/api/v1/t/", { n: "x".repeat(3000) })).toMatchObject({
      status: 413,
      body: { errors: [{ error_type: "INVALID_PAYLOAD_FORMAT_ERROR" }] },
    });
    expect((await send("", "application/json; charset=utf-8")).status).toBe(400);
    const act = await client.fetch("/api/v1/t/7/act/", {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    expect(await act.json()).toEqual({ result: "OK" });
  });

  test("uploads must be multipart and within the limit", async () => {
    const client = await server.as("gamma");
    const form = new FormData();
    form.set("overwrite", "true");
    form.set("formData", new Blob(["hello"]), "a.zip");
    const sent = await client.fetch("/api/v1/t/upload/", { method: "POST", body: form });
    expect(await sent.json()).toEqual({ overwrite: "true", files: [["formData", "a.zip", "hello"]] });
    expect(await client.post("/api/v1/t/upload/", {})).toMatchObject({
      status: 400,
      body: { errors: [{ message: "Request MIME type is not 'multipart/form-data'" }] },
    });
    form.set("formData", new Blob(["x".repeat(6000)]), "a.zip");
    expect((await client.fetch("/api/v1/t/upload/", { method: "POST", body: form })).status).toBe(413);
  });

  test("an unknown path returns a typed 404, a malformed URL a 400", async () => {
    expect(await server.anonymous.get("/api/v1/nothing/")).toMatchObject({
      status: 404,
      body: { errors: [{ error_type: "GENERIC_BACKEND_ERROR" }] },
    });
    expect((await server.anonymous.get("/api/v1/t/%zz/act")).status).toBe(400);
  });
});

describe("responses", () => {
  test("compresses large responses as accepted, but not small or compressed ones", async () => {
    const plain = await fetch(`${server.url}/api/v1/t/big`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    const { get } = await import("node:http");
    const zipped = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) => {
      get(`${server.url}/api/v1/t/big`, { headers: { "accept-encoding": "br, gzip" } }, async (response) => {
        const bytes = Buffer.concat(await response.toArray());
        resolve({ encoding: response.headers["content-encoding"], bytes });
      });
    });
    expect(zipped.encoding).toBe("gzip");
    expect(zipped.bytes.length).toBeLessThan(1000);
    expect(JSON.parse(gunzipSync(zipped.bytes).toString())).toEqual(await plain.json());
    const ready = await fetch(`${server.url}/api/v1/t/packed`);
    expect([ready.status, ready.headers.get("x-own"), await ready.text()]).toEqual([202, "1", "not touched"]);
  });

  test("logs unexpected errors with an id and hides their details", async () => {
    logged.length = 0;
    const { status, body, headers } = await (await server.as("gamma")).get("/api/v1/t/broken");
    expect({ status, body }).toEqual({ status: 500, body: { message: "Fatal error" } });
    const [line] = logged.map((text) => JSON.parse(text));
    expect(line).toMatchObject({ level: "error", id: headers.get("x-request-id"), path: "/api/v1/t/broken" });
    expect(line.error).toContain("the secret of the database is 42");
  });

  test("a response that breaks its contract fails in tests", async () => {
    expect((await server.anonymous.get("/api/v1/t/liar")).status).toBe(500);
  });

  test("every response has the security headers", async () => {
    for (const path of ["/health", "/api/v1/t/big", "/api/v1/nothing", "/login/"]) {
      const { headers } = await fetch(server.url + path, { redirect: "manual" });
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("a disconnect aborts the handler's signal", async () => {
    const controller = new AbortController();
    const response = await fetch(`${server.url}/api/v1/t/slow`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await aborted;
  });

  test("work aborted by a disconnect isn't logged as an error", async () => {
    logged.length = 0;
    const controller = new AbortController();
    const answer = fetch(`${server.url}/api/v1/t/waits`, { signal: controller.signal });
    await waits.started;
    controller.abort();
    await expect(answer).rejects.toThrow();
    await waits.stopped;
    await pass(20, "nothing may happen meanwhile");
    expect(logged).toEqual([]);
  });

  test.each(["/health", "/healthcheck", "/ping"])("%s returns OK", async (path) => {
    const response = await fetch(server.url + path);
    expect([response.status, await response.text()]).toEqual([200, "OK"]);
  });
});
