import { describe, expect, test } from "vitest";
import { simpleFilter, simpleMetric, sqlColumn, sqlFilter, sqlMetric } from "../../../features/adhoc/adhoc.ts";
import type { FormData } from "../../../model/form-data.ts";
import { FIGURE, SERIES, SHARE, UNEMPLOYMENT, WEATHER } from "../../../testing/sample-charts.ts";
import { swapDataset } from "./dataset-swap.ts";
import { alteredControls, needsQuery, withDrawingChoices } from "./diff.ts";
import { doubledChoices } from "./doubles.ts";
import { startingForm } from "./starting-form.ts";
import { afterStay, asLeft } from "./type-visits.ts";

const form = (change: Record<string, unknown> = {}): FormData => ({
  ...startingForm(SERIES, UNEMPLOYMENT),
  adhoc_filters: [],
  ...change,
});
const column = (name: string) => UNEMPLOYMENT.columns.find(({ column_name }) => column_name === name)!;

describe("a chart that moves to another dataset", () => {
  const swapped = (change: Record<string, unknown>, to = WEATHER) =>
    swapDataset({ type: SERIES, formData: form(change), from: UNEMPLOYMENT, to });

  test("keeps SQL as it was written, and aggregates of columns that are there", () => {
    const metrics = [sqlMetric("SUM(gone)"), simpleMetric(column("rate"), "AVG"), simpleMetric(column("count"), "SUM")];
    const { formData, kept, lost } = swapped({ metrics, groupby: [sqlColumn("year(gone)"), "series"] });
    expect((formData.metrics as { label: string }[]).map(({ label }) => label)).toEqual(["SUM(gone)", "AVG(rate)"]);
    expect(formData.groupby).toMatchObject([{ sqlExpression: "year(gone)" }]);
    expect(kept).toEqual(expect.arrayContaining(["Metrics (2 of 3)", "Dimensions (1 of 2)"]));
    expect(lost).toEqual(expect.arrayContaining(["Metrics (1 of 3)", "Dimensions (1 of 2)"]));
  });

  test("loses filters by columns that are gone, and none that are SQL", () => {
    const gone = simpleFilter("series", "IN", ["a"]);
    const [rate, sql] = [simpleFilter("rate", ">", 3), sqlFilter("gone > 1", "HAVING")];
    expect(swapped({ adhoc_filters: [gone, rate, sql] }).formData.adhoc_filters).toEqual([rate, sql]);
    const byMetric = { ...simpleFilter("count", ">", 3), clause: "HAVING" as const };
    expect(swapped({ adhoc_filters: [byMetric] }).formData.adhoc_filters, "the metric is there").toEqual([byMetric]);
  });

  test("says nothing of choices that were empty, and keeps those that no dataset touches", () => {
    const { formData, kept, lost } = swapped({ title: "Rates", groupby: [], limit: 5 });
    expect(formData).toMatchObject({ title: "Rates", limit: 5, datasource: "9__table" });
    expect([...kept, ...lost].some((label) => /Dimensions|Title|limit/.test(label))).toBe(false);
  });

  test("loses its axis where the other dataset has no times", () => {
    const timeless = { ...WEATHER, columns: WEATHER.columns.filter(({ is_dttm }) => !is_dttm) };
    const { formData, lost, replaced } = swapped({ x_axis: "date" }, timeless);
    expect([formData.x_axis, lost.includes("X axis"), replaced]).toEqual([null, true, []]);
  });
});

describe("what was changed of a chart", () => {
  const altered = (saved: FormData, current: FormData) =>
    alteredControls({
      saved,
      current,
      type: SERIES,
      savedType: SERIES,
      dataset: UNEMPLOYMENT,
      savedDataset: UNEMPLOYMENT,
    });

  test("is nothing of the request around it, and no generated id", () => {
    const saved = form({ metrics: [simpleMetric(column("rate"), "AVG")] });
    const current = { ...saved, metrics: [simpleMetric(column("rate"), "AVG")], slice_id: 7, url_params: { a: "1" } };
    expect(altered(saved, current)).toEqual([]);
  });

  test("is no default that came with another choice, but a default that was chosen", () => {
    const { show_legend: _, ...older } = form();
    expect(altered(older as FormData, form({ show_legend: true }))).toEqual([]);
    expect(altered(form({ show_legend: false }), form({ show_legend: true })).map(({ name }) => name)).toEqual([
      "show_legend",
    ]);
  });

  test("is told of keys that no control has by the key, in the order of the panel", () => {
    const rows = altered(form({ own_key: 1 }), form({ own_key: 2, title: "Rates", groupby: ["series"] }));
    expect(rows.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["Dimensions", "N/A", "Industry"],
      ["Title", "N/A", "Rates"],
      ["own_key", "1", "2"],
    ]);
  });

  test("names the dataset and the chart type that it had", () => {
    const current = { ...startingForm(FIGURE, WEATHER) };
    const rows = alteredControls({
      saved: form(),
      current,
      type: FIGURE,
      savedType: SERIES,
      dataset: WEATHER,
      savedDataset: UNEMPLOYMENT,
    });
    expect(rows[0]).toEqual({ name: "datasource", label: "Dataset", before: "unemployment", after: "weather" });
    expect(rows).toContainEqual({ name: "viz_type", label: "Chart type", before: "Series", after: "Figure" });
  });

  test("asks the database again unless it only draws", () => {
    expect(needsQuery(SERIES, form(), form({ title: "Rates", show_legend: false }))).toBe(false);
    expect(needsQuery(SERIES, form(), form({ groupby: ["series"] }))).toBe(true);
    const ran = form({ groupby: ["series"], title: "Old" });
    expect(withDrawingChoices(SERIES, ran, form({ title: "New" }))).toMatchObject({
      groupby: ["series"],
      title: "New",
    });
  });
});

describe("choices that a query would ask for twice", () => {
  const problems = (change: Record<string, unknown>) =>
    doubledChoices(SERIES, { formData: form(change), dataset: UNEMPLOYMENT });

  test("are told at the second control, with what the first is called", () => {
    expect(problems({ metrics: [sqlMetric("MAX(rate)", "series")], groupby: ["series"] })).toEqual({
      groupby: "Chosen as Metrics already: Industry",
    });
  });

  test("are none where each is asked for once, or the form cannot be read", () => {
    expect(problems({ groupby: ["series", "sector"] })).toEqual({});
    expect(problems({ metrics: 7 })).toEqual({});
  });
});

describe("a chart type that is chosen again", () => {
  const share = (change: Record<string, unknown> = {}): FormData => ({
    ...startingForm(SHARE, UNEMPLOYMENT),
    ...change,
  });
  const left = (arrived: FormData, formData: FormData) =>
    afterStay({}, { type: SERIES, arrived, formData, stash: { group_others: true } });

  test("is as it was left, hidden choices too", () => {
    const visits = left(form(), form({ title: "Rates", groupby: ["sector"], group_others: undefined }));
    const back = asLeft(form({ groupby: ["series"] }), SERIES, visits);
    expect(back).toMatchObject({ title: "Rates", groupby: ["sector"], group_others: true });
    expect(asLeft(form(), FIGURE, visits), "a type that was never left").toEqual(form());
  });

  test("has what was chosen anew in the meantime", () => {
    const visits = left(form(), form({ row_limit: 5, groupby: ["sector"] }));
    const between = afterStay(visits, { type: SHARE, arrived: share(), formData: share({ row_limit: 9 }), stash: {} });
    expect(asLeft(form({ row_limit: 9 }), SERIES, between)).toMatchObject({ row_limit: 9, groupby: ["sector"] });
    const dealt = { type: SHARE, arrived: share(), formData: share({ groupby: ["series", "sector"] }), stash: {} };
    expect(asLeft(form({ groupby: ["series"] }), SERIES, afterStay(visits, dealt)).groupby).toEqual(["series"]);
  });
});
