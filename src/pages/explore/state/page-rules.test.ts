import readXlsxFile from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { columnsOfResult } from "../../../chart-kit/table/column.ts";
import { loadedChartType } from "../../../chart-types/index.ts";
import { simpleFilter, sqlFilter } from "../../../features/adhoc/adhoc.ts";
import { fileName, toCsv } from "../../../features/shown-rows/texts.ts";
import { workbookOf } from "../../../features/shown-rows/workbook.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { findSample, SERIES, SHARE, UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { parseAddress, parseForm, toAddress } from "./address.ts";
import { isSameValue } from "./form-values.ts";
import { chartPayload, savedForm } from "./save.ts";
import { startingForm } from "./starting-form.ts";
import { createExploreStore } from "./store.ts";
import { suggestCharts } from "./suggest.ts";
import { switchType } from "./type-switch.ts";
import { panelSections, searchControls } from "./visibility.ts";

await loadAllChartTypes();

describe("saving", () => {
  const own = simpleFilter("series", "IN", ["a"]);
  const added = { ...simpleFilter("rate", ">", 3), isExtra: true };
  const addedTime = { ...simpleFilter("date", "TEMPORAL_RANGE", "Last week"), isExtra: true };

  test("drops filters added by a dashboard, and resets its time range", () => {
    const form = savedForm({ viz_type: "series", adhoc_filters: [own, added, addedTime], extra_form_data: {} });
    expect(form.adhoc_filters).toMatchObject([own, { subject: "date", comparator: "No filter", isExtra: false }]);
    expect(form).not.toHaveProperty("extra_form_data");
  });

  test("keeps the chart's own time range over an added one", () => {
    const time = simpleFilter("date", "TEMPORAL_RANGE", "Last year");
    expect(savedForm({ viz_type: "series", adhoc_filters: [time, addedTime] }).adhoc_filters).toEqual([time]);
  });

  test("sends form and query as JSON text", () => {
    const formData = startingForm(SERIES, UNEMPLOYMENT);
    const payload = chartPayload({ type: SERIES, formData, name: "Rows", dashboards: [4, 4, 5], owners: [1] });
    expect(payload).toMatchObject({
      slice_name: "Rows",
      viz_type: "series",
      datasource_id: 3,
      datasource_type: "table",
    });
    expect(payload.dashboards).toEqual([4, 5]);
    expect(JSON.parse(payload.params)).toMatchObject({ metrics: ["count"], datasource: "3__table" });
    const context = JSON.parse(payload.query_context);
    expect(context).toMatchObject({ datasource: { id: 3 }, queries: [{ metrics: ["count"] }], force: false });
    expect(context.form_data.viz_type).toBe("series");
    expect(() =>
      chartPayload({ type: SERIES, formData: { viz_type: "series" }, name: "", dashboards: [], owners: [] }),
    ).toThrow(/invalid datasource/);
  });
});

describe("addresses", () => {
  test("are parsed with their legacy names", () => {
    expect(parseAddress("/explore/", "?slice_id=12&form_data_key=abc&dashboard_id=4")).toMatchObject({
      sliceId: 12,
      formDataKey: "abc",
      dashboardId: 4,
    });
    const form = encodeURIComponent(JSON.stringify({ datasource: "8__table", slice_id: 4, metrics: ["count"] }));
    expect(parseAddress("/explore/", `?form_data=${form}`)).toMatchObject({ datasourceId: 8, sliceId: 4 });
    expect(parseForm(parseAddress("/explore/", `?form_data=${form}`).formData)).toMatchObject({ metrics: ["count"] });
    for (const text of ["{", "[1]", "7", undefined]) expect(parseForm(text)).toBeUndefined();
    expect(parseAddress("/explore/", "?dataset_id=3")).toMatchObject({ datasourceId: 3, datasourceType: "table" });
    expect(parseAddress("/explore/", "?viz_type=pie&datasource=8__table")).toMatchObject({
      datasourceId: 8,
      datasourceType: "table",
      vizType: "pie",
    });
    expect(parseAddress("/explore/", "?slice_id=1&dashboardId=4&force=true&standalone=1")).toMatchObject({
      dashboardId: 4,
      force: true,
      standalone: true,
    });
    expect(parseAddress("/superset/explore/p/Xy9/", "").permalinkKey).toBe("Xy9");
    expect(parseAddress("/explore/", "?slice_id=abc").sliceId).toBeUndefined();
  });

  test("round-trip", () => {
    const address = { datasourceId: 3, datasourceType: "table", formDataKey: "k" };
    const [path = "", search = ""] = toAddress(address).split("?");
    expect(parseAddress(path, `?${search}`)).toMatchObject(address);
    expect(toAddress({ sliceId: 5, datasourceId: 3 })).toBe("/explore/?slice_id=5");
  });

  test("keep unknown parameters for templates", () => {
    const { urlParams, ...own } = parseAddress("/explore/", "?slice_id=1&force=true&region=EU&form_data_key=k");
    expect(urlParams).toEqual({ region: "EU" });
    expect(toAddress({ ...own, urlParams })).toBe("/explore/?form_data_key=k&slice_id=1&region=EU");
    expect(parseAddress("/explore/", "?slice_id=1&standalone=1").urlParams).toBeUndefined();
  });
});

describe("panel", () => {
  const formData = { ...startingForm(SERIES, UNEMPLOYMENT), limit: 5, metrics: [] };

  test("counts set and invalid controls and hides others", () => {
    const panels = panelSections(SERIES, { formData, dataset: UNEMPLOYMENT }, SERIES.validate(formData));
    expect(panels.map((panel) => [panel.section.label, panel.tab, panel.setCount, panel.problemCount])).toEqual([
      ["Query", "data", 3, 1],
      ["Legend", "customize", 0, 0],
    ]);
    const hidden = panelSections(SERIES, { formData: { ...formData, limit: null } }, {});
    expect(hidden[0]!.rows.flat().map((control) => control.name)).not.toContain("group_others");
  });

  test("searches labels, names and section titles", () => {
    const panels = panelSections(SERIES, { formData }, {});
    const found = (text: string) =>
      searchControls(panels, text, { formData }).flatMap((panel) => panel.rows.flat().map((control) => control.name));
    expect(found("dimension")).toEqual(["groupby"]);
    expect(found("legend")).toEqual(["show_legend", "title"]);
    expect(found("nothing here")).toEqual([]);
  });
});

describe("changing the type", () => {
  test("moves a category from the x-axis to slices, but not time", () => {
    const base = startingForm(SERIES, UNEMPLOYMENT);
    const switched = (form: Record<string, unknown>) =>
      switchType({ from: SERIES, to: SHARE, formData: { ...base, ...form }, unused: {}, dataset: UNEMPLOYMENT })
        .formData;
    expect(switched({ x_axis: "series" })).toMatchObject({ groupby: ["series"], metric: "count" });
    expect(switched({ x_axis: "date", groupby: ["sector"] }).groupby).toEqual(["sector"]);
  });

  test("limits bars with many values, and removes the limit for time series", () => {
    const [table, bar, line] = ["table", "echarts_timeseries_bar", "echarts_timeseries_line"].map(
      (key) => loadedChartType(key)!,
    );
    const profile = (count: number) => ({ rows: 9000, values: new Map([["series", count]]) });
    const grouped = { ...startingForm(table!, UNEMPLOYMENT), groupby: ["series"], metrics: ["count"] };
    const barsOf = (count: number, form: Record<string, unknown> = {}) => {
      const formData = { ...grouped, ...form };
      const options = { dataset: UNEMPLOYMENT, profile: profile(count), unused: {} };
      return switchType({ from: table, to: bar!, formData, ...options }).formData;
    };
    const few = { row_limit: 25, x_axis_sort: "count", x_axis_sort_asc: false };
    expect(barsOf(229)).toMatchObject({ x_axis: "series", ...few });
    expect(barsOf(14)).not.toMatchObject({ row_limit: 25 });
    expect(barsOf(229, { row_limit: 100 }).row_limit).toBe(100);
    expect(barsOf(229, { groupby: ["series", "sector"] }).row_limit).not.toBe(25);
    const course = switchType({ from: bar, to: line!, formData: barsOf(229), unused: {}, dataset: UNEMPLOYMENT });
    expect(course.formData).toMatchObject({ x_axis: "date", row_limit: 10_000 });
    expect(course.formData.x_axis_sort ?? null).toBeNull();
  });

  test("doesn't duplicate a restored column", () => {
    const [sunburst, radar, boxes] = ["sunburst_v2", "radar", "box_plot"].map((key) => loadedChartType(key)!);
    const store = createExploreStore(
      {
        dataset: UNEMPLOYMENT,
        chart: null,
        formData: { ...startingForm(sunburst!, UNEMPLOYMENT), columns: ["series"] },
      },
      loadedChartType,
    );
    for (const type of [radar, boxes]) store.getState().changeType(type!.key);
    expect(store.getState().formData).toMatchObject({ groupby: ["series"], columns: [] });
    store.getState().changeType(sunburst!.key);
    expect(store.getState().formData.columns).toEqual(["series"]);
  });

  test("drops and reports a choice that the new type doesn't offer", () => {
    const line = loadedChartType("echarts_timeseries_line")!;
    const bar = loadedChartType("echarts_timeseries_bar")!;
    const switched = (stack: string) => {
      const formData = { ...startingForm(line, UNEMPLOYMENT), stack };
      return switchType({ from: line, to: bar, formData, unused: {}, dataset: UNEMPLOYMENT });
    };
    expect(switched("Stack").formData.stack).toBe("Stack");
    const { formData, newlyUnused } = switched("Stream");
    expect(formData.stack ?? null).toBeNull();
    expect(newlyUnused.find(({ name }) => name === "stack")).toMatchObject({ isLook: true });
  });

  test("keeps unknown keys of imported charts and SQL filters", () => {
    const formData = {
      ...startingForm(SERIES, UNEMPLOYMENT),
      js_tooltip: "x",
      adhoc_filters: [sqlFilter("a>1", "WHERE")],
    };
    const { formData: next } = switchType({ from: SERIES, to: SHARE, formData, unused: {}, dataset: UNEMPLOYMENT });
    expect(next).toMatchObject({ js_tooltip: "x", adhoc_filters: formData.adhoc_filters, viz_type: "share" });
  });
});

test("suggestions have a title and can run", () => {
  const alias: Record<string, string> = { echarts_timeseries_line: "series", pie: "share", big_number_total: "figure" };
  const found = suggestCharts(UNEMPLOYMENT, (key) => findSample(alias[key] ?? ""));
  expect(found.map((one) => one.title)).toEqual(["Rows over time", "Rows", "Share of Rows by Industry"]);
  for (const one of found) expect(one.type.validate(one.formData)).toEqual({});
});

test("a workbook of visible rows has typed numbers and times, and no formulas", async () => {
  const data = [
    { day: Date.UTC(2010, 1, 1), at: "2010-02-01 13:05:00", note: "=1+1 & <b>", n: 3.5, ok: true },
    { day: Date.UTC(1850, 0, 1), at: null, note: " x ", n: 1e15, ok: false },
  ];
  const columns = columnsOfResult({ data, colnames: ["day", "at", "note", "n", "ok"], coltypes: [2, 2, 1, 0, 3] });
  const [{ data: rows } = { data: [] }] = await readXlsxFile(Buffer.from(workbookOf({ rows: data, columns })), {
    trim: false,
  });
  expect(rows).toEqual([
    ["day", "at", "note", "n", "ok"],
    [new Date("2010-02-01"), new Date("2010-02-01T13:05:00Z"), "'=1+1 & <b>", 3.5, true],
    ["1850-01-01", null, " x ", "1000000000000000", false],
  ]);
});

test("CSV has times as displayed, quotes where needed, and empty nulls", () => {
  const data = [
    { day: Date.UTC(2010, 1, 1), note: 'said "no", left', n: 3 },
    { day: Date.UTC(2010, 2, 1, 13, 5), note: null, n: 40.5 },
  ];
  const columns = columnsOfResult({ data, colnames: ["day", "note", "n"], coltypes: [2, 1, 0] });
  expect(toCsv(data, columns)).toBe('day,note,n\r\n2010-02-01,"said ""no"", left",3\r\n2010-03-01 13:05:00,,40.5');
  expect(fileName("Unemployment, by industry!", "csv")).toBe("Unemployment_by_industry.csv");
  expect(fileName("  ", "png")).toBe("chart.png");
});

test("values are compared without generated ids", () => {
  expect(isSameValue([simpleFilter("a", "IN", ["x"])], [simpleFilter("a", "IN", ["x"])])).toBe(true);
  expect(isSameValue([], null)).toBe(true);
  expect(isSameValue("", undefined)).toBe(true);
  expect(isSameValue(["a"], ["b"])).toBe(false);
  expect(isSameValue(0, null)).toBe(false);
});
