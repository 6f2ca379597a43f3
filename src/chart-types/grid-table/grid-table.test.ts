import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TableDrawing } from "../../chart-kit/table-chart/transform.ts";
import { definition as gridTable } from "./definition.ts";

const FORM = {
  ...gridTable.defaults(),
  ...{ viz_type: "ag-grid-table", datasource: "7__table", query_mode: "aggregate", groupby: ["a"], metrics: ["n"] },
};

test("queries like a table, and adds the totals that are shown", () => {
  const { queries } = gridTable.buildQuery({ ...FORM, show_totals: true });
  expect(queries[0]).toMatchObject({ columns: ["a"], metrics: ["n"], row_limit: 10_000, orderby: [["n", false]] });
  expect(queries[1]).toMatchObject({ columns: [], metrics: ["n"] });
  const paged = gridTable.buildQuery(
    { ...FORM, server_pagination: true },
    { ownState: { currentPage: 2, pageSize: 20 } },
  );
  expect(paged.queries[0]).toMatchObject({ row_limit: 20, row_offset: 40 });
});

const filterModel = {
  a: {
    filterType: "text",
    operator: "OR",
    conditions: ["x", "y"].map((filter) => ({ filterType: "text", type: "equals", filter })),
  },
};
const CLAUSE = { col: "a", op: "ANY OF", any: [[{ op: "EQUALS TEXT", val: "x" }], [{ op: "EQUALS TEXT", val: "y" }]] };

test("computes totals of rows that match column filters, wherever rows are filtered", () => {
  const filtersOf = (formData: object, ownState: object) =>
    gridTable
      .buildQuery({ ...FORM, show_totals: true, ...formData }, { ownState: { ...ownState } })
      .queries.map((query) => query.filters);
  expect(filtersOf({}, { filterModel })).toEqual([[], [CLAUSE]]);
  expect(filtersOf({ server_pagination: true }, { filterModel })).toEqual([[CLAUSE], [CLAUSE], [CLAUSE]]);
});

test("computes totals of groups that match metric conditions", () => {
  const measured = { n: { filterType: "number", type: "greaterThan", filter: 1 } };
  const totalsOf = (formData: object, filterModel: object) =>
    gridTable.buildQuery({ ...FORM, show_totals: true, ...formData }, { ownState: { filterModel } }).queries.at(-1);
  const ownState = { columns: [], filters: [{ col: "n", op: ">", val: 1 }], having_columns: ["a"] };
  expect(totalsOf({}, measured)).toMatchObject(ownState);
  expect(totalsOf({ server_pagination: true }, measured)).toMatchObject(ownState);
  const having = { clause: "HAVING", expressionType: "SQL", sqlExpression: "SUM(n) < 5" };
  expect(totalsOf({ adhoc_filters: [having] }, {})).toMatchObject({
    ...{ columns: [], extras: { having: "(SUM(n) < 5)" }, having_columns: ["a"] },
  });
  expect(totalsOf({}, {})?.having_columns).toBeUndefined();
});

test("always shows totals, and notes if they count more than is shown", () => {
  const drawn = (formData: object, filterModel: object) =>
    gridTable.transform({
      formData: { ...FORM, show_totals: true, ...formData },
      results: [
        { data: [{ a: "x", n: 1 }], colnames: ["a", "n"], coltypes: [1, 0] },
        { data: [{ n: 1 }] },
        { data: [{ n: 1 }] },
      ],
      ...{ theme: chartTheme("light"), colorOf: () => "", rampOf: () => [], width: 300, height: 200 },
      ownState: { filterModel },
    });
  const blank = { filterType: "number", type: "blank" };
  for (const [formData, filters, warning] of [
    [{}, filterModel, undefined],
    [{}, { n: blank }, undefined],
    [{ percent_metrics: ["n"] }, { "%n": blank }, "The summary includes rows hidden by column filters."],
    [{ row_limit: 1 }, {}, "The summary includes rows beyond the row limit."],
  ] as const) {
    const drawing = drawn(formData, filters);
    expect([(drawing.props as TableDrawing).summary?.n, drawing.warning]).toEqual([1, warning]);
  }
  const paged = drawn({ server_pagination: true, percent_metrics: ["n"] }, {}).props as TableDrawing;
  expect(paged.server?.filterable).toEqual(["a", "n"]);
});

test("lets users move columns and shows raw values, whatever legacy forms say", () => {
  const drawing = gridTable.transform({
    formData: { ...FORM, allow_render_html: true, allow_rearrange_columns: false },
    results: [{ data: [{ a: "<b>x</b>", n: 1 }], colnames: ["a", "n"], coltypes: [1, 0] }],
    ...{ theme: chartTheme("light"), colorOf: () => "", rampOf: () => [], width: 300, height: 200 },
  });
  const { canReorder, columns } = drawing.props as TableDrawing;
  expect(canReorder).toBe(true);
  expect(columns.map(({ allowHtml }) => allowHtml)).toEqual([false, false]);
  const offered = gridTable.sections.flatMap(({ rows }) => rows.flat().map(({ name }) => name));
  expect(offered).toContain("column_config");
  expect(offered).not.toContain("allow_render_html");
});
