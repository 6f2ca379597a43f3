import type { ColumnarResult, ResultColumn, SelectedPart, SelectedStatements } from "../connector.ts";

type Run = (sql: string) => Promise<ColumnarResult>;

const SAMPLE_ROWS = 50_000;
const MAX_SOURCES = 64;
/** Measured again after this time, as other work can have disturbed the measurement. */
const VALID_MS = 5 * 60_000;
/** Of the engine's memory, at a generous size of a row. */
const MEMORY_SHARE = 4;
const ROW_BYTES = 256;

/**
 * Runs several statements over the same rows as one that reads the rows once (a materialized common table expression).
 * It is used if the scans that it saves take longer than storing the rows; both are measured.
 */
export class SelectedRows {
  readonly #costs = new Map<string, { msPerRow: number; atMs: number }>();

  async run(selected: SelectedStatements, run: Run): Promise<ColumnarResult[] | undefined> {
    const { source, statements } = selected;
    const counted = await run(`SELECT COUNT(*), current_setting('memory_limit')\n${source}`);
    const [rows, limit] = counted.columns.map(({ values }) => values[0]);
    if (Number(rows) * ROW_BYTES * MEMORY_SHARE > bytesOf(String(limit))) return undefined;
    const savedMs = (statements.length - 1) * counted.elapsedMs;
    const storeMs = Number(rows) === 0 ? 0 : Number(rows) * (await this.#msPerRow(selected, run));
    if (storeMs >= savedMs) return undefined;
    return partsOf(selected, await run(combined(selected, { rows: `SELECT *\n${source}`, stored: "MATERIALIZED" })));
  }

  /** How much longer the statements take over stored rows, without the scan, from a sample of the source. */
  async #msPerRow(selected: SelectedStatements, run: Run): Promise<number> {
    const { from, table } = selected;
    const known = this.#costs.get(from);
    if (known && performance.now() - known.atMs < VALID_MS) return known.msPerRow;
    const counted = `UNION ALL BY NAME\nSELECT -1 AS part, COUNT(*) AS sampled\nFROM ${table}`;
    const text = `${combined(selected, sampleOf(from, "MATERIALIZED"))}\n${counted}`;
    // The first run also reads the source from the disk.
    await run(text);
    const separate = await run(combined(selected, sampleOf(from, "NOT MATERIALIZED")));
    const stored = await run(text);
    const rows = Math.max(1, Number(stored.columns.at(-1)?.values.at(-1)));
    const msPerRow = Math.max(0, stored.elapsedMs - separate.elapsedMs) / rows;
    this.#costs.delete(from);
    this.#costs.set(from, { msPerRow, atMs: performance.now() });
    const [oldest = ""] = this.#costs.keys();
    if (this.#costs.size > MAX_SOURCES) this.#costs.delete(oldest);
    return msPerRow;
  }
}

interface Rows {
  rows: string;
  stored: "MATERIALIZED" | "NOT MATERIALIZED";
  /** Common table expression that the rows are read from. */
  before?: string;
}

/** From rows that are stored already, as each statement would read the source again otherwise. */
function sampleOf(from: string, stored: Rows["stored"]): Rows {
  const before = `"tessera sample" AS MATERIALIZED (\nSELECT *\nFROM ${from}\nLIMIT ${SAMPLE_ROWS}\n)`;
  return { rows: `SELECT * FROM "tessera sample"`, stored, before };
}

/** One statement with the rows of all parts, each with its own columns, and the number of the part in the first one. */
function combined({ table, statements }: SelectedStatements, { rows, stored, before }: Rows): string {
  const bases = statements.flatMap(({ base, table: name }) =>
    base === null ? [] : [`${name} AS MATERIALIZED (\n${base}\n)`],
  );
  const parts = statements.flatMap((statement) => statement.parts);
  const selects = parts.map(({ sql, names }, part) => {
    const columns = names.map((name, i) => `${name} AS "${part} ${i}"`);
    return `SELECT ${[`${part} AS part`, ...columns].join(", ")}\nFROM (\n${sql}\n) AS part_rows`;
  });
  const tables = [...(before ? [before] : []), `${table} AS ${stored} (\n${rows}\n)`, ...bases];
  return `WITH ${tables.join(",\n")}\n${selects.join("\nUNION ALL BY NAME\n")}`;
}

function partsOf({ statements }: SelectedStatements, { columns, elapsedMs }: ColumnarResult): ColumnarResult[] {
  const [part, ...others] = columns;
  const rowsOf = Map.groupBy(
    Array.from(part?.values ?? [], (value, row) => ({ value, row })),
    ({ value }) => value,
  );
  let next = 0;
  const take = ({ names }: SelectedPart, at: number): ColumnarResult => {
    const rows = (rowsOf.get(at) ?? []).map(({ row }) => row);
    const own = others.slice(next, next + names.length);
    next += names.length;
    return { columns: own.map((column, i) => columnOf(column, names[i] ?? "", rows)), rows: rows.length, elapsedMs };
  };
  return statements.flatMap((statement) => statement.parts).map(take);
}

const columnOf = (column: ResultColumn, quoted: string, rows: readonly number[]): ResultColumn => ({
  ...column,
  name: quoted.slice(1, -1).replaceAll('""', '"'),
  values: rows.map((row) => column.values[row]),
});

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Of DuckDB's text, e.g. `5.8 GiB`. */
function bytesOf(text: string): number {
  const [, amount = "0", unit = ""] = /^([\d.]+)\s*(\w+)$/.exec(text) ?? [];
  return Number(amount) * 1024 ** Math.max(0, UNITS.indexOf(unit));
}
