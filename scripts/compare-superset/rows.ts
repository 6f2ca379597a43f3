import type { Query, QueryResult } from "./recorder.ts";

export type Verdict =
  | { kind: "same" }
  /** Rows differ only among ties of the sort order (or without an order) at the row limit. */
  | { kind: "tie"; text: string }
  | { kind: "listed"; text: string }
  | { kind: "different"; text: string };

type Row = Record<string, unknown>;

export function compareResults(supersets: QueryResult, tesseras: QueryResult, query: Query | undefined): Verdict {
  const [{ rows: there, columns }, { rows: here, columns: columnsHere }] = alike(tableOf(supersets), tableOf(tesseras));
  const missing = columns.filter((name) => !columnsHere.includes(name));
  const added = columnsHere.filter((name) => !columns.includes(name));
  if (there.length > 0 && here.length > 0 && missing.length + added.length > 0) {
    return { kind: "different", text: `columns: only there ${missing.join(", ")}; only here ${added.join(", ")}` };
  }
  const onlyThere = without(there, here, columns);
  const onlyHere = without(here, there, columns);
  if (onlyThere.length + onlyHere.length === 0) return { kind: "same" };
  if (onlyHere.length === 0 && onlyThere.every((row) => TIME in row && row[TIME] === null)) {
    return { kind: "listed", text: `rows without a time are left out: ${onlyThere.length}` };
  }
  const text = `rows ${there.length} there, ${here.length} here; only there ${onlyThere.length}${sample(onlyThere)}; only here ${onlyHere.length}${sample(onlyHere)}`;
  const isTie =
    there.length === here.length && isCut(there, query) && areTied([...onlyThere, ...onlyHere], there, query);
  return { kind: isTie ? "tie" : "different", text };
}

interface Table {
  columns: string[];
  rows: readonly Row[];
}

function tableOf({ colnames, data = [] }: QueryResult): Table {
  return renamed({ columns: colnames ?? [...new Set(data.flatMap(Object.keys))], rows: data }, (name) =>
    // The ends of a histogram's bins, which Superset writes with all digits that a computer has of them.
    name.replace(/\d+\.\d+/g, (digits) => String(Number(Number(digits).toFixed(2)))),
  );
}

const TIME = "__timestamp";

/** The only column with a different name here is the time. */
function alike(there: Table, here: Table): [Table, Table] {
  const own = here.columns.filter((name) => !there.columns.includes(name));
  if (own.length !== 1 || !there.columns.includes(TIME) || here.columns.includes(TIME)) return [there, here];
  return [there, renamed(here, (name) => (name === own[0] ? TIME : name))];
}

function renamed({ columns, rows }: Table, nameOf: (name: string) => string): Table {
  const change = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [nameOf(name), value]));
  return { columns: columns.map(nameOf), rows: rows.map(change) };
}

/** Each of `others` cancels at most one row. */
function without(rows: readonly Row[], others: readonly Row[], columns: readonly string[]): Row[] {
  const left = new Map<string, number>();
  for (const row of others) {
    const key = keyOf(row, columns);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const key = keyOf(row, columns);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

const keyOf = (row: Row, columns: readonly string[]) => JSON.stringify(columns.map((name) => plain(row[name])));

const DIGITS = 9;

function plain(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  // The outliers of a box, in any order.
  if (Array.isArray(value)) return value.map(plain).sort((a, b) => Number(a) - Number(b));
  return value ?? null;
}

const isCut = (rows: readonly Row[], query: Query | undefined) => rows.length === Number(query?.row_limit);

function areTied(rows: readonly Row[], there: readonly Row[], query: Query | undefined): boolean {
  const [first] = query?.orderby ?? [];
  if (!first) return true;
  const name = labelOf(first[0]);
  const last = there.at(-1)?.[name];
  return last !== undefined && rows.every((row) => JSON.stringify(plain(row[name])) === JSON.stringify(plain(last)));
}

function labelOf(part: unknown): string {
  if (typeof part === "string") return part;
  const { label, column, aggregate } = part as {
    label?: string;
    column?: { column_name?: string };
    aggregate?: string;
  };
  return label ?? `${aggregate}(${column?.column_name})`;
}

const sample = (rows: readonly Row[]) => (rows.length > 0 ? ` (${JSON.stringify(rows[0]).slice(0, 160)})` : "");
