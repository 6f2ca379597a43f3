import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { serve } from "../../testing/network.ts";
import { addressOf, call, forgetCsrfToken, onSessionEnded, setInlinedSource } from "./client.ts";
import { connectionFound, useConnection } from "./connection.ts";
import { ApiError } from "./errors.ts";

const Thing = z.object({ result: z.string() });
const show = operation({
  id: "t.show",
  method: "GET",
  path: "/api/v1/thing/:id",
  summary: "",
  params: z.object({ id: z.string() }),
  query: z.object({ force: z.boolean().optional() }),
  q: z.looseObject({ filters: z.array(z.unknown()).optional(), page: z.number().optional() }),
  response: Thing,
});
const create = operation({
  id: "t.create",
  method: "POST",
  path: "/api/v1/thing/",
  summary: "",
  body: z.object({ name: z.string() }),
  response: Thing,
});
const data = operation({ ...create, id: "t.data", path: "/api/v1/data", csrfExempt: true });
const upload = operation({
  id: "t.import",
  method: "POST",
  path: "/api/v1/thing/import/",
  summary: "",
  body: z.looseObject({}),
  response: Thing,
  multipart: true,
});
const file = operation({
  id: "t.file",
  method: "GET",
  path: "/file",
  summary: "",
  response: z.unknown(),
  produces: "application/zip",
});

const TOKEN = { "GET /api/v1/security/csrf_token/": { body: { result: "tok" } } };
const OK = { body: { result: "ok" } };

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error("the call was expected to fail");
    },
    (error: unknown) => error as ApiError,
  );

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  vi.spyOn(Math, "random").mockReturnValue(0);
  forgetCsrfToken();
});
afterEach(() => {
  connectionFound();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("requests", () => {
  test("build path, query and rison", () => {
    const url = addressOf(show, {
      params: { id: "a b/c" },
      query: { force: true, missing: undefined },
      q: { filters: [{ col: "id", opr: "eq", value: true }], page: 0, columns: undefined },
    });
    const [path, search] = url.split("?");
    expect(path).toBe("/api/v1/thing/a%20b%2Fc");
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      force: "true",
      q: "(filters:!((col:id,opr:eq,value:!t)),page:0)",
    });
  });

  test("that change something send the CSRF token, loaded once", async () => {
    const requests = serve({ ...TOKEN, "POST /api/v1/thing/": OK });
    await call(create, { body: { name: "x" } });
    await call(create, { body: { name: "y" } });
    expect(requests.map((each) => each.path)).toEqual([
      "/api/v1/security/csrf_token/",
      "/api/v1/thing/",
      "/api/v1/thing/",
    ]);
    expect(requests[1]?.headers.get("X-CSRFToken")).toBe("tok");
    expect(requests[1]?.body).toEqual({ name: "x" });
  });

  test("that only read send no token", async () => {
    const requests = serve({ "GET /api/v1/thing/1": OK, "POST /api/v1/data": OK });
    expect(await call(show, { params: { id: "1" } })).toEqual({ result: "ok" });
    await call(data, { body: { name: "x" } });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.headers.has("X-CSRFToken")).toBe(false);
  });

  test("with an expired token are sent once more with a new one", async () => {
    let tokens = 0;
    const refused = { status: 400, body: { errors: [{ message: "The CSRF token has expired." }] } };
    const requests = serve({
      "GET /api/v1/security/csrf_token/": () => ({ body: { result: `tok${++tokens}` } }),
      "POST /api/v1/thing/": ({ headers }) => (headers.get("X-CSRFToken") === "tok2" ? OK : refused),
    });
    expect(await call(create, { body: { name: "x" } })).toEqual({ result: "ok" });
    expect(requests).toHaveLength(4);
  });

  test("of several parts are forms with files", async () => {
    const requests = serve({ ...TOKEN, "POST /api/v1/thing/import/": OK });
    const body = { overwrite: "true", passwords: { "databases/x.yaml": "s" }, left: undefined };
    await call(upload, { body }, { files: { formData: new Blob(["zip"]) } });
    const form = requests[1]?.body as FormData;
    expect(form.get("overwrite")).toBe("true");
    expect(form.get("passwords")).toBe('{"databases/x.yaml":"s"}');
    expect(form.has("left")).toBe(false);
    expect(form.get("formData")).toBeInstanceOf(Blob);
  });

  test("for a file return a blob", async () => {
    serve({ "GET /file": { body: "PK", headers: { "content-type": "application/zip" } } });
    const blob = (await call(file, {})) as Blob;
    expect(await blob.text()).toBe("PK");
  });
});

test("a traced call and its retries are parts of one trace", async () => {
  let answers = 0;
  const requests = serve({ "GET /api/v1/thing/1": () => (++answers < 2 ? { status: 503 } : OK) });
  vi.stubGlobal("document", { querySelector: (selector: string) => (selector.includes("tracing") ? {} : null) });
  const answer = call(show, { params: { id: "1" } });
  await vi.advanceTimersByTimeAsync(3000);
  await answer;
  vi.stubGlobal("document", undefined);
  await call(show, { params: { id: "1" } });
  const [first, second, untraced] = requests.map(({ headers }) => headers.get("traceparent"));
  expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(second?.split("-")[1]).toBe(first?.split("-")[1]);
  expect(second).not.toBe(first);
  expect(untraced).toBeNull();
});

describe("errors", () => {
  test("of a gateway are retried up to three times", async () => {
    let answers = 0;
    serve({ "GET /api/v1/thing/1": () => (++answers < 4 ? { status: 503 } : OK) });
    const answer = call(show, { params: { id: "1" } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ result: "ok" });
    expect(answers).toBe(4);
  });

  test("of a gateway are reported if they persist", async () => {
    const requests = serve({ "GET /api/v1/thing/1": { status: 504, body: "x" } });
    const thrown = failure(call(show, { params: { id: "1" } }));
    await vi.advanceTimersByTimeAsync(10_000);
    const error = await thrown;
    expect(error).toMatchObject({ status: 504, title: "Gateway timeout" });
    expect(requests).toHaveLength(4);
  });

  test("that pass soon are retried when the server says, others are reported with the time", async () => {
    let answers = 0;
    const soon = { status: 429, headers: { "retry-after": "3" } };
    serve({ "GET /api/v1/thing/1": () => (++answers < 2 ? soon : OK) });
    const answer = call(show, { params: { id: "1" } });
    await vi.advanceTimersByTimeAsync(2900);
    expect(answers).toBe(1);
    await vi.advanceTimersByTimeAsync(1200);
    expect(await answer).toEqual({ result: "ok" });
    const headers = { "retry-after": "40", "x-request-id": "3f2a" };
    const requests = serve({ "GET /api/v1/thing/1": { status: 429, headers } });
    const error = await failure(call(show, { params: { id: "1" } }));
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 40, requestId: "3f2a" });
    expect(requests).toHaveLength(1);
  });

  test("of a write that may have succeeded aren't retried", async () => {
    const requests = serve({ ...TOKEN, "POST /api/v1/thing/": { status: 503 } });
    await failure(call(create, { body: { name: "x" } }));
    expect(requests.filter((each) => each.method === "POST")).toHaveLength(1);
  });

  test("of the network mark the page offline until a response arrives", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const error = await failure(call(show, { params: { id: "1" } }));
    expect(error).toMatchObject({ kind: "network", message: "Network error" });
    expect(useConnection.getState().kind).toBe("offline");
    serve({ "GET /api/v1/thing/1": OK });
    await call(show, { params: { id: "1" } });
    expect(useConnection.getState().kind).toBe("online");
  });

  test("of the time limit are reported as timeouts with their issues", async () => {
    vi.useRealTimers();
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    const error = await failure(call(show, { params: { id: "1" } }, { timeoutMs: 30 }));
    expect(error.kind).toBe("timeout");
    expect(error.issues.map((issue) => issue.code)).toEqual([1000, 1001]);
  });

  test('of an aborted call have the kind "aborted"', async () => {
    serve({ "GET /api/v1/thing/1": OK });
    const error = await failure(call(show, { params: { id: "1" } }, { signal: AbortSignal.abort() }));
    expect(error.kind).toBe("aborted");
  });

  test("of an ended session are reported", async () => {
    const ended = vi.fn();
    onSessionEnded(ended);
    serve({ "GET /api/v1/thing/1": { status: 401, body: { msg: "Missing Authorization Header" } } });
    const error = await failure(call(show, { params: { id: "1" } }));
    expect(error.message).toBe("Your session timed out. Sign in again to continue.");
    expect(ended).toHaveBeenCalledOnce();
  });

  test("of an ended session are reported by a write that needs a token first", async () => {
    const ended = vi.fn();
    onSessionEnded(ended);
    forgetCsrfToken();
    serve({ "GET /api/v1/security/csrf_token/": { status: 401, body: { msg: "Missing Authorization Header" } } });
    const error = await failure(call(create, { body: { name: "a" } }));
    expect(error.status).toBe(401);
    expect(ended).toHaveBeenCalledOnce();
  });

  test("of invalid JSON are reported", async () => {
    serve({ "GET /api/v1/thing/1": { body: "{", headers: { "content-type": "application/json" } } });
    expect(await failure(call(show, { params: { id: "1" } }))).toBeInstanceOf(ApiError);
  });
});

test("uses an inlined response instead of a request", async () => {
  const requests = serve({ "GET /api/v1/thing/1": { body: { result: "new" } }, "POST /api/v1/thing/": OK, ...TOKEN });
  const atHand = new Map([
    ["/api/v1/thing/1", '{"result":"brought"}'],
    ["/api/v1/thing/", '{"result":"a POST is an act"}'],
  ]);
  setInlinedSource((address) => atHand.get(address));
  expect(await call(show, { params: { id: "1" } })).toEqual({ result: "brought" });
  expect(requests).toHaveLength(0);
  expect(await call(create, { body: { name: "a" } })).toEqual(OK.body);
  atHand.clear();
  expect(await call(show, { params: { id: "1" } })).toEqual({ result: "new" });
});
