import { describe, expect, it } from "vitest";
import { Dataset } from "../../../model/dataset.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import {
  columnsOfChart,
  columnUses,
  datasetsByUse,
  filtersForChart,
  newFilterFor,
  suggestedFilter,
  suggestedFilters,
} from "./suggested-filters.ts";

const form = (extra: Record<string, unknown>) => ({ viz_type: "table", datasource: "7__table", slice_id: 1, ...extra });

function dashboardOf(forms: readonly Record<string, unknown>[]) {
  const sample = sampleDashboard();
  const [first] = sample.charts.values();
  const columns = [
    { column_name: "origin", type_generic: 1 },
    { column_name: "delay", type_generic: 0, verbose_name: "Delay (min)" },
    { column_name: "date", is_dttm: true },
    { column_name: "secret", filterable: false, type_generic: 1 },
  ];
  const dataset = (id: number) => Dataset.parse({ id, table_name: `t${id}`, columns, metrics: [] });
  return {
    charts: new Map(forms.map((one, id) => [id, { ...first!, id, form_data: form(one) }])),
    datasets: new Map([7, 8].map((id) => [id, dataset(id)])),
  };
}

const DASHBOARD = dashboardOf([
  { groupby: ["delay"], x_axis: "date" },
  { groupby: ["origin", "secret"] },
  { groupby: ["origin", { label: "x", sqlExpression: "a + b" }] },
  { datasource: "8__table", groupby: ["origin"] },
]);

describe("columns of a chart", () => {
  it("are those it shows and filters by, without expressions", () => {
    const chart = form({
      x_axis: { isColumnReference: true, sqlExpression: "date", label: "date" },
      groupby: ["origin", { label: "x", sqlExpression: "a + b" }],
      adhoc_filters: [
        { clause: "WHERE", expressionType: "SIMPLE", subject: "delay", operator: ">", comparator: 3 },
        { clause: "WHERE", expressionType: "SQL", sqlExpression: "1 = 1" },
      ],
    });
    expect(columnsOfChart(chart as never)).toEqual(["origin", "date", "delay"]);
  });
});

describe("suggested filters", () => {
  it("come from the most used dataset first, then by how many charts share the column", () => {
    expect(datasetsByUse(DASHBOARD)).toEqual([7, 8]);
    expect(Object.fromEntries(columnUses(DASHBOARD, 7))).toEqual({ delay: 1, date: 1, origin: 2, secret: 1 });
    expect(suggestedFilters(DASHBOARD, [])).toEqual([
      { datasetId: 7, column: "origin", label: "Origin", filterType: "filter_select", charts: 2 },
      { datasetId: 7, column: "delay", label: "Delay (min)", filterType: "filter_range", charts: 1 },
      { datasetId: 7, column: "date", label: "Date", filterType: "filter_time", charts: 1 },
    ]);
  });

  it("leave out columns that have a filter, and a second time range", () => {
    const [origin, , date] = suggestedFilters(DASHBOARD, []).map((one) => suggestedFilter(one));
    expect(suggestedFilters(DASHBOARD, [origin!, date!]).map(({ column }) => column)).toEqual(["delay"]);
  });

  it("fill in type, name, dataset and column of a new filter", () => {
    const [origin, delay, date] = suggestedFilters(DASHBOARD, []).map((one) => suggestedFilter(one));
    expect([origin?.filterType, origin?.name, origin?.targets]).toEqual([
      "filter_select",
      "Origin",
      [{ datasetId: 7, column: { name: "origin" } }],
    ]);
    expect([delay?.filterType, delay?.name]).toEqual(["filter_range", "Delay (min)"]);
    expect([date?.filterType, date?.targets]).toEqual(["filter_time", [{}]]);
  });

  it("a new filter starts with the most used dataset", () => {
    expect(newFilterFor(DASHBOARD).targets).toEqual([{ datasetId: 7 }]);
    expect(newFilterFor(dashboardOf([])).targets).toEqual([{}]);
  });
});

it("a chart offers its own filterable columns", () => {
  expect(filtersForChart(DASHBOARD, 1).map(({ column }) => column)).toEqual(["origin"]);
  expect(filtersForChart(DASHBOARD, 0).map(({ column }) => column)).toEqual(["delay", "date"]);
  expect(filtersForChart(DASHBOARD, 99)).toEqual([]);
});
