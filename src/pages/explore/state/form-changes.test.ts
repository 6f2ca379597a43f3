import { describe, expect, test } from "vitest";
import { simpleFilter, simpleMetric, sqlColumn, sqlFilter, sqlMetric } from "../../../features/adhoc/adhoc.ts";
import type { FormData } from "../../../model/form-data.ts";
import { FIGURE, SERIES, SHARE, UNEMPLOYMENT, WEATHER } from "../../../testing/sample-charts.ts";
import { swapDataset } from "./dataset-swap.ts";
import { alteredControls, needsQuery, withRenderOptions } from "./diff.ts";
import { duplicateChoices } from "./duplicates.ts";
import { recallForm, rememberForm } from "./forms-by-type.ts";
import { startingForm } from "./starting-form.ts";

const form = (change: Record<string, unknown> = {}): FormData => ({
  ...startingForm(SERIES, UNEMPLOYMENT),
  adhoc_filters: [],
  ...change,
});
const column = (name: string) => UNEMPLOYMENT.columns.find(({ column_name }) => column_name === name)!;

describe("swapping the dataset", () => {
  const swapped = (change: Record<string, unknown>, to = WEATHER) =>
    swapDataset({ type: SERIES, formData: form(change), from: UNEMPLOYMENT, to });

  test("keeps custom SQL, and aggregates of existing columns", () => {
    const metrics = [
      sqlMetric("SUM(missing)"),
      simpleMetric(column("rate"), "AVG"),
      simpleMetric(column("count"), "SUM"),
    ];
    const { formData, kept, lost } = swapped({ metrics, groupby: [sqlColumn("year(missing)"), "series"] });
    expect((formData.metrics as { label: string }[]).map(({ label }) => label)).toEqual(["SUM(missing)", "AVG(rate)"]);
    expect(formData.groupby).toMatchObject([{ sqlExpression: "year(missing)" }]);
    expect(kept).toEqual(expect.arrayContaining(["Metrics (2 of 3)", "Dimensions (1 of 2)"]));
    expect(lost).toEqual(expect.arrayContaining(["Metrics (SUM(count))", "Dimensions (Industry)"]));
  });

  test("drops filters on missing columns but no SQL filters", () => {
    const missing = simpleFilter("series", "IN", ["a"]);
    const [rate, sql] = [simpleFilter("rate", ">", 3), sqlFilter("gone > 1", "HAVING")];
    expect(swapped({ adhoc_filters: [missing, rate, sql] }).formData.adhoc_filters).toEqual([rate, sql]);
    const byMetric = { ...simpleFilter("count", ">", 3), clause: "HAVING" as const };
    expect(swapped({ adhoc_filters: [byMetric] }).formData.adhoc_filters, "the metric is there").toEqual([byMetric]);
  });

  test("ignores empty settings and keeps those without columns", () => {
    const { formData, kept, lost } = swapped({ title: "Rates", groupby: [], limit: 5 });
    expect(formData).toMatchObject({ title: "Rates", limit: 5, datasource: "9__table" });
    expect([...kept, ...lost].some((label) => /Dimensions|Title|limit/.test(label))).toBe(false);
  });

  test("drops the x-axis if the new dataset has no time column", () => {
    const timeless = { ...WEATHER, columns: WEATHER.columns.filter(({ is_dttm }) => !is_dttm) };
    const { formData, lost, replaced } = swapped({ x_axis: "date" }, timeless);
    expect([formData.x_axis, lost.includes("X axis (date)"), replaced]).toEqual([null, true, []]);
  });
});

describe("altered controls", () => {
  const altered = (saved: FormData, current: FormData) =>
    alteredControls({
      saved,
      current,
      type: SERIES,
      savedType: SERIES,
      dataset: UNEMPLOYMENT,
      savedDataset: UNEMPLOYMENT,
    });

  test("ignore request context and generated ids", () => {
    const saved = form({ metrics: [simpleMetric(column("rate"), "AVG")] });
    const current = { ...saved, metrics: [simpleMetric(column("rate"), "AVG")], slice_id: 7, url_params: { a: "1" } };
    expect(altered(saved, current)).toEqual([]);
  });

  test("ignore defaults that came with another setting, but not chosen ones", () => {
    const { show_legend: _, ...older } = form();
    expect(altered(older as FormData, form({ show_legend: true }))).toEqual([]);
    expect(altered(form({ show_legend: false }), form({ show_legend: true })).map(({ name }) => name)).toEqual([
      "show_legend",
    ]);
  });

  test("name unknown keys by key, after controls in panel order", () => {
    const rows = altered(form({ own_key: 1 }), form({ own_key: 2, title: "Rates", groupby: ["series"] }));
    expect(rows.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["Dimensions", "N/A", "Industry"],
      ["Title", "N/A", "Rates"],
      ["own_key", "1", "2"],
    ]);
  });

  test("include the previous dataset and chart type", () => {
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

  test("need a new query unless they only redraw", () => {
    expect(needsQuery(SERIES, form(), form({ title: "Rates", show_legend: false }))).toBe(false);
    expect(needsQuery(SERIES, form(), form({ groupby: ["series"] }))).toBe(true);
    const lastRun = form({ groupby: ["series"], title: "Old" });
    expect(withRenderOptions(SERIES, lastRun, form({ title: "New" }))).toMatchObject({
      groupby: ["series"],
      title: "New",
    });
  });

  test("label colors are changes that only draw", () => {
    const [plain, colored] = [form(), form({ label_colors: { id: "#ff0000" } })];
    expect(needsQuery(SERIES, plain, colored)).toBe(false);
    expect(withRenderOptions(SERIES, plain, colored).label_colors).toEqual({ id: "#ff0000" });
    expect(altered(plain, colored)).toMatchObject([{ label: "Colors by label", after: "id: #ff0000" }]);
    expect(altered(plain, form({ label_colors: {} }))).toEqual([]);
  });
});

describe("duplicate choices", () => {
  const problems = (change: Record<string, unknown>) =>
    duplicateChoices(SERIES, { formData: form(change), dataset: UNEMPLOYMENT });

  test("are reported at the second control, with the first one's label", () => {
    expect(problems({ metrics: [sqlMetric("MAX(rate)", "series")], groupby: ["series"] })).toEqual({
      groupby: "Already used in Metrics: Industry",
    });
  });

  test("are none if all are unique or the form is invalid", () => {
    expect(problems({ groupby: ["series", "sector"] })).toEqual({});
    expect(problems({ metrics: 7 })).toEqual({});
  });
});

describe("returning to a chart type", () => {
  const share = (change: Record<string, unknown> = {}): FormData => ({
    ...startingForm(SHARE, UNEMPLOYMENT),
    ...change,
  });
  const left = (initialForm: FormData, formData: FormData) =>
    rememberForm({}, { type: SERIES, initialForm, formData, stash: { group_others: true } });

  test("restores its form, including hidden values", () => {
    const formsByType = left(form(), form({ title: "Rates", groupby: ["sector"], group_others: undefined }));
    const back = recallForm(form({ groupby: ["series"] }), SERIES, formsByType);
    expect(back).toMatchObject({ title: "Rates", groupby: ["sector"], group_others: true });
    expect(recallForm(form(), FIGURE, formsByType), "a type that was never left").toEqual(form());
  });

  test("keeps changes made in the meantime", () => {
    const formsByType = left(form(), form({ row_limit: 5, groupby: ["sector"] }));
    const between = rememberForm(formsByType, {
      type: SHARE,
      initialForm: share(),
      formData: share({ row_limit: 9 }),
      stash: {},
    });
    expect(recallForm(form({ row_limit: 9 }), SERIES, between)).toMatchObject({ row_limit: 9, groupby: ["sector"] });
    const dealt = { type: SHARE, initialForm: share(), formData: share({ groupby: ["series", "sector"] }), stash: {} };
    expect(recallForm(form({ groupby: ["series"] }), SERIES, rememberForm(formsByType, dealt)).groupby).toEqual([
      "series",
    ]);
  });
});
