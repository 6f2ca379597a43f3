import type { ColumnarResult, ResultColumn, SelectedPart, SelectedStatements } from "../connector.ts";

type Run = (sql: string) => Promise<ColumnarResult>;

/** Of one thread, to store a row and read it without the dictionaries of its texts: docs/decisions/0021. */
const STORE_MS = 0.0005;
/** Of the engine's memory, at a generous size of a row. */
const MEMORY_SHARE = 4;
const ROW_BYTES = 256;

/**
 * Runs several statements over the same rows as one that reads the rows once (a materialized common table expression).
 * Undefined if storing the rows takes longer than the scans that it saves, or needs much of the memory.
 */
export async function runSelectedRows(selected: SelectedStatements, run: Run): Promise<ColumnarResult[] | undefined> {
  const { source, statements } = selected;
  const settings = "current_setting('memory_limit'), current_setting('threads')";
  const counted = await run(`SELECT COUNT(*), ${settings}\n${source}`);
  const [rows, limit, threads] = counted.columns.map(({ values }) => values[0]);
  if (Number(rows) * ROW_BYTES * MEMORY_SHARE > bytesOf(String(limit))) return undefined;
  const savedMs = (statements.length - 1) * counted.elapsedMs;
  const storeMs = (Number(rows) * STORE_MS) / Number(threads);
  return storeMs < savedMs ? partsOf(selected, await run(combined(selected))) : undefined;
}

/** One statement with the rows of all parts, each with its own columns, and the number of the part in the first one. */
function combined({ source, table, statements }: SelectedStatements): string {
  const bases = statements.flatMap(({ base, table: name }) =>
    base === null ? [] : [`${name} AS MATERIALIZED (\n${base}\n)`],
  );
  const parts = statements.flatMap((statement) => statement.parts);
  const selects = parts.map(({ sql, names }, part) => {
    const columns = names.map((name, i) => `${name} AS "${part} ${i}"`);
    return `SELECT ${[`${part} AS part`, ...columns].join(", ")}\nFROM (\n${sql}\n) AS part_rows`;
  });
  const tables = [`${table} AS MATERIALIZED (\nSELECT *\n${source}\n)`, ...bases];
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
