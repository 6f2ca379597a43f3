import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../server/config/config.ts";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { isSampled } from "../testing/full-size.ts";
import { loadSampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { RESOURCES } from "./index.ts";

interface Call {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { type?: unknown }> } }> };
}

const CALLS = Object.entries(openApiDocument(checkedRoutes(RESOURCES)).paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Call>).map(([method, call]) => ({
    id: call.operationId,
    address: path.replace(/\{(\w+)\}/g, (_, name: string) => (/type/.test(name) ? "table" : "1")),
    method: method.toUpperCase(),
    types: Object.keys(call.requestBody?.content ?? {}),
    takesQ: call.parameters.some((one) => one.name === "q"),
  })),
);
const JSON_CALLS = CALLS.filter(({ types }) => types.includes("application/json"));
const Q_CALLS = CALLS.filter(({ takesQ }) => takesQ);
const FILE_CALLS = CALLS.filter(({ types }) => types.includes("multipart/form-data") && types.length === 1);

const LIMIT = 128 * 1024;
const LARGEST = 1_100_000;
const deep = (open: string, close: string, levels = 10_000) => open.repeat(levels) + close.repeat(levels);

const BODIES: Readonly<Record<string, BodyInit>> = {
  "deep lists": deep("[", "]"),
  "deep objects": `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  "deep in a field": `{"name":${deep("[", "]", 2000)},"form_data":${deep("[", "]", 2000)}}`,
  "unclosed lists": "[".repeat(50_000),
  "a prototype": '{"__proto__":{"polluted":true}}',
  "a nested prototype":
    '{"form_data":{"a":[{"__proto__":{"polluted":true}}]},"queries":[{"__proto__":{"polluted":true}}]}',
  "a constructor": '{"constructor":{"prototype":{"polluted":true}}}',
  "more than the limit": JSON.stringify({ name: "x".repeat(LARGEST) }),
  "truncated text": '{"name": "x',
  "invalid UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31]),
};

const RISON: Readonly<Record<string, string>> = {
  "deep lists": `${"!(".repeat(200)}${")".repeat(200)}`,
  "deep objects": `${"(a:".repeat(200)}1${")".repeat(200)}`,
  "deep JSON": deep("[", "]", 500),
  "a prototype": "(filters:!((col:id,opr:eq,value:(__proto__:(polluted:!t)))))",
  "a prototype in JSON": '{"__proto__":{"polluted":true}}',
  "truncated text": "(filters:!((col:",
};

let server: TestServer;
let admin: TestClient;
let files: Record<string, Uint8Array>;
beforeAll(async () => {
  const { limits } = readConfig({}, process.cwd());
  server = await startTestServer({ checkAnswers: false, config: { limits: { ...limits, bodyBytes: LIMIT } } });
  await loadSampleData(server.app);
  admin = await server.as("admin");
  files = await hostileFiles();
});
afterAll(() => server.stop());

async function stored(): Promise<string> {
  const tables = [
    "charts",
    "dashboards",
    "datasets",
    "databases",
    "themes",
    "users",
    "roles",
    "reports",
    "tags",
  ] as const;
  const rows = tables.map((table) => server.app.db.selectFrom(table).selectAll().orderBy("id").execute());
  return JSON.stringify(await Promise.all(rows));
}

async function problemOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text();
  if (answer.status < 400 || answer.status >= 500) return `${answer.status} ${text.slice(0, 200)}`;
  const isTyped = /"(message|errors|error|msg)":/.test(text);
  const revealsInternals = /\bat \S+ \(|node_modules|\.ts:\d|\/tmp\//.test(text);
  return isTyped && !revealsInternals ? undefined : `${answer.status} says ${text.slice(0, 200)}`;
}

async function refusedBy(calls: typeof CALLS, send: (call: (typeof CALLS)[number]) => Promise<Response>) {
  const wrong: string[] = [];
  for (const call of calls) {
    const problem = await problemOf(await send(call));
    if (problem) wrong.push(`${call.id} ${call.method} ${call.address}: ${problem}`);
  }
  return wrong;
}

const NAMES = new Set(["a nested prototype", "a constructor"]);

describe("hostile JSON bodies", () => {
  test.each(Object.entries(BODIES))("%s", async (what, body) => {
    const before = await stored();
    const headers = { "content-type": "application/json" };
    const place = Object.keys(BODIES).indexOf(what);
    const calls = JSON_CALLS.filter((_, at) => isSampled(at + place, 5));
    const wrong = await refusedBy(calls, ({ address, method }) => admin.fetch(address, { method, headers, body }));
    expect(NAMES.has(what) ? wrong.filter((line) => !/: 20[0-2] /.test(line)) : wrong).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    if (!NAMES.has(what)) expect(await stored()).toBe(before);
    expect(JSON_CALLS.length).toBeGreaterThan(80);
  });
});

describe("hostile q parameters", () => {
  test.each(Object.entries(RISON).map(([what, text], place) => [what, text, place] as const))(
    "%s",
    async (_, text, place) => {
      const calls = Q_CALLS.filter((_call, at) => isSampled(at + place, 3));
      const query = `?q=${encodeURIComponent(text)}`;
      expect(await refusedBy(calls, ({ address, method }) => admin.fetch(address + query, { method }))).toEqual([]);
      expect(Q_CALLS.length).toBeGreaterThan(80);
    },
  );
});

type Entry = readonly [name: string, content: string | Uint8Array, options?: object];

async function zip(entries: readonly Entry[]): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content, options] of entries)
    await writer.add(name, new Uint8ArrayReader(Buffer.from(content)), options);
  return writer.close();
}

const META = "version: 1.0.0\ntype: Dashboard\ntimestamp: '2024-01-01T00:00:00+00:00'\n";
const NOUNS = ["databases", "datasets/a", "charts", "dashboards", "queries/a", "themes"];

const bundle = (text: string, name = "x") =>
  zip([["r/metadata.yaml", META], ...NOUNS.map((noun): Entry => [`r/${noun}/${name}.yaml`, text])]);

async function hostileFiles(): Promise<Record<string, Uint8Array>> {
  const link = { externalFileAttributes: (0o120777 << 16) >>> 0, versionMadeBy: 0x0314 };
  const aliases = ["b", "c", "d", "e", "f", "g"].map((n, i) => `${n}: &${n} [${`*${"abcdef"[i]},`.repeat(9)}1]`);
  return {
    "no archive": Buffer.from("PK\u0003\u0004 not really"),
    nothing: Buffer.alloc(0),
    "deep YAML": await bundle(deep("[", "]", 20_000)),
    "YAML of aliases": await bundle(`a: &a [1,1,1,1,1,1,1,1,1]\n${aliases.join("\n")}`),
    "YAML of prototypes": await bundle("__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n"),
    "a way out": await zip([
      ["r/metadata.yaml", META],
      ["r/../../dashboards/x.yaml", "a: 1"],
    ]),
    "a whole path": await zip([
      ["r/metadata.yaml", META],
      ["/etc/dashboards/x.yaml", "a: 1"],
    ]),
    "a link": await zip([
      ["r/metadata.yaml", META],
      ["r/dashboards/x.yaml", "/etc/passwd", link],
    ]),
    "a bomb": await bundle("x".repeat(4_000_000)),
  };
}

describe("hostile files", () => {
  test("are rejected by imports and uploads", async () => {
    const before = await stored();
    for (const [place, [what, bytes]] of Object.entries(files).entries()) {
      const calls = FILE_CALLS.filter((_, at) => isSampled(at + place, 3));
      const wrong = await refusedBy(calls, ({ address, method }) => {
        const form = new FormData();
        const fields = {
          overwrite: "true",
          type: "columnar",
          table_name: "x",
          schema: "main",
          passwords: deep("[", "]"),
        };
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        for (const field of ["formData", "bundle", "file"]) form.set(field, new Blob([bytes as BlobPart]), "x.zip");
        return admin.fetch(address, { method, body: form });
      });
      expect([what, ...wrong]).toEqual([what]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }
    expect(FILE_CALLS.length).toBeGreaterThanOrEqual(8);
    expect(await stored()).toBe(before);
  });
});
