import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../server/config/config.ts";
import { casesOf, sampleOf } from "../../testing/full-size.ts";
import { startTestServer } from "../../testing/server.ts";
import { startUploads, type Uploads } from "../../testing/uploads.ts";
import { pass, until } from "../../testing/waits.ts";
import { readStaged } from "./column-checks.ts";

const MB = 1024 * 1024;
let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

const spilled = (home: string) => readdirSync(join(home, "engine-spill")).filter((name) => name.startsWith("upload-"));

describe("a text that is read in parts", () => {
  // 37 or 50 MB: more than the 32 MB that are read at once. Records have line ends, and lengths that move over every boundary.
  const rows = casesOf(300_000, 400_000);
  const record = (i: number) => `${i},"日本 ${i}\n""${"é".repeat(i % 97)}""",${i % 7}\n`;
  const text = `id,note,group\n${Array.from({ length: rows }, (_, i) => record(i)).join("")}`;

  test("keeps every record and character, in UTF-8 and other encodings", async () => {
    const encoded = [
      ["wide_utf8", () => Buffer.from(text)],
      ["wide_utf16", () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])],
    ] as const;
    for (const [table_name, contentOf] of sampleOf(encoded, 0)) {
      const content = contentOf();
      expect(content.length).toBeGreaterThan(33 * MB);
      const { status, body } = await world.send({ content, fields: { table_name } });
      expect([status, body.result?.rows]).toEqual([201, rows]);
      const note = `count_if(note <> '日本 ' || id || chr(10) || '"' || repeat('é', id % 97) || '"')`;
      expect(await world.rowsOf("duckdb", table_name, `count(DISTINCT id), sum(id), ${note}`)).toEqual([
        [rows, ((rows - 1) * rows) / 2, 0],
      ]);
    }
  });

  test("is rejected with its line if a quote never closes or a line is too long", async () => {
    const start = `a,b\n${"1,2\n".repeat(10)}`;
    const quoted = await world.send({ content: `${start}1,"${"x\n".repeat(17 * MB)}` });
    expect([quoted.status, JSON.stringify(quoted.body)]).toEqual([
      422,
      expect.stringContaining("Line 12: a quote opens here but doesn't close within 8 MB."),
    ]);
    const long = await world.send({ content: `${start}1,${"x".repeat(34 * MB)}` });
    expect([long.status, JSON.stringify(long.body)]).toEqual([
      422,
      expect.stringContaining("Line 12 is longer than the limit of 8 MB."),
    ]);
    const skipped = `${"x".repeat(34 * MB)}\n${start}`;
    const fields = { table_name: "below_long", skip_rows: "1" };
    expect(await world.send({ content: skipped, fields })).toMatchObject({
      status: 201,
      body: { result: { rows: 10 } },
    });
  });
});

describe("files that are read as a whole", () => {
  test("have a limit of their own", async () => {
    const content = Buffer.alloc(101 * MB, "PK");
    const kinds = [
      ["a.xlsx", "excel", "Excel files can be up to 100 MB. Save larger sheets as CSV."],
      ["a.zip", "columnar", "ZIP files can be up to 100 MB."],
    ] as const;
    for (const [file, type, message] of sampleOf(kinds, 1)) {
      const { status, body } = await world.send({ content, file, fields: { type } });
      expect([status, body.message]).toEqual([422, message]);
    }
  });
});

test("reading a staged file ends with its request, and at its time limit", async () => {
  const { app } = world.server;
  const endless = "SELECT count(*) FROM range(1000000000000)";
  const leaving = new AbortController();
  const file = { file: ":memory:", signal: leaving.signal, readMs: 60_000 };
  const read = readStaged(app, file, endless).catch((error: Error) => error.message);
  await pass(100, "any instant has to do");
  leaving.abort();
  expect(await read).toBe("The query was stopped.");
  const other = { ...file, signal: new AbortController().signal, readMs: 100 };
  await expect(readStaged(app, other, endless)).rejects.toThrow(/took longer|time/i);
});

describe("the disk", () => {
  test("must have room for the file several times over", async () => {
    const server = await startTestServer({ config: { minDiskBytes: Number.MAX_SAFE_INTEGER } });
    const form = new FormData();
    form.set("file", new Blob(["a\n1\n"]), "a.csv");
    const answer = await (await server.as("alpha")).fetch("/api/v1/database/1/upload/", { method: "POST", body: form });
    expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining("too little space")]);
    await server.stop();
  });

  test("is freed when a file is too large or the client leaves", async () => {
    const server = await startTestServer({ config: { limits: { ...DEFAULT_LIMITS, uploadBytes: 3 * MB } } });
    const { home } = server.app.config;
    const alpha = await server.as("alpha");
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    async function* parts(megabytes: number, isEndless: boolean) {
      yield Buffer.from(head);
      for (let i = 0; i < megabytes; i++) yield Buffer.alloc(MB, "x");
      while (isEndless) await pass(20, "a slow peer");
    }
    const send = (megabytes: number, isEndless: boolean, signal?: AbortSignal) =>
      alpha.fetch("/api/v1/database/1/upload/", {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=b" },
        body: parts(megabytes, isEndless),
        duplex: "half",
        ...(signal ? { signal } : {}),
      } as unknown as RequestInit);
    const large = await send(20, false);
    expect([large.status, await large.text()]).toEqual([413, expect.stringContaining("exceeds the limit of 3 MB")]);
    await until(() => spilled(home).length === 0);
    const leaving = new AbortController();
    const sent = send(1, true, leaving.signal).catch((error: Error) => error.name);
    await until(() => spilled(home).length === 1);
    leaving.abort();
    expect(await sent).toBe("AbortError");
    await until(() => spilled(home).length === 0);
    await server.stop();
  });

  test("holds nothing of the uploads above", () => {
    expect(spilled(world.server.app.config.home)).toEqual([]);
  });
});
