import { act } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { loadedChartType } from "../../../chart-types/index.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { nowMs } from "../../../web/client/clock.ts";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { isPressed } from "../use-keys.ts";
import { deleteDraft, draftOf, offerableDraft, subjectOf, useDraft } from "./use-draft.ts";
import { type ExploreSource, toSource } from "./use-source.ts";

const opened = (more: Record<string, unknown> = {}) => ({
  form_data: { viz_type: "echarts_timeseries_line", datasource: "3__table" },
  dataset: UNEMPLOYMENT,
  slice: null,
  metadata: null,
  ...more,
});
const SLICE = {
  slice_id: 12,
  slice_name: "Unemployment",
  owners: [1, { id: 2, first_name: "Ada", last_name: "L" }],
  form_data: { viz_type: "echarts_timeseries_line", groupby: ["series"] },
};

describe("opening a URL", () => {
  test("form_data overrides the loaded form, and reports an error if invalid", async () => {
    const form = JSON.stringify({ viz_type: "pie", metric: "avg_rate", datasource: "99__table" });
    const source = await toSource({ datasourceId: 3, formData: form }, opened());
    expect(source.formData).toMatchObject({ viz_type: "pie", metric: "avg_rate", datasource: "3__table" });
    const unread = await toSource({ datasourceId: 3, formData: "{" }, opened());
    expect(unread.message).toBe("The chart settings in this link can't be read");
  });

  test("form_data keeps its valid settings", async () => {
    const form = JSON.stringify({ viz_type: "pie", metric: "avg_rate", groupby: ["series"], adhoc_filters: "x" });
    const source = await toSource({ datasourceId: 3, formData: form }, opened());
    expect(source.formData).toMatchObject({ viz_type: "pie", metric: "avg_rate", groupby: ["series"] });
    expect(source.message).toBe("Settings that can't be read are ignored: Filters");
  });

  test("an expired key opens a new chart of the dataset", async () => {
    const message = "Form data not found in cache, reverting to dataset.";
    const source = await toSource({ datasourceId: 3, formDataKey: "old" }, opened({ message }));
    expect(source).toMatchObject({ message, formData: { x_axis: "date", metrics: ["count"] } });
  });

  test("invalid settings are named, also without a control", async () => {
    const form_data = { viz_type: "pie", groupby: ["series"], metric: "count", extra_form_data: 3, row_limit: {} };
    const { message } = await toSource({ permalinkKey: "p" }, opened({ form_data }));
    expect(message).toBe("Settings that can't be read are ignored: Row limit, Extra form data");
  });

  test("a dataset opens a new chart with defaults", async () => {
    const source = await toSource({ datasourceId: 3 }, opened());
    expect(source).toMatchObject({ chart: null, hasDataset: true });
    expect(source.formData).toMatchObject({ x_axis: "date", metrics: ["count"], datasource: "3__table" });
    expect(loadedChartType(source.formData.viz_type)?.validate(source.formData)).toEqual({});
  });

  test("a dataset without a chart type opens a table", async () => {
    const source = await toSource({ datasourceId: 3 }, opened({ form_data: {} }));
    expect(source.formData.viz_type).toBe("table");
  });

  test("other URL parameters are kept for templates", async () => {
    const source = await toSource({ datasourceId: 3, urlParams: { region: "EU" } }, opened());
    expect(source.formData.url_params).toEqual({ region: "EU" });
  });

  test("a saved chart opens its form, with the saved one as baseline", async () => {
    const source = await toSource({ sliceId: 12, formDataKey: "k" }, opened({ slice: SLICE }));
    expect(source.chart).toMatchObject({ id: 12, ownerIds: [1, 2], isManagedExternally: false });
    expect(source.formData.groupby).toBeUndefined();
    expect(source.saved).toMatchObject({ groupby: ["series"], slice_id: 12 });
  });

  test("a shared link without a chart keeps the form as shared", async () => {
    const form_data = { viz_type: "pie", groupby: ["series"], metric: "count" };
    const source = await toSource({ permalinkKey: "p" }, opened({ form_data }));
    expect(source.formData).toMatchObject(form_data);
  });

  test.each([
    ["echarts_timeseries_bar", { adhoc_filters: "x", row_limit: "many", color_scheme: {}, x_axis: {} }, ["Filters"]],
    ["table", { adhoc_filters: [null, {}, 5], metrics: [null, 5, "count"], time_range: [1] }, ["Filters", "Metrics"]],
    ["pie", { metric: { expressionType: "SQL" }, groupby: ["series"] }, ["Metric"]],
  ])("a stored %s opens without invalid settings and names them", async (viz_type, odd, names) => {
    const form_data = { viz_type, datasource: "3__table", ...odd };
    const source = await toSource({ sliceId: 12 }, opened({ form_data, slice: { ...SLICE, form_data } }));
    for (const name of names) expect(source.message).toContain(name);
    expect(source.saved).toEqual(source.formData);
    const type = loadedChartType(viz_type)!;
    expect(type.read(source.formData)).toBeDefined();
    if (viz_type === "table") expect(source.formData.metrics).toEqual(["count"]);
  });

  test("a chart with a missing dataset keeps its ID", async () => {
    const dataset = { ...UNEMPLOYMENT, id: 0, table_name: "[Missing Dataset]", columns: [], metrics: [] };
    const source = await toSource({ sliceId: 12 }, opened({ dataset, slice: SLICE }));
    expect(source.hasDataset).toBe(false);
    expect(source.formData.slice_id).toBe(12);
  });
});

function Drafting({ source }: { source: ExploreSource }) {
  useDraft(source);
  return null;
}

describe("drafts", async () => {
  afterEach(() => writeStored("explore.draft", undefined));
  const source = await toSource({ datasourceId: 3 }, opened());
  const storedDraft = (more = {}) => ({
    subject: subjectOf(source),
    at: nowMs(),
    name: "Jobs",
    formData: { viz_type: "pie" },
    ...more,
  });
  const draft = (more = {}) => writeStored("explore.draft", [storedDraft(more)]);

  test("are restored for the same subject", () => {
    draft();
    expect(draftOf(source)).toMatchObject({ name: "Jobs", formData: { viz_type: "pie" } });
    deleteDraft(subjectOf(source));
    expect(draftOf(source)).toBeUndefined();
    expect(readStored("explore.draft", null)).toBeNull();
  });

  test("of other subjects are kept", () => {
    writeStored("explore.draft", [storedDraft({ subject: "chart 99" }), storedDraft()]);
    const store = renderWorkbench(<Drafting source={source} />);
    expect(readStored("explore.draft", [])).toMatchObject([{ subject: "chart 99" }]);
    act(() => store.getState().set("row_limit", 5));
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(readStored("explore.draft", [])).toMatchObject([{ formData: { row_limit: 5 } }, { subject: "chart 99" }]);
  });

  test("of a dataset are deleted when saved as a chart", () => {
    const store = renderWorkbench(<Drafting source={source} />);
    act(() => store.getState().rename("Mine"));
    expect(draftOf(source)).toMatchObject({ name: "Mine" });
    const own = { id: 77, name: "Mine", description: null, ownerIds: [1], isManagedExternally: false };
    act(() => store.getState().markSaved(own, store.getState()));
    expect(readStored("explore.draft", null)).toBeNull();
  });

  test("aren't applied for another subject, when expired, or when the URL has a form", () => {
    draft({ subject: "chart 99" });
    expect(draftOf(source)).toBeUndefined();
    draft({ at: nowMs() - 8 * 24 * 3_600_000 });
    expect(draftOf(source)).toBeUndefined();
    draft();
    expect(draftOf({ ...source, address: { formDataKey: "k" } })).toBeUndefined();
  });

  test("are offered, not applied, when the URL asks for a chart type", () => {
    draft();
    const sourceWithType = { ...source, address: { datasourceId: 3, vizType: "pie" } };
    expect(draftOf(sourceWithType)).toBeUndefined();
    expect(offerableDraft(sourceWithType)).toMatchObject({ name: "Jobs" });
    expect(offerableDraft(source)).toBeUndefined();
    const store = renderWorkbench(<Drafting source={sourceWithType} />);
    act(() => store.getState().set("row_limit", 5));
    expect(draftOf(source)).toMatchObject({ name: "Jobs" });
  });

  test("are ignored if invalid", () => {
    draft({ formData: "?" });
    expect(draftOf(source)).toBeUndefined();
  });
});

test("shortcuts need exactly their modifiers", () => {
  const press = (key: string, on: Partial<KeyboardEvent> = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...on,
  });
  expect(isPressed("Mod+Enter", press("Enter", { ctrlKey: true }))).toBe(true);
  expect(isPressed("Mod+Enter", press("Enter", { metaKey: true }))).toBe(true);
  expect(isPressed("Mod+Enter", press("Enter"))).toBe(false);
  expect(isPressed("Mod+Z", press("z", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isPressed("Mod+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true }))).toBe(true);
});
