import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { type Control, verbatim } from "../../../chart-seam/control.ts";
import { defineChartType } from "../../../chart-seam/define.ts";
import { msg } from "../../../i18n/translate.ts";
import { Dataset } from "../../../model/dataset.ts";
import { FormData } from "../../../model/form-data.ts";
import { ControlField } from "../panel/ControlField.tsx";
import { swapDataset } from "../state/dataset-swap.ts";
import { rolesOf } from "../state/roles.ts";

const QUAKES = Dataset.parse({
  id: 7,
  table_name: "earthquakes",
  columns: [
    { column_name: "latitude", type: "DOUBLE", type_generic: 0 },
    { column_name: "longitude", type: "DOUBLE", type_generic: 0 },
    { column_name: "mag", type: "DOUBLE", type_generic: 0 },
    { column_name: "place", type: "VARCHAR", type_generic: 1 },
    { column_name: "geohash", type: "VARCHAR", type_generic: 1 },
  ],
  metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
});

const SPATIAL: Control = { name: "spatial", label: verbatim("Place"), widget: "spatial", required: true };
const RADIUS: Control = {
  name: "point_radius_fixed",
  label: verbatim("Point radius"),
  widget: "fixed-or-metric",
  default: { type: "fix", value: 1000 },
};

function Host({ control, start, onChange }: { control: Control; start: unknown; onChange(value: unknown): void }) {
  const [value, setValue] = useState(start);
  return (
    <ControlField
      control={control}
      state={{ formData: { viz_type: "x", [control.name]: value }, dataset: QUAKES }}
      problem={undefined}
      onChange={(_, next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

async function show(control: Control, start?: unknown) {
  await import("./lazy-widgets.ts");
  const changes = vi.fn();
  render(<Host control={control} start={start} onChange={changes} />);
  await waitFor(() => expect(document.querySelector("[data-widget] button")).toBeTruthy());
  return () => changes.mock.lastCall?.[0];
}

async function choose(field: string, option: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: field }));
  const found = await screen.findAllByText(option, { selector: ".ant-select-item-option-content, [class*=option]" });
  fireEvent.click(found.at(-1) ?? document.body);
}

test("chart sizes are computed for every zoom level", async () => {
  await import("./lazy-widgets.ts");
  const changes = vi.fn();
  render(
    <Host
      control={{ name: "chart_size", label: verbatim("Chart size"), widget: "chart-size" }}
      start={null}
      onChange={changes}
    />,
  );
  fireEvent.change(await screen.findByRole("spinbutton", { name: "Width" }), { target: { value: "50" } });
  await waitFor(() => expect(changes).toHaveBeenCalled());
  expect(changes.mock.lastCall?.[0]).toMatchObject({
    type: "FIXED",
    configs: { width: 50, height: 100 },
    values: { 0: { width: 50, height: 100 }, 28: { width: 50, height: 100 } },
  });
  await choose("Chart size: growth", "Grows linearly");
  expect(changes.mock.lastCall?.[0]).toMatchObject({
    type: "LINEAR",
    values: { 0: { width: 10, height: 20 }, 6: { width: 50, height: 100 }, 7: { width: 80, height: 160 } },
  });
});

describe("places", () => {
  test("are two columns, one column, or a geohash, preselected by name", async () => {
    const last = await show(SPATIAL);
    await choose("Latitude", "latitude");
    await choose("Longitude", "longitude");
    expect(last()).toEqual({ type: "latlong", latCol: "latitude", lonCol: "longitude" });
    await userEvent.click(screen.getByRole("radio", { name: "Geohash" }));
    expect(last()).toEqual({ type: "geohash", geohashCol: "geohash", reverseCheckbox: false });
    await userEvent.click(screen.getByRole("checkbox", { name: "Swap longitude and latitude" }));
    expect(last()).toMatchObject({ type: "geohash", reverseCheckbox: true });
    screen.getByRole("radio", { name: "Geohash" }).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(last()).toMatchObject({ type: "delimited", delimiter: "," });
    await choose("Coordinates", "place");
    await userEvent.tripleClick(screen.getByRole("textbox", { name: "Delimiter" }));
    await userEvent.keyboard(";");
    expect(last()).toEqual({ type: "delimited", lonlatCol: "place", delimiter: ";", reverseCheckbox: false });
    await userEvent.click(screen.getByRole("radio", { name: "Two columns" }));
    expect(last()).toEqual({ type: "latlong", latCol: "latitude", lonCol: "longitude" });
  });
});

describe("sizes", () => {
  test("are fixed or by metric", async () => {
    const last = await show(RADIUS);
    const field = screen.getByRole("spinbutton", { name: "Point radius" });
    expect(field).toHaveProperty("value", "1000");
    await userEvent.clear(field);
    await userEvent.type(field, "25");
    expect(last()).toEqual({ type: "fix", value: 25 });
    await userEvent.click(screen.getByRole("radio", { name: "By metric" }));
    expect(last()).toEqual({ type: "metric", value: null });
    await userEvent.click(screen.getByRole("button", { name: /Drop a metric or click/ }));
    await choose("Saved metric", "count");
    expect(last()).toEqual({ type: "metric", value: "count" });
    await userEvent.click(screen.getByRole("radio", { name: "Fixed" }));
    expect(last()).toEqual({ type: "fix", value: 1000 });
  });

  test("of legacy charts are accepted", async () => {
    await show(RADIUS, "count");
    expect(screen.getByTitle("count")).toBeTruthy();
  });
});

test("the map view is set by numbers and reset", async () => {
  const last = await show({ name: "viewport", label: verbatim("View"), widget: "viewport" });
  await userEvent.click(screen.getByRole("button", { name: "View: Fits the data" }));
  await userEvent.type(await screen.findByRole("spinbutton", { name: "Longitude" }), "8.5");
  await userEvent.type(screen.getByRole("spinbutton", { name: "Latitude" }), "47.4");
  await userEvent.type(screen.getByRole("spinbutton", { name: "Zoom" }), "9");
  expect(last()).toEqual({ longitude: 8.5, latitude: 47.4, zoom: 9 });
  expect(screen.getByRole("button", { name: "View: 47.40, 8.50, zoom 9" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Fit to the data" }));
  expect(last()).toBeNull();
});

test("contours can be lines or bands", async () => {
  const last = await show({ name: "contours", label: verbatim("Contours"), widget: "contours" });
  await userEvent.click(screen.getByRole("button", { name: /Add a contour/ }));
  expect(await screen.findByText("Threshold cannot be empty")).toBeTruthy();
  await userEvent.type(await screen.findByRole("spinbutton", { name: "Threshold" }), "3{enter}");
  const color = { r: 53, g: 89, b: 177, a: 1 };
  expect(last()).toEqual([{ lowerThreshold: 3, color, strokeWidth: 1 }]);
  await userEvent.click(screen.getByRole("button", { name: "Line at 3, 1 px" }));
  await userEvent.type(await screen.findByRole("spinbutton", { name: "Upper threshold" }), "2");
  expect(screen.getByText("The upper threshold must be greater than the lower one")).toBeTruthy();
  await userEvent.clear(screen.getByRole("spinbutton", { name: "Upper threshold" }));
  await userEvent.type(screen.getByRole("spinbutton", { name: "Upper threshold" }), "5{enter}");
  expect(last()).toEqual([{ lowerThreshold: 3, upperThreshold: 5, color }]);
  screen.getByRole("button", { name: "Band 3 to 5" }).focus();
  await userEvent.keyboard("{Delete}");
  expect(last()).toEqual([]);
});

test("a collection's entries have the configured fields", async () => {
  const last = await show({
    name: "column_collection",
    label: verbatim("Columns"),
    widget: "collection",
    title: msg("Column"),
    addText: msg("Add a column"),
    newEntry: { label: "", width: 60 },
    fields: [
      { name: "label", label: verbatim("Label"), widget: "text", required: true },
      { name: "width", label: verbatim("Width"), widget: "number" },
    ],
    describe: (entry) => String(entry.label),
  });
  await userEvent.click(screen.getByRole("button", { name: /Add a column/ }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Label" }), "Trend{enter}");
  expect(last()).toEqual([{ label: "Trend", width: 60 }]);
  expect(screen.getByRole("button", { name: "Trend" })).toBeTruthy();
});

describe("in the form", () => {
  const type = defineChartType({
    card: {
      folder: "map",
      key: "map",
      name: verbatim("Map"),
      description: verbatim(""),
      category: "Map",
      tags: [],
      icon: "Map",
      behaviors: [],
      skeleton: "points",
    },
    schema: FormData,
    sections: [{ label: verbatim("Query"), rows: [[SPATIAL], [RADIUS]] }],
    buildQuery: () => ({ datasource: { id: 7, type: "table" }, queries: [] }),
    transform: () => ({ props: {}, summary: "" }),
  });

  test.each([
    [{}, { spatial: "Place cannot be empty" }],
    [{ spatial: { type: "latlong", latCol: "latitude" } }, { spatial: "Choose the longitude column" }],
    [{ spatial: { type: "delimited" } }, { spatial: "Choose the column with both coordinates" }],
    [{ spatial: { type: "nonsense" } }, { spatial: "Choose a location format" }],
    [
      { spatial: { type: "geohash", geohashCol: "geohash" }, point_radius_fixed: { type: "metric" } },
      { point_radius_fixed: "Choose a metric" },
    ],
    [
      { spatial: { type: "geohash", geohashCol: "geohash" }, point_radius_fixed: { type: "fix", value: "many" } },
      { point_radius_fixed: "Enter a number" },
    ],
    [{ spatial: { type: "geohash", geohashCol: "geohash" }, point_radius_fixed: 10 }, {}],
  ])("validates %o: %o", (form, problems) => expect(type.validate({ viz_type: "map", ...form })).toEqual(problems));

  const formData = {
    viz_type: "map",
    spatial: { type: "latlong", latCol: "latitude", lonCol: "longitude" },
    point_radius_fixed: { type: "metric", value: "count" },
  };

  test("the dataset panel shows where columns are used", () => {
    const roles = rolesOf(type, { formData, dataset: QUAKES });
    expect([roles.get("column:latitude"), roles.get("metric:count")]).toEqual(["Place", "Point radius"]);
  });

  test("swapping the dataset keeps columns that both have", () => {
    const to = Dataset.parse({ ...QUAKES, id: 8, columns: QUAKES.columns.slice(0, 1) });
    const swapped = swapDataset({ type, formData, from: QUAKES, to });
    expect(swapped.formData).toMatchObject({ spatial: null, point_radius_fixed: { type: "metric", value: "count" } });
    expect([swapped.kept, swapped.lost]).toEqual([["Point radius"], ["Place"]]);
  });
});
