import fc from "fast-check";
import type { Dimension } from "../query/brush/bins.ts";
import { numberEdges, timeEdges } from "../query/brush/edges.ts";
import { type ReadPart, readParts } from "../query/brush/parts.ts";

export async function allParts(stream: ReadableStream<Uint8Array>): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  for await (const part of readParts(stream)) parts.push(part);
  return parts;
}

/** Rows, queries and brushes to compare answers from an index with those of the database. */

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2019, 10, 20);
const DAYS = 500;

export interface BrushRow {
  n: number | null;
  big: bigint | null;
  m: string | null;
  x: number | null;
  born: string | null;
  seen: string | null;
  name: string | null;
  kind: string | null;
}

const isoOf = (ms: number) => new Date(ms).toISOString().replace("T", " ").slice(0, -1);

/** Some values lie on edges, which are multiples of powers of two, whole hours and days. */
const row: fc.Arbitrary<BrushRow> = fc.record({
  n: fc.option(fc.integer({ min: -40, max: 60 }), { freq: 8 }),
  big: fc.option(fc.bigInt({ min: -(2n ** 56n), max: 2n ** 56n }), { freq: 8 }),
  m: fc.option(
    fc.integer({ min: -500_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2)),
    { freq: 8 },
  ),
  x: fc.option(
    fc.oneof(
      fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8),
      fc.double({ min: -500, max: 500, noNaN: true }).map((value) => value + 0),
    ),
    { freq: 8 },
  ),
  born: fc.option(
    fc.integer({ min: 0, max: DAYS }).map((day) => isoOf(FIRST_DAY + day * DAY).slice(0, 10)),
    { freq: 8 },
  ),
  seen: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: DAYS * 24 }).map((hour) => isoOf(FIRST_DAY + hour * 3_600_000).slice(0, 19)),
      fc.integer({ min: 0, max: DAYS * 86_400 }).map((second) => isoOf(FIRST_DAY + second * 1000).slice(0, 19)),
    ),
    { freq: 8 },
  ),
  name: fc.option(fc.constantFrom("a", "B", "b", "é", "z", "Zürich", "😀", "", "a b", "10", "9"), { freq: 8 }),
  kind: fc.option(fc.constantFrom("red", "green", "blue"), { freq: 12 }),
});

export const brushTables = (seed: number, count: number): BrushRow[][] =>
  fc.sample(fc.array(row, { minLength: 1, maxLength: 300, size: "max" }), { seed, numRuns: count });

const ascending = (values: fc.Arbitrary<number>) =>
  fc.uniqueArray(values, { minLength: 2, maxLength: 30 }).map((list) => list.toSorted((a, b) => a - b));

const span = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high - 1 }), fc.integer({ min: 1, max: high - low }))
    .map(([from, length]) => [from, from + length] as const);

const numbers = (low: number, high: number) =>
  fc.oneof(
    fc
      .tuple(span(low, high), fc.integer({ min: 1, max: 200 }))
      .map(([[from, to], bins]) => numberEdges(from, to, bins)),
    fc
      .tuple(fc.integer({ min: low, max: high }), fc.constantFrom(0.5, 1, 2.5, 3, 10), fc.integer({ min: 1, max: 40 }))
      .map(([start, width, count]) => Array.from({ length: count + 1 }, (_, k) => start + k * width)),
    ascending(fc.integer({ min: low, max: high })),
  );

const lastDay = FIRST_DAY + DAYS * DAY;
const times = fc.oneof(
  fc
    .tuple(span(0, DAYS), fc.integer({ min: 1, max: 300 }))
    .map(([[from, to], bins]) => timeEdges(FIRST_DAY + from * DAY, FIRST_DAY + to * DAY, bins)),
  fc.constant(Array.from({ length: 18 }, (_, month) => Date.UTC(2019, 11 + month, 1))),
  ascending(fc.integer({ min: FIRST_DAY, max: lastDay })),
);
const days = fc.oneof(
  times
    .map((edges) => [...new Set(edges.map((edge) => Math.floor(edge / DAY) * DAY))])
    .filter(({ length }) => length > 1),
  times,
);

export const dimension: fc.Arbitrary<Dimension> = fc.oneof(
  fc.record({ column: fc.constant("n"), edges: numbers(-40, 61) }),
  fc.record({ column: fc.constant("m"), edges: numbers(-5000, 9001) }),
  fc.record({ column: fc.constant("x"), edges: numbers(-500, 501) }),
  fc.record({ column: fc.constant("born"), edges: days }),
  fc.record({ column: fc.constant("seen"), edges: times }),
  fc.record({
    column: fc.constant("kind"),
    values: fc.shuffledSubarray([null, "red", "green", "blue", "none"], { minLength: 1 }),
  }),
  fc.record({ column: fc.constant("name"), values: fc.shuffledSubarray(["a", "B", "é", "", "😀"], { minLength: 1 }) }),
);

const simple = (aggregate: string, column_name: string) => ({
  expressionType: "SIMPLE",
  aggregate,
  column: { column_name },
  label: `${aggregate} ${column_name}`,
});
const custom = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: sqlExpression });

/** Without rounding on the way: compared digit by digit. */
const EXACT = [
  "count",
  simple("SUM", "n"),
  simple("SUM", "m"),
  simple("SUM", "big"),
  simple("MIN", "m"),
  simple("MAX", "n"),
  simple("MIN", "big"),
  simple("MAX", "x"),
  simple("MIN", "seen"),
  simple("MAX", "born"),
  simple("COUNT", "name"),
  simple("COUNT_DISTINCT", "name"),
  simple("COUNT_DISTINCT", "n"),
  custom("SUM(n) * 2 - COUNT(*)"),
  custom("-SUM(m) + 1.5"),
  custom("COALESCE(SUM(n), 0)"),
  custom("ABS(SUM(n))"),
  custom("NULLIF(COUNT(*), 3)"),
  custom("SUM(CASE WHEN n > 0 THEN 1 ELSE 0 END)"),
  custom("COUNT(*) FILTER (WHERE kind = 'red')"),
  custom("MAX(n) /* of all */ - MIN(n) -- the range"),
  custom("COUNT(*) / 3"),
];
const ROUNDED = [
  simple("SUM", "x"),
  simple("AVG", "x"),
  simple("AVG", "n"),
  simple("AVG", "m"),
  custom("SUM(x) / COUNT(*)"),
  custom("1.0 * SUM(n) / NULLIF(COUNT(n), 0)"),
  custom("COALESCE(100.0 * SUM(m) / NULLIF(SUM(n), 0), -1)"),
];
const labelOf = (metric: string | { label: string }) => (typeof metric === "string" ? metric : metric.label);
export const ROUNDED_LABELS = new Set(ROUNDED.map(labelOf));

const month = {
  label: "month",
  sqlExpression: "seen",
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  timeGrain: "P1M",
};
const GROUPS = ["kind", "name", "born", "n", "m", "seen", month] as const;
const groupLabel = (group: (typeof GROUPS)[number]) => (typeof group === "string" ? group : group.label);

export interface BrushQuery {
  columns: readonly unknown[];
  metrics: readonly unknown[];
  orderby?: readonly unknown[];
  row_limit?: number;
  row_offset?: number;
  filters?: readonly unknown[];
  post_processing?: readonly unknown[];
  extras?: { having: string };
}

const CONDITIONS = [
  "COUNT(*) > 2",
  "(SUM(n) >= 0)",
  "COUNT(DISTINCT kind) = 1",
  "MIN(m) < 3.5",
  "COUNT(n) * 2 <> 6",
  "-MAX(n) <= ABS(SUM(m))",
  "AVG(n) > 0",
  "SUM(m) = 0.3",
  "COUNT(*) * 0.1 > 0.3",
  "SUM(n) * 1.1 <> 3.3",
] as const;

export const brushQuery: fc.Arbitrary<BrushQuery> = fc
  .record({
    groups: fc.shuffledSubarray([...GROUPS], { maxLength: 2 }),
    metrics: fc.shuffledSubarray([...EXACT, ...ROUNDED], { minLength: 1, maxLength: 5 }),
    order: fc.constantFrom("none", "first metric", "hidden metric", "group"),
    isAscending: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 8 })),
    offset: fc.constantFrom(0, 0, 2),
    filters: fc.constantFrom([], [], [{ col: "n", op: ">", val: -10 }]),
    steps: fc.constantFrom("none", "none", "pivot", "rank", "cumulative", "share"),
    having: fc.option(fc.constantFrom(...CONDITIONS), { freq: 2 }),
  })
  .map(({ groups, metrics, order, isAscending, limit, offset, filters, steps, having }) => {
    const [first = "count"] = metrics;
    const [group] = groups;
    const by =
      order === "hidden metric" ? simple("SUM", "m") : order === "group" && group ? groupLabel(group) : labelOf(first);
    const isOrdered = order !== "none" && groups.length > 0;
    const isOfRows = steps === "rank" || steps === "cumulative";
    return {
      columns: groups,
      metrics: [...metrics],
      filters,
      ...(having ? { extras: { having } } : {}),
      ...(isOrdered ? { orderby: [[by, isAscending]] } : {}),
      ...(isOrdered && limit ? { row_limit: limit, row_offset: offset } : {}),
      ...(groups.length > 0
        ? { post_processing: stepsOf(isOfRows && !isOrdered ? "none" : steps, groups.map(groupLabel), labelOf(first)) }
        : {}),
    };
  });

function stepsOf(name: string, groups: readonly string[], metric: string): unknown[] {
  const [index = "", ...columns] = groups;
  switch (name) {
    case "pivot":
      return [
        { operation: "pivot", options: { index: [index], columns, aggregates: { [metric]: { operator: "sum" } } } },
        { operation: "flatten" },
      ];
    case "rank":
      return [{ operation: "rank", options: { metric, group_by: null } }];
    case "cumulative":
      return [{ operation: "cum", options: { operator: "sum", columns: { [metric]: "running" } } }];
    case "share":
      return [
        { operation: "contribution", options: { orientation: "column", columns: [metric], rename_columns: ["share"] } },
      ];
    default:
      return [];
  }
}
