import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { DataRow } from "../../model/query-context.ts";
import { definition as pivotTable } from "./definition.ts";
import { headingRuns, headingsOf } from "./headings.ts";
import { cellText } from "./layout.ts";
import { type Line, linesOf } from "./lines.ts";
import { selectionOf, toneOf } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";

const SALES = { expressionType: "SIMPLE", column: { column_name: "v" }, aggregate: "AVG", label: "mean" };
const FORM = {
  ...pivotTable.defaults(),
  viz_type: "pivot_table_v2",
  datasource: "7__table",
  groupbyRows: ["country", "city"],
  groupbyColumns: ["year"],
  metrics: [SALES],
};
const RECORDS = [
  ["DE", "Ulm", 2023, 1],
  ["DE", "Ulm", 2023, 3],
  ["DE", "Bonn", 2023, 8],
  ["DE", "Bonn", 2024, 6],
  ["AT", "Graz", 2024, 5],
  [null, "Nowhere", 2023, 2],
] as const;

function answer(columns: readonly unknown[]) {
  const names = columns.map((column) => (typeof column === "string" ? column : (column as { label: string }).label));
  const at = (name: string) => ["country", "city", "year"].indexOf(name);
  const groups = Map.groupBy(RECORDS, (record) => JSON.stringify(names.map((name) => record[at(name)])));
  const data = [...groups.values()].map((records): DataRow => {
    const keys = names.map((name) => [name, records[0]?.[at(name)] ?? null] as const);
    return { ...Object.fromEntries(keys), mean: records.reduce((sum, record) => sum + record[3], 0) / records.length };
  });
  return { data, colnames: [...names, "mean"], coltypes: [...names.map((name) => (name === "year" ? 0 : 1)), 0] };
}

function draw(formData: Record<string, unknown> = {}, selected: unknown = null) {
  const full = { ...FORM, ...formData };
  const { queries } = pivotTable.buildQuery(full);
  const drawing = pivotTable.transform({
    formData: full,
    results: queries.map((query) => answer(query.columns ?? [])),
    theme: chartTheme("light"),
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 300,
    selected: selected as null,
  });
  return { ...drawing, props: drawing.props as PivotDrawing, queries };
}

function linesOfAxis(drawing: PivotDrawing, axis: "rows" | "columns", closed: number[] = []): Line[] {
  const { model, rows, columns } = drawing;
  return linesOf(drawing[axis].tree.root, drawing[axis].shape, {
    closed: new Set(closed),
    ranks: drawing[axis].ranks,
    weightOf: (node) =>
      axis === "rows"
        ? model.rawValueOf(node, columns.tree.root, drawing.order[0] ?? "")
        : model.rawValueOf(rows.tree.root, node, drawing.order[0] ?? ""),
  });
}

function shown(formData: Record<string, unknown> = {}) {
  const { props } = draw(formData);
  const columns = linesOfAxis(props, "columns");
  return {
    columns: columns.map((line) =>
      headingsOf(line, props.columns, props)
        .map(({ text }) => text)
        .join(" "),
    ),
    rows: linesOfAxis(props, "rows").map((line) => [
      headingsOf(line, props.rows, props)
        .map(({ text }) => text)
        .join(" "),
      ...columns.map((column) => cellText(line, column, props)),
    ]),
  };
}

const depthsOf = (formData: Record<string, unknown>) =>
  draw(formData).queries.map(({ columns = [] }) => (columns ?? []).join(" "));

describe("pivot table queries", () => {
  test("request only cells, largest first, without totals", () => {
    const { queries } = draw();
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatchObject({ columns: ["year", "country", "city"], metrics: [SALES], row_limit: 10_000 });
    expect(queries[0]?.orderby).toEqual([[SALES, false]]);
  });

  const CASES: [name: string, formData: Record<string, unknown>, depths: string[]][] = [
    ["a total column is a query by rows", { rowTotals: true }, ["year country city", "country city"]],
    ["a total row is a query by columns", { colTotals: true }, ["year country city", "year"]],
    [
      "every level where totals and subtotals cross",
      { rowTotals: true, colTotals: true, rowSubTotals: true },
      ["year country city", "country city", "year country", "country", "year", ""],
    ],
    ["rows in the order of their values", { rowOrder: "value_z_to_a" }, ["year country city", "country city"]],
    ["what fractions are of", { aggregateFunction: "Sum as Fraction of Total" }, ["year country city", ""]],
    [
      "nothing more for statistics of the cells",
      { aggregateFunction: "Median", rowTotals: true },
      ["year country city"],
    ],
    [
      "the database's own mean for means of means",
      { aggregateFunction: "Average", colTotals: true },
      ["year country city", "year"],
    ],
    ["rows and columns swapped", { transposePivot: true, colTotals: true }, ["country city year", "country city"]],
  ];
  test.each(CASES)("%s", (_, formData, depths) => expect(depthsOf(formData)).toEqual(depths));

  test("include all cells that pass metric filters in totals, even beyond their limits, with a warning", () => {
    const having = { clause: "HAVING", expressionType: "SQL", sqlExpression: "AVG(v) > 1" };
    const form = { adhoc_filters: [having], colTotals: true, series_limit: 4, row_limit: 10 };
    const { queries, warning } = draw(form);
    expect(queries[0]).toMatchObject({ series_limit: 4, series_columns: ["country", "city"], row_limit: 10 });
    expect(queries[0]?.extras?.having).toContain("AVG(v) > 1");
    expect(queries[1]).toMatchObject({ extras: { having: "(AVG(v) > 1)" }, row_limit: 50_000 });
    expect(queries[1]?.having_columns).toEqual(["year", "country", "city"]);
    expect(queries[1]?.series_limit).toBeUndefined();
    expect(warning).toBe("Totals include groups beyond the series limit.");
    expect(draw({ ...form, row_limit: 5 }).warning).toBe("Totals include cells beyond the cell limit.");
    expect(draw({ ...form, colTotals: false }).warning).toBeUndefined();
    expect(draw({ ...form, series_limit: 5 }).warning).toBeUndefined();
  });

  test("apply the grain to temporal dimensions", () => {
    const { queries } = draw({ time_grain_sqla: "P1Y", temporal_columns_lookup: { year: true } });
    expect(queries[0]?.columns?.[0]).toMatchObject({ label: "year", columnType: "BASE_AXIS", timeGrain: "P1Y" });
  });

  test("reject a dimension in two places, and too many levels with subtotals", () => {
    expect(pivotTable.validate({ ...FORM, groupbyColumns: ["city"] })).toEqual({
      groupbyRows: "city is already in use",
    });
    const many = (prefix: string) => Array.from({ length: 11 }, (_, i) => `${prefix}${i}`);
    const form = { ...FORM, groupbyRows: many("a"), groupbyColumns: many("b"), rowSubTotals: true, colSubTotals: true };
    expect(pivotTable.validate(form)).toHaveProperty("rowSubTotals");
    expect(pivotTable.validate({ ...FORM, metrics: [] })).toEqual({ metrics: "Metrics cannot be empty" });
  });
});

describe("pivot table results", () => {
  test("show group means from the database, not means of means", () => {
    expect(shown({ rowSubTotals: true, rowTotals: true, colTotals: true })).toEqual({
      columns: ["2023", "2024", "Total"],
      rows: [
        ["AT Graz", "", "5", "5"],
        ["AT Subtotal", "", "5", "5"],
        ["DE Bonn", "8", "6", "7"],
        ["DE Ulm", "2", "", "2"],
        ["DE Subtotal", "4", "6", "4.5"],
        ["N/A Nowhere", "2", "", "2"],
        ["N/A Subtotal", "2", "", "2"],
        ["Total", "3.5", "5.5", "4.17"],
      ],
    });
  });

  const CASES: [name: string, formData: Record<string, unknown>, rows: string[]][] = [
    ["keys from Z to A", { rowOrder: "key_z_to_a" }, ["N/A Nowhere", "DE Ulm", "DE Bonn", "AT Graz"]],
    ["largest first, groups apart", { rowOrder: "value_z_to_a" }, ["DE Bonn", "AT Graz", "DE Ulm", "N/A Nowhere"]],
    [
      "largest first, groups together under their totals",
      { rowOrder: "value_z_to_a", rowSubTotals: true, rowSubtotalPosition: true },
      ["AT Subtotal", "AT Graz", "DE Subtotal", "DE Bonn", "DE Ulm", "N/A Subtotal", "N/A Nowhere"],
    ],
    [
      "metrics on rows",
      { metrics: [SALES, "count"], metricsLayout: "ROWS", groupbyRows: ["country"] },
      ["mean AT", "mean DE", "mean N/A", "count AT", "count DE", "count N/A"],
    ],
    [
      "metrics on rows within groups",
      { metrics: [SALES, "count"], metricsLayout: "ROWS", groupbyRows: ["country"], combineMetric: true },
      ["AT mean", "AT count", "DE mean", "DE count", "N/A mean", "N/A count"],
    ],
  ];
  test.each(CASES)("%s", (_, formData, rows) => expect(shown(formData).rows.map(([name]) => name)).toEqual(rows));

  test("show statistics and fractions of the cells", () => {
    const means = shown({ aggregateFunction: "Maximum", colTotals: true, groupbyRows: ["country"] });
    expect(means.rows.at(-1)).toEqual(["Total (Maximum)", "4", "6"]);
    const shares = shown({ aggregateFunction: "Sum as Fraction of Columns", groupbyRows: ["country"] });
    expect(shares.rows[1]).toEqual(["DE", "114.3%", "109.1%"]);
    expect(
      shown({ aggregateFunction: "Count", groupbyColumns: [], metrics: [SALES], colTotals: true }).rows.at(-1),
    ).toEqual(["Total (Count)", "4"]);
  });

  test("show a single metric without columns as one column, and no rows as empty", () => {
    expect(shown({ groupbyColumns: [], groupbyRows: ["year"] })).toEqual({
      columns: ["mean"],
      rows: [
        ["2023", "3.5"],
        ["2024", "5.5"],
      ],
    });
    const empty = pivotTable.transform({
      ...{ formData: FORM, results: [{ data: [] }], theme: chartTheme("light"), width: 1, height: 1 },
      ...{ colorOf: () => "", rampOf: () => [] },
    });
    expect(empty.isEmpty).toBe(true);
  });

  test("show a collapsed group as one row, and share headings of adjacent cells", () => {
    const { props } = draw({ rowSubTotals: true, metrics: [SALES, "count"], combineMetric: true });
    const germany = props.rows.tree.find(["DE"]);
    const lines = linesOfAxis(props, "rows", [germany?.id ?? -1]);
    expect(lines.filter(({ node }) => node === germany).map(({ kind }) => kind)).toEqual(["closed"]);
    const closed = lines.find(({ kind }) => kind === "closed");
    expect(closed && headingsOf(closed, props.rows, props)).toMatchObject([{ text: "DE", span: 2, fold: "closed" }]);
    const runs = headingRuns(linesOfAxis(props, "columns"), props.columns, props);
    expect(runs[0]?.map(({ text, start, end }) => [text, start, end])).toEqual([
      ["2023", 0, 2],
      ["2024", 2, 4],
    ]);
  });

  test("filter by all dimensions of a cell, fewer for a subtotal and none for a total", () => {
    const { props, summary } = draw({ rowTotals: true, colTotals: true });
    const ulm = props.rows.tree.find(["DE", "Ulm"]);
    const year = props.columns.tree.find([2023]);
    expect(selectionOf(props, ulm, year)).toEqual({
      clauses: [
        { column: "country", values: ["DE"] },
        { column: "city", values: ["Ulm"] },
        { column: "year", values: [2023] },
      ],
      label: "DE, Ulm, 2023",
    });
    expect(selectionOf(props, ulm?.parent)).toMatchObject({ label: "DE" });
    expect(selectionOf(props, props.rows.tree.find([null, "Nowhere"]))).toMatchObject({ label: "<NULL>, Nowhere" });
    expect(selectionOf(props, props.rows.tree.root, props.columns.tree.root)).toBeNull();
    const chosen = { clauses: [{ column: "country", values: ["DE"] }], label: "DE" };
    const tone = (path: (string | null)[]) => {
      const node = props.rows.tree.find(path);
      return node && toneOf(props.rows, node, chosen);
    };
    expect([tone(["DE", "Ulm"]), tone(["AT", "Graz"])]).toEqual(["selected", "muted"]);
    expect(toneOf(props.columns, props.columns.tree.root, chosen)).toBeUndefined();
    expect(summary).toBe(
      "Pivot table of mean by country, city, year: 4 row groups and 2 column groups, 4.17 mean in all.",
    );
  });
});

test("migrates legacy pivot tables", () => {
  const old = {
    viz_type: "pivot_table",
    groupby: ["a"],
    columns: ["b"],
    metrics: ["count"],
    pandas_aggfunc: "mean",
    pivot_margins: true,
    number_format: ",d",
    kept: 1,
  };
  expect(pivotTable.migrate?.(old)).toEqual({
    viz_type: "pivot_table_v2",
    groupbyRows: ["a"],
    groupbyColumns: ["b"],
    metrics: ["count"],
    aggregateFunction: "Average",
    rowTotals: true,
    colTotals: true,
    valueFormat: ",d",
    kept: 1,
  });
});
