import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { casesOf } from "../../testing/full-size.ts";
import { pass } from "../../testing/waits.ts";
import { combineDeflations, END, NOTHING } from "../sheet/deflate.ts";
import { createEngine } from "./engine.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-files-"));
const spill = join(folder, "spill");
const file = join(folder, "data.duckdb");
const engine = createEngine({
  memoryLimit: "1GB",
  threads: 2,
  temporaryFolder: spill,
  connectionsPerFile: 2,
  graceMs: 60_000,
});
await engine.load({ file, statements: ["CREATE TABLE numbers AS SELECT range AS n FROM range(400000)"] });

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (sql: string, limits: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  engine.rows({ file, sql, format: "csv", ...limits });

async function whole(sql: string): Promise<{ text: string; rows: number }> {
  const parts: Buffer[] = [];
  let rows = 0;
  for await (const part of opened(sql)) {
    parts.push(Buffer.from(part.bytes));
    rows += part.rows;
  }
  return { text: Buffer.concat(parts).toString(), rows };
}

describe("files with slow readers", () => {
  const long = "SELECT n, repeat('x', 1000) AS t FROM numbers WHERE n < 20000";

  test.each(["csv", "xlsx"] as const)("don't block queries or other files: %s", async (format) => {
    const stalled = Array.from({ length: 4 }, () => engine.rows({ file, sql: long, format }));
    for (const rows of stalled) expect((await rows.next()).done).toBe(false);
    const gone = new AbortController();
    const dismissed = engine.rows({ file, sql: long, format, signal: gone.signal }).next();
    const next = engine.rows({ file, sql: "SELECT n FROM numbers LIMIT 3", format });
    const first = next.next();
    for (let i = 0; i < 3; i++) {
      const { columns } = await engine.query({ file, sql: `SELECT ${i} AS answer`, timeoutMs: 60_000 });
      expect(columns[0]?.values[0]).toBe(i);
    }
    gone.abort();
    await expect(dismissed).rejects.toMatchObject({ reason: "cancelled" });
    await stalled[0]?.return();
    expect((await first).done).toBe(false);
    for (const rows of [next, ...stalled]) await rows.return();
  });
});

describe("a CSV file that the engine writes", () => {
  afterEach(async () => {
    expect(readdirSync(spill).filter((name) => name.endsWith(".rows"))).toEqual([]);
    const { columns } = await engine.query({ file, sql: "SELECT 42 AS answer", timeoutMs: 60_000 });
    expect(columns[0]?.values[0]).toBe(42);
  });

  test("has every row in order, and the row count", async () => {
    const { text, rows } = await whole("SELECT n, '=' || n AS t FROM numbers ORDER BY n DESC LIMIT 300000");
    expect(rows).toBe(300_000);
    const lines = Array.from({ length: 300_000 }, (_, i) => `${399_999 - i},'=${399_999 - i}\n`);
    expect(text === lines.join("")).toBe(true);
  });

  test("equals the server's own writer, and is empty without rows", async () => {
    expect(await whole("SELECT INTERVAL 1 DAY AS i, 'a' AS t")).toEqual({ text: "1 day,a\n", rows: 1 });
    expect(await whole("SELECT n FROM numbers WHERE n < 0")).toEqual({ text: "", rows: 0 });
  });

  test("waits for its reader, who can disconnect", async () => {
    let count = 0;
    for await (const part of opened("SELECT n, repeat('x', 1000) FROM numbers")) {
      count += part.bytes.length;
      await pass(50, "a slow peer");
      if (count > 500_000) break;
    }
    expect(count).toBeLessThan(1_000_000);
  });

  test("that fails midway reports the error and never looks complete", async () => {
    const sql = "SELECT CASE WHEN n = 390000 THEN error('went wrong') ELSE n::VARCHAR END FROM numbers";
    await expect(whole(sql)).rejects.toThrow(/^Invalid Input Error: went wrong/);
    await expect(whole("SELECT nothing FROM numbers")).rejects.toThrow('Referenced column "nothing"');
    await expect(whole("SELECT 1; SELECT 2")).resolves.toMatchObject({ rows: 1 });
  });

  test("can be canceled, and has a time limit until its first rows", async () => {
    const endless = "SELECT a.n FROM numbers a, numbers b WHERE hash(a.n + b.n) = 7";
    await expect(opened(endless, { timeoutMs: 300 }).next()).rejects.toMatchObject({ reason: "timeout" });
    const signal = AbortSignal.timeout(300);
    await expect(opened(endless, { signal }).next()).rejects.toMatchObject({ reason: "cancelled" });
    const sql = "SELECT n, repeat('x', 1000) FROM numbers";
    const [began, early] = [performance.now(), opened(sql)];
    await early.next();
    // A busy machine produces its first rows late.
    const timeoutMs = Math.max(1000, 5 * (performance.now() - began));
    await early.return();
    const late = opened(sql, { timeoutMs });
    await late.next();
    await pass(timeoutMs + 100, "a slow peer");
    expect((await late.next()).done).toBe(false);
    await late.return();
  });

  test("can't access other files", async () => {
    await expect(whole("SELECT * FROM read_text('/etc/passwd')")).rejects.toThrow("Permission Error");
    await expect(whole(`SELECT * FROM glob('${folder}/*')`)).rejects.toThrow("Permission Error");
    await expect(whole("COPY (SELECT 1) TO '/tmp/copied.csv'")).rejects.toThrow("Permission Error");
    await expect(whole("SELECT 1) TO '/tmp/copied.csv'; COPY (SELECT 2")).rejects.toThrow("Parser Error");
  });

  test("is incomplete when the engine dies", async () => {
    const parts = opened("SELECT n, repeat('x', 1000) FROM numbers");
    await parts.next();
    process.kill(engine.pid ?? 0, "SIGKILL");
    const rest = async () => {
      for await (const part of parts) expect(part.rows).toBe(0);
    };
    await expect(rest()).rejects.toMatchObject({ reason: "stopped" });
  });
});

describe("the rows of a workbook", () => {
  afterEach(() => {
    expect(readdirSync(spill).filter((name) => name.endsWith(".rows"))).toEqual([]);
  });

  async function sheet(sql: string, mostRows?: number): Promise<{ text: string; rows: number }> {
    const parts: Buffer[] = [];
    let [rows, whole] = [0, NOTHING];
    const request = { file, sql, format: "xlsx" } as const;
    for await (const part of engine.rows(mostRows === undefined ? request : { ...request, mostRows })) {
      parts.push(Buffer.from(part.bytes));
      rows += part.rows;
      whole = combineDeflations(whole, part.deflation ?? NOTHING);
    }
    const bytes = inflateRawSync(Buffer.concat([...parts, END]));
    expect(whole).toEqual({ size: bytes.length, crc: crc32(bytes) });
    return { text: bytes.toString(), rows };
  }

  test("are the same whether spooled to disk or streamed", async () => {
    const count = casesOf(100_000, 400_000);
    const sql = `SELECT n, n / 7 AS ratio, CASE n % 5 WHEN 0 THEN NULL WHEN 1 THEN 'two' || chr(10) || 'lines ' || n
      WHEN 2 THEN '"' || n || '",\t\\' WHEN 3 THEN chr(1) || '<&>' ELSE '=1' END AS t FROM numbers WHERE n < ${count} ORDER BY n DESC`;
    const [spooled, read] = [await sheet(sql, count), await sheet(sql)];
    expect(spooled.rows).toBe(count);
    expect(read.rows).toBe(count);
    expect(spooled.text.replaceAll("</row>\n", "</row>") === read.text).toBe(true);
    expect(await sheet("SELECT n FROM numbers WHERE n < 0", 10)).toEqual({ text: "", rows: 0 });
  });

  test("fail with their query, and can be abandoned", async () => {
    const sql = "SELECT CASE WHEN n = 390000 THEN error('went wrong') ELSE n::VARCHAR END FROM numbers";
    await expect(sheet(sql, 400_000)).rejects.toThrow(/^Invalid Input Error: went wrong/);
    const left = engine.rows({
      file,
      sql: "SELECT n, repeat('x', 1000) FROM numbers",
      format: "xlsx",
      mostRows: 400_000,
    });
    await left.next();
    await left.return();
    const { columns } = await engine.query({ file, sql: "SELECT 42 AS answer", timeoutMs: 60_000 });
    expect(columns[0]?.values[0]).toBe(42);
  });
});
