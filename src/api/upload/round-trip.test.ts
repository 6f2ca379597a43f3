import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { casesOf, REPEATED_BY } from "../../testing/full-size.ts";
import { type Cell, csvBytes, type Dialect, dialects, type RandomTable, tables } from "../../testing/random-tables.ts";
import { sampledEngines, startUploads, type Uploads } from "../../testing/uploads.ts";
import { minimalWorkbook } from "../../testing/workbooks.ts";

/**
 * Writes random tables to files in random ways and uploads them to every available engine, in `npm test` to half of
 * them: every cell must come back. TESSERA_TEST_UPLOAD_RUNS = tables per kind of file.
 */

const RUNS = Number(process.env.TESSERA_TEST_UPLOAD_RUNS ?? casesOf(2, 5));
const SEED = 28_11_2026;
const LIMITS = { numRuns: RUNS, seed: SEED };
const TIMEOUT = { timeout: 60_000 + RUNS * 20_000 };
const PLAIN: Dialect = {
  ...{ delimiter: ",", decimal: ".", thousands: "", dayFirst: false },
  ...{ lineEnd: "\n", encoding: "utf-8", quotesAll: false },
};

let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

interface Sent {
  content: Uint8Array;
  file: string;
  fields: Record<string, string>;
}

type Type = "integer" | "double" | "decimal" | "boolean" | "date" | "timestamp" | "text";

const castTo: Readonly<Record<string, string>> = { mysql: "CHAR", clickhouse: "Nullable(String)" };

async function foundAgain(engine: string, sent: Sent): Promise<{ types: Type[]; rows: unknown[][] }> {
  const table_name = `r_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const path = `${world.ids[engine]}/upload/`;
  const { status, body } = await world.send({ ...sent, fields: { ...sent.fields, table_name }, path });
  expect([status, body.message]).toEqual([201, "OK"]);
  const columns: { name: string; type: Type }[] = body.result.columns;
  const items = columns.map(({ name, type }) =>
    type === "decimal" ? `CAST(${name} AS ${castTo[engine] ?? "VARCHAR"})` : name,
  );
  const rows = await world.rowsOf(engine, `${table_name} ORDER BY id`, items.join(", "));
  return { types: columns.map(({ type }) => type), rows };
}

function plainOf(text: string, { decimal, thousands }: Dialect): string {
  return (thousands === "" ? text : text.replaceAll(thousands, "")).replace(decimal, ".");
}

function expectedOf({ text, moment }: Cell, type: Type, dialect: Dialect): unknown {
  if (text === null) return null;
  switch (type) {
    case "text":
      return text;
    case "integer":
    case "double":
      return Number(plainOf(text, dialect));
    case "decimal":
      return plainOf(text, dialect);
    case "boolean":
      return text === "true";
    case "date":
    case "timestamp":
      return moment;
  }
}

const withoutEndZeros = (value: unknown) =>
  typeof value === "string" && value.includes(".") ? value.replace(/\.?0*$/, "") : value;

const NULLS = new Set(["", "NA", "null", "None", "nan"]);

const engines = sampledEngines(3);

async function assertFound(table: RandomTable, dialect: Dialect, sent: Sent): Promise<void> {
  for (const engine of engines) {
    const { types, rows } = await foundAgain(engine, sent);
    expect(rows).toHaveLength(table.rows);
    for (const [at, { cells }] of table.columns.entries()) {
      const type = types[at + 1] ?? "text";
      const isNull = (cell: Cell) => type !== "text" && NULLS.has(cell.text ?? "");
      const expected = cells.map((cell) => (isNull(cell) ? null : expectedOf(cell, type, dialect)));
      const found = rows.map((row) => row[at + 1] ?? null);
      const shown = (values: unknown[]) =>
        engine === "clickhouse" && type === "decimal" ? values.map(withoutEndZeros) : values;
      expect({ engine, type, values: shown(found) }, REPEATED_BY).toEqual({ engine, type, values: shown(expected) });
    }
  }
}

test("round-trips CSV in any dialect", TIMEOUT, async () => {
  const worlds = dialects.chain((dialect) => tables(dialect).map((table) => ({ dialect, table })));
  await fc.assert(
    fc.asyncProperty(worlds, async ({ dialect, table }) => {
      const fields = {
        ...{ type: "csv", delimiter: dialect.delimiter, decimal_character: dialect.decimal },
        ...{ thousands_character: dialect.thousands, day_first: String(dialect.dayFirst) },
        ...(dialect.encoding === "windows-1252" ? { encoding: "cp1252" } : {}),
      };
      await assertFound(table, dialect, { content: csvBytes(table, dialect), file: "a.csv", fields });
    }),
    LIMITS,
  );
});

test("round-trips workbooks", TIMEOUT, async () => {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const cell = (text: string | null) =>
    text === null ? "<c/>" : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  await fc.assert(
    fc.asyncProperty(tables(PLAIN), async (table) => {
      const lines = Array.from({ length: table.rows }, (_, row) => [
        String(row),
        ...table.columns.map(({ cells }) => cells[row]?.text ?? null),
      ]);
      const header = ["id", ...table.columns.map(({ name }) => name)];
      const content = await minimalWorkbook([header, ...lines].map((line) => line.map(cell).join("")));
      // A workbook cell without text is empty.
      const columns = table.columns.map(({ name, cells }) => ({
        name,
        cells: cells.map((one) => (one.text === "" ? { text: null } : one)),
      }));
      const sent = { content, file: "a.xlsx", fields: { type: "excel", day_first: "false" } };
      await assertFound({ ...table, columns }, PLAIN, sent);
    }),
    LIMITS,
  );
});

test("round-trips Parquet files", TIMEOUT, async () => {
  const literal = (text: string | null) => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);
  await fc.assert(
    fc.asyncProperty(tables(PLAIN), async (table) => {
      const path = join(world.server.app.config.home, `${randomUUID()}.parquet`);
      const rows = Array.from({ length: table.rows }, (_, row) => {
        const cells = table.columns.map(({ cells }) => `${literal(cells[row]?.text ?? null)}::VARCHAR`);
        return `(${[row, ...cells].join(", ")})`;
      });
      const names = ["id", ...table.columns.map(({ name }) => name)].join(", ");
      const sql = `COPY (SELECT * FROM (VALUES ${rows.join(", ")}) AS t(${names})) TO '${path}'`;
      const file = join(world.server.app.config.home, "make.duckdb");
      await engineOf(world.server.app).load({ file, statements: [sql] });
      await assertFound(table, PLAIN, { content: readFileSync(path), file: "a.parquet", fields: { type: "columnar" } });
    }),
    LIMITS,
  );
});
