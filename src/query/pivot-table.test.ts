import { describe, expect, test } from "vitest";
import { type PivotTableOptions, pivotTable } from "./pivot-table.ts";
import { frameOf, labelOf } from "./post-processing/frame.ts";

/** country, city | year | people, area */
const ROWS = [
  ["DE", "Ulm", "2023", 10, 1],
  ["DE", "Ulm", "2024", 12, 1],
  ["DE", "Bonn", "2023", 30, 4],
  ["DE", "Bonn", "2024", 28, 4],
  ["AT", "Graz", "2023", 25, 3],
  ["AT", "Linz", "2024", 20, null],
] as const;
const NAMES = ["country", "city", "year", "people", "area"];
const frame = frameOf(
  NAMES.map((name, i) => ({
    name,
    kind: i < 3 ? ("text" as const) : ("numeric" as const),
    values: ROWS.map((row) => row[i]),
  })),
  ROWS.length,
);

const PLAIN: PivotTableOptions = {
  rows: ["country", "city"],
  columns: [],
  metrics: ["people"],
  aggregate: "Sum",
  rowTotals: false,
  colTotals: false,
  rowSubtotals: null,
  colSubtotals: null,
  rowOrder: "key_a_to_z",
  colOrder: "key_a_to_z",
  transposed: false,
  combineMetric: false,
  metricsOnRows: false,
};
function shown(options: Partial<PivotTableOptions>) {
  const { index, columns } = pivotTable(frame, { ...PLAIN, ...options });
  const labels = index[0]?.values ?? [];
  return {
    columns: columns.map(labelOf),
    rows: Array.from(labels, (label, row) => [label, ...columns.map(({ values }) => values[row])]),
  };
}

describe("a pivot table", () => {
  const CASES: [name: string, options: Partial<PivotTableOptions>, rows: unknown[][]][] = [
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
      { rowOrder: "value_z_to_a", aggregate: "Maximum", colTotals: true },
      [
        ["DE Bonn", 30],
        ["AT Graz", 25],
        ["AT Linz", 20],
        ["DE Ulm", 12],
        ["Total (Maximum)", 30],
      ],
    ],
    [
      "sums up groups of rows below them",
      { colSubtotals: "after", colTotals: true },
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
      { colSubtotals: "before", rowOrder: "value_z_to_a" },
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
      "has means of the values in its subtotals, not means of means",
      { colSubtotals: "after", aggregate: "Average", metrics: ["area"] },
      [
        ...[
          ["AT Graz", 3],
          ["AT Linz", null],
          ["AT Subtotal", 3],
        ],
        ...[
          ["DE Bonn", 4],
          ["DE Ulm", 1],
          ["DE Subtotal", 2.5],
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
      { metrics: ["people", "area"], metricsOnRows: true, combineMetric: true, rows: ["country"], colTotals: true },
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

  test("sums up groups of columns beside them, each metric by itself", () => {
    const table = shown({ rows: ["year"], columns: ["country", "city"], rowSubtotals: "after", rowTotals: true });
    expect(table.columns).toEqual([
      ...["people AT Graz", "people AT Linz", "people AT Subtotal"],
      ...["people DE Bonn", "people DE Ulm", "people DE Subtotal", "people Total (Sum)"],
    ]);
    expect(table.rows).toEqual([
      ["2023", 25, null, 25, 30, 10, 40, 65],
      ["2024", null, 20, 20, 28, 12, 40, 60],
    ]);
  });

  test("orders its columns by value, and takes fractions of what they are part of", () => {
    const options = { rows: ["year"], columns: ["country"], colOrder: "value_z_to_a" } as const;
    const table = shown({ ...options, aggregate: "Sum as Fraction of Rows" });
    expect(table.columns).toEqual(["people DE", "people AT"]);
    expect(table.rows).toEqual([
      ["2023", 40 / 65, 25 / 65],
      ["2024", 40 / 60, 20 / 60],
    ]);
  });
});
