import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duckdbDialect } from "../../connectors/duckdb/duckdb.ts";
import { postgresqlDialect } from "../../connectors/postgresql/postgresql.ts";
import { sqliteDialect } from "../../connectors/sqlite/sqlite.ts";
import { Aggregates, decomposed, type Expression } from "../decompose.ts";
import type { BrushDialect } from "../dialect.ts";
import type { SqlContext } from "../select-items.ts";
import { answersOf } from "./answer.ts";
import { withDivisions } from "./arithmetic.ts";
import { binItem, type Dimension } from "./bins.ts";
import { numberEdges, timeEdges } from "./edges.ts";
import { compareKeyValues } from "./key-order.ts";
import type { IndexShape, QueryIndex } from "./query-index.ts";
import { exactOf, expressionValue, numberOf } from "./values.ts";

const duckdb = duckdbDialect.brush as BrushDialect;
const postgres = postgresqlDialect.brush as BrushDialect;
const sqlite = sqliteDialect.brush as BrushDialect;

describe("the bins of a statement", () => {
  const writing = {
    dataset: { columns: [], metrics: [] } as unknown as SqlContext["dataset"],
    dialect: sqliteDialect,
    checks: [],
    zone: undefined,
    boundsOf: () => ({ since: null, until: null }),
    render: (text: string) => text,
  };
  const longColumn = (length: number) => ({
    expressionType: "SQL" as const,
    label: "long",
    sqlExpression: `price + 0${" ".repeat(length)}+ 1`,
  });
  const edges = Array.from({ length: 1001 }, (_, k) => k * k);
  const values = Array.from({ length: 200 }, (_, k) => `v${k}`);

  test("repeat the column up to a length of all bins", () => {
    const lengthOf = (dimension: Dimension) => binItem(writing, dimension)?.sql.length;
    expect(lengthOf({ column: longColumn(10), edges })).toBeLessThan(200_000);
    expect(lengthOf({ column: longColumn(5000), edges })).toBeUndefined();
    expect(lengthOf({ column: longColumn(5000), values })).toBeGreaterThan(1_000_000);
    expect(lengthOf({ column: longColumn(20_000), values })).toBeUndefined();
  });
});

describe("a metric's aggregates", () => {
  test.each([
    ["COUNT(*)", ["COUNT(*)"]],
    ["SUM(a) / NULLIF(SUM(b), 0)", ["SUM(a\n)", "SUM(b\n)"]],
    ["AVG(a)", ["SUM(a\n)", "COUNT(a\n)"]],
    ["max(a) - min(a)", ["MAX(a\n)", "MIN(a\n)"]],
    ["SUM(a) + SUM(a)", ["SUM(a\n)"]],
    ["COUNT(DISTINCT a)", ["a"]],
    ["1.0 * SUM(CASE WHEN a > 1 THEN b ELSE 0 END)::double", ["SUM(CASE WHEN a > 1 THEN b ELSE 0 END\n)"]],
    ["COALESCE(SUM(a) FILTER (WHERE b = 'x)'), 0)", ["SUM(a\n) FILTER (WHERE b = 'x)'\n)"]],
    ["CAST(COUNT(a) AS DOUBLE) -- all of them", ["COUNT(a\n)"]],
  ])("of %s", (sql, expected) => {
    const aggregates = new Aggregates();
    expect(decomposed(sql, duckdb, aggregates)).toBeDefined();
    expect(aggregates.list.map((one) => one.sql)).toEqual(expected);
  });

  test.each([
    "MEDIAN(a)",
    "SUM(a) OVER ()",
    "SUM(DISTINCT a)",
    "COUNT(DISTINCT a, b)",
    "MAX(a, b)",
    "ROUND(SUM(a), 2)",
    "SUM(a) > 3",
    "SUM(a) // 2",
    "SUM((SELECT 1))",
    "a + SUM(b)",
    "CAST(SUM(a) AS INTEGER)",
    "SUM(a",
    "SUM(a) 'text'",
    `${"(".repeat(60)}SUM(a)${")".repeat(60)}`,
  ])("are unknown for %s", (sql) => expect(decomposed(sql, duckdb, new Aggregates())).toBeUndefined());
});

test("divisions follow the engine", () => {
  const whole: Expression = { op: "component", at: 0 };
  const ratio: Expression = { op: "/", left: whole, right: { op: "number", text: "2" } };
  const opOf = (brush: BrushDialect, type: "integer" | "fraction" | "unknown") =>
    withDivisions(ratio, [type], brush)?.op;
  expect([opOf(duckdb, "integer"), opOf(postgres, "integer"), opOf(postgres, "fraction")]).toEqual([
    "/",
    "quotient",
    "/",
  ]);
  expect([opOf(sqlite, "integer"), opOf(sqlite, "unknown")]).toEqual(["quotient", undefined]);
});

test("decimals are computed without rounding", () => {
  const number = (text: string): Expression => ({ op: "number", text });
  const scope = { component: () => null, number: () => null, divisionByZero: "missing" as const };
  const computed = (expression: Expression) => numberOf(expressionValue(expression, scope));
  expect(computed({ op: "+", left: number("0.1"), right: number("0.2") })).toBe(0.3);
  expect(computed({ op: "*", left: number("9007199254740993"), right: number("3") })).toBe(Number("27021597764222979"));
  expect(computed({ op: "quotient", left: { op: "negate", of: number("7") }, right: number("2") })).toBe(-3);
  expect(computed({ op: "/", left: number("1"), right: number("0") })).toBeNull();
  expect(numberOf(exactOf("123456789012345678.25"))).toBe(Number("123456789012345678.25"));
});

test("edges cover the range with bins of the same width", () => {
  const bound = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000);
  fc.assert(
    fc.property(bound, bound, fc.integer({ min: 1, max: 500 }), (a, b, bins) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const edges = numberEdges(from, to, bins);
      const times = timeEdges(Math.floor(from), Math.floor(to) + 1, bins);
      for (const list of [edges, times]) {
        expect(list[0]).toBeLessThanOrEqual(from);
        expect(list.at(-1)).toBeGreaterThanOrEqual(to);
        expect(list.length).toBeLessThanOrEqual(bins + 2);
        expect(list.every((edge, k) => k === 0 || edge > (list[k - 1] ?? edge))).toBe(true);
      }
    }),
  );
});

test("texts are ordered by code points, which isn't the order of their units", () => {
  expect(["\u{1f600}", "\uffee", "b", "a", "Z", "aa", ""].toSorted(compareKeyValues)).toEqual([
    ...["", "Z", "a", "aa", "b"],
    ...["\uffee", "\u{1f600}"],
  ]);
});

describe("an answer from an index", () => {
  const shape: IndexShape = {
    sizes: [3],
    groups: 2,
    having: [],
    keys: [{ kind: "text", values: ["a", null], ranks: null }],
    components: [
      { combine: "sum", scale: 2 },
      { combine: "count", scale: 0 },
    ],
    columns: [
      { label: "name", sources: ["name"], kind: "text", key: 0 },
      { label: "sum", sources: ["sum"], kind: "numeric", metric: { op: "component", at: 0 } },
      { label: "rows", sources: ["rows"], kind: "numeric", metric: { op: "component", at: 1 } },
    ],
    order: [{ ascending: false, metric: { op: "component", at: 0 } }],
    limit: null,
    offset: 0,
    steps: [],
    totals: null,
    divisionByZero: "error",
  };
  const index: QueryIndex = {
    shape,
    bins: [Int32Array.of(0, 0, 1, 2)],
    groups: Int32Array.of(0, 1, 1, 0),
    components: [Float64Array.of(10, 250, 5, Number.NaN), Int32Array.of(1, 2, 3, 4)],
  };
  const rowsOf = (own: Partial<IndexShape>, range: [number, number]) =>
    answersOf({ ...index, shape: { ...shape, ...own } })([range])?.data;

  test("has the groups of the range, with missing values last", () => {
    expect(rowsOf({}, [0, 2])).toEqual([
      { name: null, sum: 2.55, rows: 5 },
      { name: "a", sum: 0.1, rows: 1 },
    ]);
    expect(rowsOf({}, [1, 3])).toEqual([
      { name: null, sum: 0.05, rows: 3 },
      { name: "a", sum: null, rows: 4 },
    ]);
    expect(rowsOf({}, [1, 1])).toEqual([]);
  });

  test("is limited after ordering", () => {
    expect(rowsOf({ order: [{ ascending: true, key: 0 }], limit: 1 }, [0, 3])).toEqual([
      { name: "a", sum: 0.1, rows: 5 },
    ]);
    expect(rowsOf({ limit: 1, offset: 1 }, [0, 3])).toEqual([{ name: "a", sum: 0.1, rows: 5 }]);
  });

  test("has one row without keys, and none if the database would fail", () => {
    const total = { keys: [], groups: 1, columns: shape.columns.slice(1), order: [] };
    expect(rowsOf(total, [2, 2])).toEqual([{ sum: null, rows: 0 }]);
    const ratio: Expression = { op: "/", left: { op: "component", at: 1 }, right: { op: "number", text: "0" } };
    const failing = [{ label: "ratio", sources: [], kind: "numeric" as const, metric: ratio }];
    expect(rowsOf({ ...total, columns: failing }, [0, 3])).toBeUndefined();
  });

  test("of many cells is the same for every range as from cells one by one", () => {
    const [bins, groups, cells] = [70, 300, 15_000];
    // In order of bins; the last ones have none.
    const bin = Int32Array.from({ length: cells }, (_, i) => Math.floor((i * (bins - 3)) / cells));
    const group = Int32Array.from(bin, (_, i) => (i * 7919) % groups);
    const whole = Int32Array.from(bin, (_, i) => (i * 31) % 1000);
    const lows = Float64Array.from(bin, (_, i) => (i % 11 === 0 ? Number.NaN : (i * 37) % 501));
    const wide = BigInt64Array.from(bin, (_, i) => 2n ** 53n + BigInt(i));
    const metrics = ["sum", "low", "wide"].map((label, at) => ({
      ...{ label, sources: [], kind: "numeric" as const, metric: { op: "component" as const, at } },
    }));
    const many: QueryIndex = {
      shape: {
        ...shape,
        sizes: [bins],
        groups,
        keys: [{ kind: "numeric", values: Array.from({ length: groups }, (_, i) => i), ranks: null }],
        components: [
          { combine: "sum", scale: 0 },
          { combine: "min", scale: 0 },
          { combine: "sum", scale: 0 },
        ],
        columns: [{ label: "name", sources: [], kind: "numeric", key: 0 }, ...metrics],
        having: [],
        order: [{ key: 0, ascending: true }],
      },
      bins: [bin],
      groups: group,
      components: [whole, lows, wide],
    };
    const answer = answersOf(many);
    const expected = (from: number, to: number) => {
      const rows = new Map<number, { sum: number; low: number | null; wide: bigint }>();
      for (const [i, name] of group.entries()) {
        if ((bin[i] ?? 0) < from || (bin[i] ?? 0) >= to) continue;
        const row = rows.get(name) ?? { sum: 0, low: null, wide: 0n };
        const low = lows[i] ?? Number.NaN;
        rows.set(name, {
          sum: row.sum + (whole[i] ?? 0),
          low: Number.isNaN(low) ? row.low : Math.min(low, row.low ?? low),
          wide: row.wide + (wide[i] ?? 0n),
        });
      }
      const named = [...rows].map(([name, row]) => ({ name, ...row, wide: Number(row.wide) }));
      return named.toSorted((one, other) => one.name - other.name);
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bins }), fc.integer({ min: 0, max: bins }), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(answer([[from, to]])?.data).toEqual(expected(from, to));
      }),
      {
        numRuns: 25,
        examples: [
          [0, bins],
          [0, 0],
          [16, 64],
          [15, 65],
        ],
      },
    );
  });
});
