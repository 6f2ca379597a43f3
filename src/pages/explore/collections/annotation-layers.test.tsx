import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { type Control, verbatim } from "../../../chart-seam/control.ts";
import { definition as timeseriesLine } from "../../../chart-types/timeseries-line/definition.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { FormData } from "../../../model/form-data.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { ControlField } from "../panel/ControlField.tsx";
import { needsQuery } from "../state/diff.ts";
import { useControlState, useWorkbench } from "../workbench/store-context.ts";
import { layerProblem, NEW_LAYER, resultColumnsOf, withType } from "./layer-rules.ts";

const TABLE = {
  id: 7,
  slice_name: "Launches",
  params: JSON.stringify({
    viz_type: "table",
    query_mode: "aggregate",
    groupby: ["at", "ends", "rocket"],
    metrics: [{ expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "crew" }, label: "crew" }],
  }),
};
beforeEach(() => {
  serve({
    "GET /api/v1/annotation_layer/": {
      body: {
        count: 2,
        ids: [3, 4],
        result: [
          { id: 3, name: "Storms" },
          { id: 4, name: "Strikes" },
        ],
      },
    },
    "GET /api/v1/chart/": { body: { count: 1, ids: [7], result: [{ id: 7, slice_name: "Launches" }] } },
    "GET /api/v1/chart/7": { body: { id: 7, result: TABLE } },
  });
});

const control: Control = { name: "annotation_layers", label: verbatim("Layers"), widget: "annotation-layers" };
function Field() {
  const { store } = useWorkbench();
  const state = useControlState();
  return <ControlField control={control} state={state} problem={undefined} onChange={store.getState().set} />;
}
const open = (layers: AnnotationLayer[] = []) =>
  renderWorkbench(<Field />, { type: "table", form: { annotation_layers: layers } });
const layersOf = (store: ReturnType<typeof open>) => store.getState().formData.annotation_layers as AnnotationLayer[];

async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: label }));
  const items = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")].filter(
      (item) => item.textContent === option && !item.closest(".ant-select-dropdown-hidden"),
    );
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  await userEvent.click(items.at(-1) as HTMLElement);
}
const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));
async function add(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: /Add an annotation layer/ }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), name);
}

describe("an annotation layer", () => {
  test("validates its formula", async () => {
    const store = open();
    await userEvent.click(await screen.findByRole("button", { name: /Add an annotation layer/ }));
    expect(await screen.findByText("Enter a name")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Target");
    await userEvent.type(screen.getByRole("textbox", { name: "Formula" }), "2x +");
    expect(screen.getByText("Not a valid formula of x")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Formula" }), " 1");
    await apply();
    expect(layersOf(store)).toMatchObject([{ name: "Target", annotationType: "FORMULA", value: "2x + 1", show: true }]);
  });

  test("of events uses annotation layers", async () => {
    const store = open();
    await add("Weather");
    await choose("Annotation layer type", "Event");
    expect(screen.getAllByText("Choose an annotation layer").length).toBeGreaterThan(1);
    await choose("Annotation layer", "Strikes");
    await apply();
    expect(layersOf(store)).toMatchObject([
      { name: "Weather", annotationType: "EVENT", sourceType: "NATIVE", value: 4, showLabel: true, overrides: {} },
    ]);
  });

  test("of table intervals needs start and end columns", async () => {
    const store = open();
    await add("Launches");
    await choose("Annotation layer type", "Interval");
    await choose("Annotation source", "Table");
    await choose("Chart", "Launches");
    expect(screen.getByText("Choose the time column")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Data" }));
    await choose("Time column", "at");
    expect(screen.getByText("Choose the end column")).toBeTruthy();
    await choose("Interval end column", "ends");
    await choose("Title column", "rocket");
    await userEvent.click(screen.getByRole("checkbox", { name: "Use this chart's time range" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Time shift" }), "7 days");
    await apply();
    expect(layersOf(store)).toMatchObject([
      {
        annotationType: "INTERVAL",
        sourceType: "table",
        value: 7,
        timeColumn: "at",
        intervalEndColumn: "ends",
        titleColumn: "rocket",
        overrides: { time_shift: "7 days" },
      },
    ]);
    expect(layersOf(store)[0]?.overrides).not.toHaveProperty("time_range");
  });

  test("has display settings", async () => {
    const store = open([{ ...NEW_LAYER, name: "Goal", annotationType: "TIME_SERIES", sourceType: "line", value: 7 }]);
    await userEvent.click(await screen.findByRole("button", { name: "Goal" }));
    await userEvent.click(await screen.findByRole("tab", { name: "Display" }));
    await choose("Style", "Long dashed");
    await choose("Opacity", "0.5");
    await userEvent.click(screen.getByRole("checkbox", { name: "Show markers" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Hide line" }));
    await apply();
    expect(layersOf(store)).toMatchObject([
      { style: "longDashed", opacity: "opacityMedium", showMarkers: true, hideLine: true, value: 7 },
    ]);
  });

  test("can be removed, and edits can be canceled", async () => {
    const layer = { ...NEW_LAYER, name: "Target", value: "2" };
    const store = open([layer, { ...layer, name: "Other", annotationType: "EVENT", sourceType: "NATIVE", extra: 1 }]);
    await userEvent.click(await screen.findByRole("button", { name: "Other" }));
    const form = await screen.findByRole("form", { name: "Annotation layer" });
    await userEvent.click(within(form).getByRole("button", { name: "Cancel" }));
    expect(layersOf(store)[1]).toMatchObject({ name: "Other", extra: 1 });
    await userEvent.click(await screen.findByRole("button", { name: "Target: 2" }));
    const other = await screen.findByRole("form", { name: "Annotation layer" });
    await userEvent.click(within(other).getByRole("button", { name: "Remove" }));
    expect(layersOf(store).map((one) => one.name)).toEqual(["Other"]);
  });
});

describe("rules", () => {
  test("names are unique, and sources match the type", () => {
    const event = withType({ ...NEW_LAYER, name: "a" }, "EVENT");
    expect(event).toMatchObject({ sourceType: "NATIVE", value: "" });
    expect(layerProblem({ ...event, value: 3 }, ["a"])).toBe("Another layer already has this name");
    expect(layerProblem({ ...event, value: 3 }, ["b"])).toBeUndefined();
    expect(withType({ ...event, value: 3 }, "INTERVAL")).toMatchObject({ sourceType: "NATIVE", value: 3 });
    expect(withType({ ...event, value: 3 }, "TIME_SERIES")).toMatchObject({ sourceType: "line", value: "" });
  });

  test("columns of a chart are its result columns", () => {
    expect(resultColumnsOf(TABLE.params)).toEqual(["at", "ends", "rocket", "crew"]);
    const raw = { viz_type: "table", query_mode: "raw", all_columns: ["a", "b"], metrics: ["count"] };
    expect(resultColumnsOf(JSON.stringify(raw))).toEqual(["a", "b"]);
    expect(resultColumnsOf("{")).toEqual([]);
  });

  test("only changes to a layer's data need a new query", () => {
    const form = (layer: Partial<AnnotationLayer>) =>
      FormData.parse({ viz_type: "x", annotation_layers: [{ ...NEW_LAYER, name: "a", ...layer }] });
    const event: Partial<AnnotationLayer> = { annotationType: "EVENT", sourceType: "NATIVE", value: 3 };
    const isQueryNeeded = (before: Partial<AnnotationLayer>, after: Partial<AnnotationLayer>) =>
      Boolean(needsQuery(timeseriesLine, form(before), form(after)));
    expect(isQueryNeeded({ value: "1" }, { value: "2" })).toBe(false);
    expect(isQueryNeeded(event, { ...event, color: "#112233", showLabel: false })).toBe(false);
    expect(isQueryNeeded(event, { ...event, value: 4 })).toBe(true);
    expect(isQueryNeeded({ value: "1" }, event)).toBe(true);
    expect(isQueryNeeded(event, { ...event, show: false })).toBe(true);
  });
});
