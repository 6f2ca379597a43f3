import type { Event, Fact } from "./seed.ts";
import { EVENTS, FACTS } from "./seed.ts";

/**
 * A question: a query object as sent by clients, and its answer computed from the seed in plain JavaScript, without
 * SQL. Times are epoch milliseconds.
 */
export interface Question {
  name: string;
  of?: DatasetName;
  query: Record<string, unknown>;
  rest?: Record<string, unknown>;
  expect: Row[];
}

/**
 * `shifted` adds two hours to times, `bounded` also filters by its main time; `stated` (all facts) and `joined` are
 * SQL.
 */
export type DatasetName = "facts" | "events" | "shifted" | "joined" | "bounded" | "stated";
export type Row = Record<string, unknown>;

export const DAY = 86_400_000;

export function grouped<T>(
  rows: readonly T[],
  keys: Readonly<Record<string, (row: T) => unknown>>,
  measures: Readonly<Record<string, (rows: readonly T[]) => unknown>>,
): Row[] {
  const groups = new Map<string, { key: Row; rows: T[] }>();
  for (const row of rows) {
    const key = Object.fromEntries(Object.entries(keys).map(([name, of]) => [name, of(row)]));
    const id = Object.values(key)
      .map((value) => `${typeof value}${String(value)}`)
      .join("|");
    const group = groups.get(id) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  const names = Object.keys(keys);
  return [...groups.values()]
    .sort((a, b) => byKeys(names)(a.key, b.key))
    .map(({ key, rows: own }) => ({
      ...key,
      ...Object.fromEntries(Object.entries(measures).map(([name, of]) => [name, of(own)])),
    }));
}

export const byKeys = (names: readonly string[]) => (a: Row, b: Row) => {
  for (const name of names) {
    const order = compared(a[name], b[name]);
    if (order !== 0) return order;
  }
  return 0;
};

export function compared(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return (a as number) < (b as number) ? -1 : 1;
}

export const descending = (name: string) => (a: Row, b: Row) =>
  a[name] === null || b[name] === null ? compared(a[name], b[name]) : -compared(a[name], b[name]);

const present = <T>(rows: readonly T[], of: (row: T) => number | null) =>
  rows.map(of).filter((value): value is number => value !== null);
const cents = (value: number) => Math.round(value * 1e8) / 1e8;

export const count = (rows: readonly unknown[]) => rows.length;
export const sum =
  <T>(of: (row: T) => number | null) =>
  (rows: readonly T[]) => {
    const values = present(rows, of);
    return values.length === 0 ? null : cents(values.reduce((a, b) => a + b, 0));
  };
export const average =
  <T>(of: (row: T) => number | null) =>
  (rows: readonly T[]) => {
    const values = present(rows, of);
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  };
export const least =
  <T>(of: (row: T) => unknown) =>
  (rows: readonly T[]) =>
    rows.map(of).sort(compared)[0] ?? null;
export const greatest =
  <T>(of: (row: T) => unknown) =>
  (rows: readonly T[]) =>
    rows
      .map(of)
      .filter((value) => value !== null)
      .sort(compared)
      .at(-1) ?? null;

export const simple = (aggregate: string, column: string, label?: string) => ({
  expressionType: "SIMPLE",
  aggregate,
  column: { column_name: column },
  ...(label ? { label } : {}),
});
export const custom = (sqlExpression: string, label: string) => ({ expressionType: "SQL", sqlExpression, label });
export const axis = (column: string, timeGrain: string, label = column) => ({
  label,
  sqlExpression: column,
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  isColumnReference: true,
  timeGrain,
});

export function idsWhere(name: string, filters: unknown[], keep: (fact: Fact) => boolean, more: object = {}): Question {
  return {
    name,
    query: { columns: ["id"], metrics: null, filters, orderby: [["id", true]], row_limit: 5000, ...more },
    expect: FACTS.filter(keep).map(({ id }) => ({ id })),
  };
}

export function eventsWhere(name: string, query: object, keep: (event: Event) => boolean): Question {
  return {
    name,
    of: "events",
    query: { metrics: ["count"], ...query },
    expect: [{ count: EVENTS.filter(keep).length }],
  };
}
