import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { operation } from "../../model/operation.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { PUBLIC, type Resource, route, SIGNED_IN, unaudited, withLargeBody, withOptions } from "./route.ts";

const op = (id: string, path: string) => ({
  id: `b.${id}`,
  method: "POST" as const,
  path: `/api/v1/b/${path}`,
  summary: id,
  response: z.unknown(),
  csrfExempt: true,
});
const anything = z.looseObject({});
const form = operation({ ...op("form", "form/"), body: anything });
const upload = operation({ ...op("upload", "upload/"), multipart: true, body: anything });
const sized = operation({ ...op("sized", "sized/"), body: anything, sizes: { note: 20, "*": 2_000_000 } });
const names = (body: object) => Object.entries(body).map(([name, value]) => `${name}=${String(value)}`);

const RESOURCE: Resource = {
  name: "b",
  routes: [
    withOptions(
      route(form, unaudited(PUBLIC, "a test"), (_ctx, { body }) => ({ names: names(body) })),
      { acceptsForm: true },
    ),
    route(upload, unaudited(SIGNED_IN, "a test"), ({ files }, { body }) => ({
      names: names(body),
      files: files.map(({ field, filename, bytes }) => [field, filename, bytes.length]),
    })),
    withLargeBody(route(sized, unaudited(SIGNED_IN, "a test"), (_ctx, { body }) => ({ names: Object.keys(body) }))),
  ],
};

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ resources: [RESOURCE] });
  client = await server.as("gamma");
});
afterAll(() => server.stop());

async function send(path: string, body: RequestInit["body"], type?: string) {
  const headers: Record<string, string> = type ? { "content-type": type } : {};
  const answer = await client.fetch(`/api/v1/b/${path}/`, { method: "POST", body: body ?? null, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const parts = (...texts: string[]) =>
  `${texts.map((text) => `--x\r\nContent-Disposition: form-data; ${text}\r\n`).join("")}--x--\r\n`;
const MULTIPART = "multipart/form-data; boundary=x";

describe("the fields of a form", () => {
  test("are read from both form types: the last value wins, and __proto__ is ignored", async () => {
    const url = "a=1&a=2&b=&%5F_proto__=x&constructor=y&d=%E6%97%A5%20%ZZ";
    expect((await send("form", url, "application/x-www-form-urlencoded")).body).toEqual({
      names: ["a=2", "b=", "constructor=y", "d=日 %ZZ"],
    });
    const body = parts('name="a"\r\n\r\n1', 'name="a"\r\n\r\n2', 'name="é"\r\n\r\n日');
    expect((await send("form", body, MULTIPART)).body).toEqual({ names: ["a=2", "é=日"] });
    for (const path of ["form", "upload"])
      for (const name of ["__proto__", "constructor", "toString"])
        expect((await send(path, parts(`name="${name}"\r\n\r\nx`), MULTIPART)).status).toBe(400);
  });

  test("can't include files", async () => {
    const withFile = new FormData();
    withFile.set("a", "1");
    withFile.set("file", new Blob(["x".repeat(100_000)]), "a.txt");
    expect(await send("form", withFile)).toEqual({ status: 400, body: { message: "This form doesn't accept files" } });
  });

  test("reject truncated and invalid forms", async () => {
    for (const body of ["--x\r\nContent-Disposition: form-data; name", "nothing"])
      expect([body, (await send("form", body, MULTIPART)).status]).toEqual([body, 400]);
    expect((await send("form", "a", "multipart/form-data")).status).toBe(400);
    expect(await send("form", parts('name="a"\r\n\r\n1'), MULTIPART)).toMatchObject({ status: 200 });
  });

  test("are limited in number and size, for anonymous callers too", async () => {
    const many = parts(...Array.from({ length: 60 }, (_, i) => `name="f${i}"\r\n\r\n${i}`));
    expect((await send("form", many, MULTIPART)).status).toBe(413);
    const large = parts(`name="a"\r\n\r\n${"x".repeat(1_100_000)}`);
    const answer = await server.anonymous.fetch("/api/v1/b/form/", {
      method: "POST",
      body: large,
      headers: { "content-type": MULTIPART },
    });
    expect(answer.status).toBe(413);
  });
});

describe("uploads", () => {
  test("accept files with any name", async () => {
    const data = new FormData();
    data.set("a", "1");
    data.append("file", new Blob([new Uint8Array([0, 255, 13, 10])]), "../../日本 “x”.csv");
    data.append("file", new Blob([]), "empty");
    const { body } = await send("upload", data);
    expect(body.names).toEqual(["a=1"]);
    expect(body.files).toEqual([
      ["file", "日本 “x”.csv", 4],
      ["file", "empty", 0],
    ]);
  });

  test("accept at most ten files", async () => {
    const data = new FormData();
    for (let i = 0; i < 11; i++) data.append("file", new Blob(["x"]), `${i}.csv`);
    expect((await send("upload", data)).status).toBe(413);
  });
});

describe("JSON", () => {
  const json = (body: unknown) => send("sized", JSON.stringify(body), "application/vnd.api+json; charset=utf-8");

  test("keeps the digits of integers beyond 2^53", async () => {
    const { body } = await send("form", '{"id":9007199254740993,"n":1e3}', "application/json");
    expect(body).toEqual({ names: ["id=9007199254740993", "n=1000"] });
  });

  test("names every field over its size limit in bytes", async () => {
    expect(await json({ name: "é".repeat(501), css: "x".repeat(256_001), note: "x".repeat(21), sql: "x" })).toEqual({
      status: 413,
      body: {
        message: {
          name: ["Too large: the limit is 1 kB."],
          css: ["Too large: the limit is 256 kB."],
          note: ["Too large: the limit is 0.02 kB."],
        },
      },
    });
    expect((await json({ name: "é".repeat(500), list: Array(1000).fill("x".repeat(900)) })).status).toBe(200);
    expect((await json({ list: Array(1100).fill("x".repeat(1000)) })).body).toEqual({
      message: { list: ["Too large: the limit is 1 MB."] },
    });
    expect(await json({ params: "x".repeat(2_000_000) })).toEqual({
      status: 413,
      body: { message: "The request is too large: the limit is 2 MB." },
    });
  });

  test("rejects JSON that would take long to parse", async () => {
    const refusal = async (text: string) => {
      const { status, body } = await send("sized", text, "application/json");
      return [status, (body as { errors?: { message: string }[] }).errors?.[0]?.message];
    };
    expect(await refusal(`{"a":${"[".repeat(5000)}`)).toEqual([400, "JSON is nested too deeply"]);
    expect(await refusal(`[${"1,".repeat(110_001)}1]`)).toEqual([400, "JSON has more than 110,000 values"]);
    expect(await refusal(`{"a":[${"{},".repeat(100_001)}{}]}`)).toEqual([400, "JSON has more than 100,000 objects"]);
  });
});
