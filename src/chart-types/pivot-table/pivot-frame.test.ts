import { describe, expect, test } from "vitest";
import { columnLabel } from "../../model/adhoc.ts";
import { type Frame, frameOf, labelOf } from "../../query/frame.ts";
import { pivotFrame, readPivotForm, totalQueries } from "./pivot-frame.ts";

const ROWS = [
  ["DE", "Ulm", "2023", 10, 1],
  ["DE", "Ulm", "2024", 12, 1],
  ["DE", "Bonn", "2023", 30, 4],
  ["DE", "Bonn", "2024", 28, 4],
  ["AT", "Graz", "2023", 25, 3],
  ["AT", "Linz", "2024", 20, null],
];
const NAMES = ["country", "city", "year", "people", "area"];
const METRICS = ["people", "area"];

function sumsBy(columns: readonly string[]): Frame {
  const place = (name: string) => NAMES.indexOf(name);
  const groups = [...Map.groupBy(ROWS, (row) => JSON.stringify(columns.map((name) => row[place(name)]))).values()];
  const sum = (values: readonly (number | null)[]) =>
    values.every((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const keys = columns.map((name) => ({
    ...{ name, kind: "text" as const },
    values: groups.map(([first]) => first?.[place(name)] ?? null),
  }));
  const values = METRICS.map((name) => ({
    ...{ name, kind: "numeric" as const },
    values: groups.map((rows) => sum(rows.map((row) => row[place(name)] as number | null))),
  }));
  return frameOf([...keys, ...values], groups.length);
}

interface Shape {
  rows?: string[];
  columns?: string[];
  [name: string]: unknown;
}

function shown({ rows = ["country", "city"], columns = [], ...settings }: Shape) {
  const dimensions = [...rows, ...columns];
  const form = readPivotForm({
    ...{ viz_type: "pivot_table_v2", groupbyRows: rows, groupbyColumns: columns, metrics: ["people"], ...settings },
  });
  if (!form) throw new Error("the form has metrics");
  const totals = totalQueries(form, { columns: dimensions, metrics: METRICS });
  const table = pivotFrame(form, [
    sumsBy(dimensions),
    ...totals.map((query) => sumsBy((query.columns ?? []).map(columnLabel))),
  ]);
  const labels = table.index[0]?.values ?? [];
  return {
    columns: table.columns.map(labelOf),
    rows: Array.from(labels, (label, row) => [label, ...table.columns.map(({ values }) => values[row])]),
  };
}

describe("a pivot table", () => {
  const CASES: [name: string, options: Shape, rows: unknown[][]][] = [
    [
      "has a row per key",
      {},
      [
        ["AT Graz", 25],
        ["AT Linz", 20],
        ["DE Bonn", 58],
        ["DE Ulm", 22],
      ],
    ],
    [
      "has its rows from Z to A",
      { rowOrder: "key_z_to_a" },
      [
        ["DE Ulm", 22],
        ["DE Bonn", 58],
        ["AT Linz", 20],
        ["AT Graz", 25],
      ],
    ],
    [
      "has the smallest value first",
      { rowOrder: "value_a_to_z" },
      [
        ["AT Linz", 20],
        ["DE Ulm", 22],
        ["AT Graz", 25],
        ["DE Bonn", 58],
      ],
    ],
    [
      "has the largest value first, by its own aggregate",
      { rowOrder: "value_z_to_a", aggregateFunction: "Maximum", colTotals: true },
      [
        ["DE Bonn", 58],
        ["AT Graz", 25],
        ["DE Ulm", 22],
        ["AT Linz", 20],
        ["Total (Maximum)", 58],
      ],
    ],
    [
      "sums up groups of rows below them",
      { rowSubTotals: true, colTotals: true },
      [
        ...[
          ["AT Graz", 25],
          ["AT Linz", 20],
          ["AT Subtotal", 45],
        ],
        ...[
          ["DE Bonn", 58],
          ["DE Ulm", 22],
          ["DE Subtotal", 80],
          ["Total (Sum)", 125],
        ],
      ],
    ],
    [
      "sums up groups of rows above them, the largest group first",
      { rowSubTotals: true, rowSubtotalPosition: true, rowOrder: "value_z_to_a" },
      [
        ...[
          ["DE Subtotal", 80],
          ["DE Bonn", 58],
          ["DE Ulm", 22],
        ],
        ...[
          ["AT Subtotal", 45],
          ["AT Graz", 25],
          ["AT Linz", 20],
        ],
      ],
    ],
    [
      "has averages of the cells in its subtotals",
      { rowSubTotals: true, aggregateFunction: "Average", metrics: ["area"] },
      [
        ...[
          ["AT Graz", 3],
          ["AT Linz", null],
          ["AT Subtotal", 3],
        ],
        ...[
          ["DE Bonn", 8],
          ["DE Ulm", 2],
          ["DE Subtotal", 5],
        ],
      ],
    ],
    [
      "has rows without a value last, in either order by value",
      { rowOrder: "value_z_to_a", metrics: ["area"] },
      [
        ["DE Bonn", 8],
        ["AT Graz", 3],
        ["DE Ulm", 2],
        ["AT Linz", null],
      ],
    ],
    [
      "has metrics on rows within each group",
      { metrics: ["people", "area"], metricsLayout: "ROWS", combineMetric: true, rows: ["country"], colTotals: true },
      [
        ["AT people", 45],
        ["AT area", 3],
        ["DE people", 80],
        ["DE area", 10],
        ["Total (Sum) people", 125],
        ["Total (Sum) area", 13],
      ],
    ],
  ];
  test.each(CASES)("%s", (_, options, rows) => expect(shown(options).rows).toEqual(rows));

  test("adds subtotals beside groups of columns, for each metric", () => {
    const table = shown({ rows: ["year"], columns: ["country", "city"], colSubTotals: true, rowTotals: true });
    expect(table.columns).toEqual([
      ...["people AT Graz", "people AT Linz", "people AT Subtotal"],
      ...["people DE Bonn", "people DE Ulm", "people DE Subtotal", "people Total (Sum)"],
    ]);
    expect(table.rows).toEqual([
      ["2023", 25, null, 25, 30, 10, 40, 65],
      ["2024", null, 20, 20, 28, 12, 40, 60],
    ]);
  });

  test("sorts columns by value, and computes fractions of rows", () => {
    const options = { rows: ["year"], columns: ["country"], colOrder: "value_z_to_a" };
    const table = shown({ ...options, aggregateFunction: "Sum as Fraction of Rows" });
    expect(table.columns).toEqual(["people DE", "people AT"]);
    expect(table.rows).toEqual([
      ["2023", 40 / 65, 25 / 65],
      ["2024", 40 / 60, 20 / 60],
    ]);
  });
});
