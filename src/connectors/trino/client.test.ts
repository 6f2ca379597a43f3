import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TrinoPage, type TrinoStatement, trinoPages } from "./client.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answers: Answer[] = [];
let requestedPaths: string[] = [];
let headers: IncomingMessage["headers"][] = [];
let origin = "";
let stop = () => {};

beforeEach(async () => {
  [answers, requestedPaths, headers] = [[], [], []];
  const server = createServer((request, response) => {
    requestedPaths.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    if (request.method === "DELETE") response.writeHead(204).end();
    else (answers.shift() ?? page({}))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => stop());

const page =
  (body: object | string, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
const SERVER = { user: "ann", authorization: "Basic c2VjcmV0", catalog: "hive", schema: null, session: { a: "x,y=é" } };

function statement(more: Partial<TrinoStatement> = {}) {
  const pages = trinoPages({ ...SERVER, origin }, { sql: "SELECT 1", signal: new AbortController().signal, ...more });
  const all = async () => {
    const found: TrinoPage[] = [];
    for await (const one of pages) found.push(one);
    return found;
  };
  return { pages, all };
}

describe("the pages of a statement", () => {
  test("are fetched from the given server, whatever host it announces", async () => {
    answers = [
      page({
        nextUri: "https://evil.example:1/v1/statement/a?slug=1#x",
        columns: [],
        stats: { progressPercentage: 5 },
      }),
      page({ columns: [{ name: "n", type: "bigint" }], data: [[1]] }),
    ];
    expect(await statement().all()).toMatchObject([
      { rows: [], percent: 5 },
      { rows: [[1]], percent: null },
    ]);
    expect(requestedPaths).toEqual(["POST /v1/statement", "GET /v1/statement/a?slug=1"]);
    expect(headers[1]).toMatchObject({ authorization: "Basic c2VjcmV0", "x-trino-user": "ann" });
    expect(headers[0]).toMatchObject({ "x-trino-catalog": "hive", "x-trino-session": "a=x%2Cy%3D%C3%A9" });
    expect(headers[0]).not.toHaveProperty("x-trino-schema");
  });

  test("keep integers beyond 2^53, texts and fractions", async () => {
    answers = [page('{"data":[[9007199254740993,"9007199254740993",0.125,-12345678901234567890,[1]]]}')];
    const [first] = await statement().all();
    expect(first?.rows).toEqual([[9007199254740993n, "9007199254740993", 0.125, -12345678901234567890n, [1]]]);
  });

  test("are retried on a busy server, not after a rejection", async () => {
    answers = [page("busy", 503), page("slow down", 429), page({ data: [[1]] })];
    expect((await statement().all())[0]?.rows).toEqual([[1]]);
    expect(requestedPaths).toHaveLength(3);
    answers = [page("  no entry  ", 403)];
    await expect(statement().all()).rejects.toMatchObject({ message: "HTTP 403: no entry", status: 403 });
    answers = [page("<html>a proxy</html>")];
    await expect(statement().all()).rejects.toThrow(SyntaxError);
  });

  test("end with the server's error and position", async () => {
    const error = {
      message: "no column",
      errorName: "COLUMN_NOT_FOUND",
      errorLocation: { lineNumber: 1, columnNumber: 8 },
    };
    answers = [page({ nextUri: `${origin}/next`, data: [[1]] }), page({ error, nextUri: `${origin}/more` })];
    const { pages } = statement();
    expect((await pages.next()).value?.rows).toEqual([[1]]);
    await expect(pages.next()).rejects.toMatchObject({
      message: "no column",
      errorName: "COLUMN_NOT_FOUND",
      location: { lineNumber: 1, columnNumber: 8 },
    });
    expect(requestedPaths).toEqual(["POST /v1/statement", "GET /next"]);
  });
});

describe("an abandoned statement", () => {
  test("ends on the server when its reader stops", async () => {
    answers = [page({ nextUri: `${origin}/v1/running/1`, data: [[1]] })];
    for await (const _ of statement().pages) break;
    expect(requestedPaths).toEqual(["POST /v1/statement", "DELETE /v1/running/1"]);
  });

  test("ends on the server when canceled between two pages", async () => {
    const gone = new AbortController();
    answers = [page({ nextUri: `${origin}/v1/running/2` }), () => gone.abort(new Error("gone"))];
    await expect(statement({ signal: gone.signal }).all()).rejects.toThrow();
    expect(requestedPaths).toEqual(["POST /v1/statement", "GET /v1/running/2", "DELETE /v1/running/2"]);
  });

  test("ends on the server when canceled before the first response", async () => {
    const gone = new AbortController();
    const late = Promise.withResolvers<void>();
    answers = [
      async (request, response) => {
        gone.abort(new Error("gone"));
        await late.promise;
        page({ nextUri: `${origin}/v1/running/3` })(request, response);
      },
    ];
    await expect(statement({ signal: gone.signal }).all()).rejects.toThrow("gone");
    expect(requestedPaths).toEqual(["POST /v1/statement"]);
    late.resolve();
    await expect.poll(() => requestedPaths).toEqual(["POST /v1/statement", "DELETE /v1/running/3"]);
  });

  test("is never sent when already canceled", async () => {
    await expect(statement({ signal: AbortSignal.abort(new Error("gone")) }).all()).rejects.toThrow("gone");
    expect(requestedPaths).toEqual([]);
  });
});
