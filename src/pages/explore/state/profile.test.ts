import { describe, expect, test } from "vitest";
import { definition as pie } from "../../../chart-types/pie/definition.ts";
import { metricLabel } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { SERIES, UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import {
  type DatasetProfile,
  informativeMetric,
  isCountTrivial,
  parseProfile,
  profileQuery,
  startingCategory,
  startingGrain,
  tellingMetric,
  topBars,
} from "./profile.ts";
import { startingForm, startingMetric, withTellingMetric } from "./starting-form.ts";

const GRAINS: [string, string][] = ["PT1S", "PT1M", "PT1H", "P1D", "P1W", "P1M", "P3M", "P1Y"].map((g) => [g, g]);
const FINE: Dataset = { ...UNEMPLOYMENT, time_grain_sqla: GRAINS };
const over = (from: string, to: string, moments: number): DatasetProfile => ({
  rows: moments,
  time: { fromMs: Date.parse(from), toMs: Date.parse(to), moments },
  values: new Map(),
});

describe("the grain of a new chart", () => {
  test.each([
    ["films of 80 years", over("1928-01-01", "2010-12-31", 1599), "P1Y"],
    ["twelve years of collisions", over("1990-01-08", "2002-07-25", 3625), "P1M"],
    ["six months of departures, by the minute", over("2001-01-01", "2001-07-01", 213_834), "P1D"],
    ["two years of days", over("2024-01-10", "2026-01-18", 740), "P1M"],
    ["four years of days", over("2012-01-01", "2015-12-31", 1461), "P1M"],
    ["ten years of months", over("2000-01-01", "2010-03-01", 123), "P1M"],
    ["every fifth year", over("1955-01-01", "2005-01-01", 11), "P1Y"],
    ["a week of earthquakes", over("2018-01-31T01:49:59Z", "2018-02-07T01:26:13Z", 1707), "PT1H"],
    ["quarters", over("2010-01-01", "2019-10-01", 40), "P3M"],
    ["a year of working days", over("2020-01-01", "2020-12-31", 260), "P1W"],
    ["a thousand years", over("1000-01-01", "2000-01-01", 5000), "P1Y"],
    ["a single timestamp", over("2000-01-01", "2000-01-01", 1), "P1D"],
  ])("of %s", (_, profile, grain) => {
    expect(startingGrain(FINE, profile)).toBe(grain);
  });

  test("is one the database supports, and day by default", () => {
    expect(startingGrain(UNEMPLOYMENT, over("1928-01-01", "2010-12-31", 1599))).toBe("P1M");
    expect(startingGrain(UNEMPLOYMENT, undefined)).toBe("P1D");
    expect(startingGrain({ ...UNEMPLOYMENT, time_grain_sqla: [] }, undefined)).toBeUndefined();
  });
});

test("prefers the first category with few enough values to compare", () => {
  const dataset: Dataset = { ...UNEMPLOYMENT, columns: UNEMPLOYMENT.columns.map((one) => ({ ...one })) };
  const chosen = (series: number, sector: number) =>
    startingCategory(dataset, {
      rows: 9000,
      values: new Map([
        ["series", series],
        ["sector", sector],
      ]),
    });
  expect(chosen(2674, 61)?.column_name).toBe("series");
  expect(chosen(2674, 60)?.column_name).toBe("sector");
  expect(chosen(1, 5)?.column_name).toBe("sector");
  expect(chosen(14, 5)?.column_name).toBe("series");
  // A distinct value per row means an identifier.
  expect(chosen(9000, 61)?.column_name).toBe("sector");
  expect(chosen(9000, 9000)).toBeUndefined();
});

test("shows only the top bars unless the category is known to have few values", () => {
  const [, series] = UNEMPLOYMENT.columns;
  const having = (count: number): DatasetProfile => ({ rows: 9000, values: new Map([["series", count]]) });
  const few = { row_limit: 25, x_axis_sort: "avg_rate", x_axis_sort_asc: false };
  expect(topBars(series!, "avg_rate", having(229))).toEqual(few);
  expect(topBars(series!, "avg_rate", undefined)).toEqual(few);
  expect(topBars(series!, "avg_rate", having(14))).toEqual({});
});

test("a new pie asks for all values of its category, so that Others holds the rest", () => {
  const limitFor = (count: number) =>
    startingForm(pie, UNEMPLOYMENT, { rows: 90_000, values: new Map([["series", count]]) }).row_limit;
  expect([99, 100, 229, 1000].map(limitFor)).toEqual([100, 1000, 1000, 10_000]);
  expect(startingForm(pie, UNEMPLOYMENT).row_limit, "of unknown data").toBe(1000);
});

test.each([
  ["one row of each thing in each month", { rows: 1708, moments: 122, values: 14, axis: "series", isIdle: true }],
  ["one row of each thing", { rows: 187, moments: undefined, values: 187, axis: "series", isIdle: true }],
  ["one row of each month, over time", { rows: 123, moments: 123, values: 5, axis: undefined, isIdle: true }],
  ["days by their weather", { rows: 1461, moments: 1461, values: 5, axis: "series", isIdle: false }],
  ["films by genre", { rows: 3201, moments: 1599, values: 12, axis: "series", isIdle: false }],
])("detects a trivial count: %s", (_, { rows, moments, values, axis, isIdle }) => {
  const time = moments === undefined ? {} : { time: { fromMs: 0, toMs: 1, moments } };
  expect(isCountTrivial({ rows, ...time, values: new Map([["series", values]]) }, axis)).toBe(isIdle);
});

test("prefers a metric that isn't a count", () => {
  expect(informativeMetric(UNEMPLOYMENT)).toBe("avg_rate");
  const industries = { metric_name: "industries", expression: "COUNT(DISTINCT series)" };
  const having = (metrics: Dataset["metrics"]) => informativeMetric({ ...UNEMPLOYMENT, metrics });
  expect(having([industries, ...UNEMPLOYMENT.metrics])).toBe("avg_rate");
  expect(having([industries])).toBe("industries");
});

test("the first chart of new data sums the column that says how much", () => {
  const [rate] = UNEMPLOYMENT.columns.filter(({ column_name }) => column_name === "rate");
  const having = (...names: string[]) => {
    const columns = names.map((column_name) => ({ ...rate!, column_name }));
    const metric = tellingMetric({ ...UNEMPLOYMENT, columns, metrics: [] });
    return metric && metricLabel(metric);
  };
  expect(having("order_id", "rating", "quantity", "revenue")).toBe("SUM(revenue)");
  expect(having("order_id", "score", "quantity")).toBe("SUM(quantity)");
  expect(having("order_id", "weight")).toBe("SUM(weight)");
  expect(having("order_id", "rating", "temperature", "unit_price")).toBeUndefined();
  expect(tellingMetric(UNEMPLOYMENT), "its own metric").toBe("avg_rate");
  const bars = { viz_type: "x", metrics: ["count"], x_axis: "series", x_axis_sort: "count" };
  const lines = { viz_type: "x", metrics: ["count", "avg_rate"] };
  for (const form of [bars, lines]) withTellingMetric(form, UNEMPLOYMENT);
  expect(bars).toMatchObject({ metrics: ["avg_rate"], x_axis_sort: "avg_rate" });
  expect(lines.metrics, "a choice of several").toHaveLength(2);
});

test("parses the result of its own query", () => {
  const labels = profileQuery(UNEMPLOYMENT).metrics?.map((metric) =>
    typeof metric === "string" ? metric : metric.label,
  );
  expect(labels).toEqual(["rows", "from", "to", "moments", "values 0", "values 1"]);
  const row = { rows: 10, from: 0, to: 86_400_000, moments: 2, "values 0": 3, "values 1": 4 };
  expect(parseProfile(UNEMPLOYMENT, row)).toEqual({
    rows: 10,
    time: { fromMs: 0, toMs: 86_400_000, moments: 2 },
    values: new Map([
      ["series", 3],
      ["sector", 4],
    ]),
  });
  expect(parseProfile(UNEMPLOYMENT, { rows: 0, from: null, to: null, moments: 0 })?.time).toBeUndefined();
  expect(parseProfile(UNEMPLOYMENT, undefined)).toBeUndefined();
});

test("a new chart of a dataset with one row per month uses its saved metric", () => {
  const dataset: Dataset = {
    ...UNEMPLOYMENT,
    columns: UNEMPLOYMENT.columns.filter((one) => one.column_name === "date"),
  };
  const profile = { ...over("2000-01-01", "2010-03-01", 123), rows: 123 };
  expect(startingForm(SERIES, dataset, profile)).toMatchObject({ x_axis: "date", metrics: ["avg_rate"] });
  expect(startingMetric({ dataset, profile }, "category")).toBe("avg_rate");
  expect(startingMetric({ dataset }, "category")).toBe("count");
});
