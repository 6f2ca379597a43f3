import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { verbatim, type Widget } from "../../../chart-seam/control.ts";
import { simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { msg } from "../../../i18n/translate.ts";
import { codeIn, writeCode } from "../../../testing/code.ts";
import { serve } from "../../../testing/network.ts";
import {
  apply,
  choose,
  click,
  cross,
  field,
  hexField,
  LABEL,
  NAME,
  openWidget,
  press,
  pressKey,
  reach,
  remove,
  stepUp,
  user,
  write,
} from "../../../testing/widget-bench.tsx";
import { WIDGET_KINDS } from "../panel/ControlField.tsx";
import type { ControlOf } from "../state/widget.ts";

type Step = readonly [act: () => Promise<unknown>, value: unknown];
interface Case<W extends Widget> {
  control: Omit<ControlOf<W>, "name" | "label" | "widget">;
  start: unknown;
  field: readonly [role: string, name?: string | RegExp];
  shows: string | RegExp | (() => unknown);
  mouse: Step;
  keyboard: Step;
  clear?: Step;
}

const shownValue = (role: string, text: string, name?: string | RegExp) => async () =>
  expect(((await field(role, name)) as HTMLInputElement).value).toBe(text);
const COLOR = { r: 0, g: 122, b: 135, a: 1 };

const CASES: { readonly [W in Widget]: Case<W> } = {
  metrics: {
    control: { multi: true },
    start: ["count"],
    field: ["group"],
    shows: "Rows",
    mouse: [
      async () => {
        await click("button", "Add to Thing");
        await choose("avg_rate", "Saved metric");
      },
      ["count", "avg_rate"],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "Add to Thing");
        await reach({ text: "avg", name: "Saved metric" });
      },
      ["count", "avg_rate"],
    ],
    clear: [() => remove("Rows"), []],
  },
  columns: {
    control: { multi: true, sqlAllowed: true },
    start: ["series"],
    field: ["group"],
    shows: "Industry",
    mouse: [
      async () => {
        await click("button", "Add to Thing");
        const options = await screen.findAllByText("rate", { selector: "[class*=option] *, [class*=option]" });
        fireEvent.click(options.at(-1)!);
      },
      ["series", "rate"],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "Add to Thing");
        await reach({ text: "rate", name: "Column" });
      },
      ["series", "rate"],
    ],
    clear: [() => press("{Delete}", "button", "Industry"), []],
  },
  filters: {
    control: {},
    start: [simpleFilter("series", "IN", ["a"])],
    field: ["group"],
    shows: () => screen.getByTitle("Industry is one of a"),
    mouse: [
      async () => {
        await click("button", /^Thing: Drop/);
        await click("tab", "Custom SQL");
        await writeCode("Condition", "rate > 3");
        await apply();
      },
      [expect.objectContaining({ subject: "series" }), expect.objectContaining({ sqlExpression: "rate > 3" })],
    ],
    keyboard: [
      async () => {
        (await screen.findByTitle("Industry is one of a")).focus();
        await user.keyboard("{Enter}");
        await reach({ text: "b", name: "Value" });
        await press("{Enter}", "button", "Apply");
      },
      [expect.objectContaining({ comparator: ["a", "b"] })],
    ],
    clear: [() => remove("Industry is one of a"), []],
  },
  "time-range": {
    control: {},
    start: "Last week",
    field: ["button", /^Thing: Last week/],
    shows: "Last week",
    mouse: [
      async () => {
        await click("button", /^Thing: Last week/);
        await click("radio", "Current week");
        await waitFor(async () => expect(await field("button", "Apply")).toHaveProperty("disabled", false));
        await apply();
      },
      "Current week",
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", /^Thing: Last week/);
        await press(" ", "radio", "Previous calendar week");
        await press("{Enter}", "button", "Apply");
      },
      "previous calendar week",
    ],
    clear: [() => click("button", "Clear Thing"), "No filter"],
  },
  select: {
    control: {
      choices: [
        [1, verbatim("One")],
        [2, verbatim("Two")],
      ],
      clearable: true,
    },
    start: 1,
    field: ["combobox"],
    shows: "One",
    mouse: [() => choose("Two"), 2],
    keyboard: [() => reach({ down: 1 }), 2],
    clear: [cross, null],
  },
  radio: {
    control: {
      choices: [
        ["a", verbatim("First")],
        ["b", verbatim("Second")],
      ],
    },
    start: "a",
    field: ["radiogroup"],
    shows: async () => expect((await field("radio", "First")).getAttribute("aria-checked")).toBe("true"),
    mouse: [() => click("radio", "Second"), "b"],
    keyboard: [() => press("{ArrowRight}", "radio", "First"), "b"],
  },
  checkbox: {
    control: {},
    start: true,
    field: ["checkbox"],
    shows: async () => expect(await field("checkbox")).toHaveProperty("checked", true),
    mouse: [() => click("checkbox"), false],
    keyboard: [() => press(" ", "checkbox"), false],
  },
  slider: {
    control: { min: 0, max: 10, step: 1 },
    start: 4,
    field: ["slider"],
    shows: async () => expect((await field("slider")).getAttribute("aria-valuenow")).toBe("4"),
    mouse: [
      async () => {
        const rail = (await field("slider")).closest(".ant-slider")!;
        rail.getBoundingClientRect = () =>
          ({ left: 0, width: 100, right: 100, top: 0, height: 10, bottom: 10 }) as DOMRect;
        fireEvent.mouseDown(rail, { clientX: 80, clientY: 5 });
        fireEvent.mouseUp(document);
      },
      8,
    ],
    keyboard: [async () => pressKey(await field("slider"), "ArrowRight"), 5],
  },
  text: {
    control: {},
    start: "Words",
    field: ["textbox"],
    shows: shownValue("textbox", "Words"),
    mouse: [
      async () => {
        await click("textbox");
        await user.paste(" more");
        await user.click(document.body);
      },
      "Words more",
    ],
    keyboard: [() => write("Others"), "Others"],
    clear: [async () => user.clear(await field("textbox")), ""],
  },
  number: {
    control: { min: 0, max: 10 },
    start: "3",
    field: ["spinbutton"],
    shows: shownValue("spinbutton", "3"),
    mouse: [
      async () => {
        await field("spinbutton");
        stepUp();
      },
      4,
    ],
    keyboard: [() => write("7", "spinbutton"), 7],
    clear: [async () => user.clear(await field("spinbutton")), null],
  },
  textarea: {
    control: { language: "json" },
    start: "{}",
    field: ["textbox"],
    shows: async () => expect(await codeIn(LABEL)).toBe("{}"),
    mouse: [() => writeCode(LABEL, " "), "{} "],
    keyboard: [() => writeCode(LABEL, "\n"), "{}\n"],
  },
  color: {
    control: {},
    start: COLOR,
    field: ["button", "Thing: #007A87"],
    shows: "#007A87",
    mouse: [
      async () => {
        await click("button", /^Thing/);
        const hex = await hexField();
        fireEvent.change(hex, { target: { value: "FF0000" } });
      },
      { r: 255, g: 0, b: 0, a: 1 },
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", /^Thing/);
        const hex = await hexField();
        await user.clear(hex);
        await user.type(hex, "00FF00");
      },
      { r: 0, g: 255, b: 0, a: 1 },
    ],
  },
  "color-scheme": {
    control: { kind: "categorical" },
    start: "tessera",
    field: ["combobox"],
    shows: "Tessera",
    mouse: [
      async () => {
        await click("combobox");
        fireEvent.click((await screen.findAllByText("Superset Colors")).at(-1)!);
      },
      "supersetColors",
    ],
    keyboard: [() => reach({ text: "Preset Co" }), "presetColors"],
  },
  bounds: {
    control: {},
    start: [1, 5],
    field: ["spinbutton", "Thing: minimum"],
    shows: shownValue("spinbutton", "5", "Thing: maximum"),
    mouse: [
      async () => {
        await field("spinbutton", "Thing: minimum");
        stepUp();
      },
      [2, 5],
    ],
    keyboard: [() => write("9", "spinbutton", "Thing: maximum"), [1, 9]],
    clear: [
      async () => {
        await user.clear(await field("spinbutton", "Thing: minimum"));
        await user.tab();
      },
      [null, 5],
    ],
  },
  "number-format": {
    control: {},
    start: ",.1f",
    field: ["combobox"],
    shows: "1,234,567.9 · 0.1",
    mouse: [
      async () => {
        await click("combobox");
        fireEvent.click((await screen.findAllByTitle("Original value")).at(-1)!);
      },
      "~g",
    ],
    keyboard: [() => reach({ text: ",.5f" }), ",.5f"],
  },
  "time-format": {
    control: {},
    start: "%Y",
    field: ["combobox"],
    shows: String(new Date().getUTCFullYear()),
    mouse: [
      async () => {
        await click("combobox");
        fireEvent.click((await screen.findAllByTitle(/^Adaptive/)).at(-1)!);
      },
      "smart_date",
    ],
    keyboard: [() => reach({ text: "%m-%Y" }), "%m-%Y"],
  },
  currency: {
    control: {},
    start: { symbol: "EUR", symbolPosition: "prefix" },
    field: ["combobox"],
    shows: "EUR",
    mouse: [() => click("radio", "After"), { symbol: "EUR", symbolPosition: "suffix" }],
    keyboard: [() => reach({ text: "XTS" }), { symbol: "XTS", symbolPosition: "prefix" }],
    clear: [cross, null],
  },
  "column-config": {
    control: {},
    start: { rate: { customColumnName: "Rate of all" } },
    field: ["list"],
    shows: async () => expect((await field("button", "rate")).getAttribute("data-set")).toBe("true"),
    mouse: [
      async () => {
        await click("button", "rate");
        await click("checkbox", "Cell bars");
      },
      { rate: { customColumnName: "Rate of all", showCellBars: false } },
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "rate");
        await user.type(await field("textbox", "Display name"), "!");
      },
      { rate: { customColumnName: "Rate of all!" } },
    ],
    clear: [
      async () => {
        await click("button", "rate");
        await user.clear(await field("textbox", "Display name"));
      },
      {},
    ],
  },
  "conditional-formatting": {
    control: {},
    start: [{ column: "rate", operator: ">", targetValue: 3, colorScheme: "colorSuccess" }],
    field: ["group"],
    shows: "rate > 3",
    mouse: [
      async () => {
        await click("button", "rate > 3");
        await choose("<", "Condition");
        await apply();
      },
      [expect.objectContaining({ operator: "<", targetValue: 3 })],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "rate > 3");
        await write("8", "spinbutton", "Value");
      },
      [expect.objectContaining({ targetValue: 8 })],
    ],
    clear: [() => press("{Delete}", "button", "rate > 3"), []],
  },
  "annotation-layers": {
    control: {},
    start: [{ name: "Goal", annotationType: "FORMULA", value: "10", show: true }],
    field: ["group"],
    shows: "Goal: 10",
    mouse: [
      async () => {
        await click("button", "Goal: 10");
        const formula = await field("textbox", /^Formula/);
        await user.clear(formula);
        await user.type(formula, "2 * x");
        await apply();
      },
      [expect.objectContaining({ name: "Goal", value: "2 * x" })],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "Goal: 10");
        await write("Aim", "textbox", "Name");
      },
      [expect.objectContaining({ name: "Aim", value: "10" })],
    ],
    clear: [() => remove("Goal: 10"), []],
  },
  "x-axis-sort": {
    control: {},
    start: "sum",
    field: ["combobox"],
    shows: "Total value",
    mouse: [() => choose("Maximum value"), "max"],
    keyboard: [() => reach({ down: 1 }), "min"],
    clear: [cross, null],
  },
  "order-by": {
    control: {},
    start: ['["rate",false]'],
    field: ["combobox"],
    shows: "rate ↓ descending",
    mouse: [() => choose("date ↑ ascending"), ['["rate",false]', '["date",true]']],
    keyboard: [() => reach({ text: "date ↑" }), ['["rate",false]', '["date",true]']],
    clear: [async () => pressKey(await field("combobox"), "Backspace"), []],
  },
  "time-offset": {
    control: {},
    start: "2001-01-31",
    field: ["combobox"],
    shows: "2001-01-31",
    mouse: [() => choose("1 year ago"), "1 year ago"],
    keyboard: [() => reach({ text: "3 weeks ago" }), "3 weeks ago"],
    clear: [cross, null],
  },
  "comparison-range": {
    control: {},
    start: "1 year ago",
    field: ["status"],
    shows: "2000-01-01 00:00:00 ≤ time < 2000-02-01 00:00:00",
    mouse: [async () => undefined, "1 year ago"],
    keyboard: [async () => undefined, "1 year ago"],
  },
  spatial: {
    control: {},
    start: { type: "latlong", latCol: "rate", lonCol: "count" },
    field: ["group"],
    shows: "rate",
    mouse: [() => click("radio", "Geohash"), expect.objectContaining({ type: "geohash" })],
    keyboard: [() => reach({ text: "count", name: "Latitude" }), { type: "latlong", latCol: "count", lonCol: "count" }],
  },
  viewport: {
    control: {},
    start: { longitude: 10, latitude: 50, zoom: 4 },
    field: ["button", /^Thing: 50.00, 10.00, zoom 4/],
    shows: /50.00, 10.00, zoom 4/,
    mouse: [
      async () => {
        await click("button", /^Thing: 50/);
        await field("spinbutton", "Longitude");
        stepUp(2);
      },
      { longitude: 10, latitude: 50, zoom: 4.5 },
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", /^Thing: 50/);
        await write("9", "spinbutton", "Zoom");
      },
      { longitude: 10, latitude: 50, zoom: 9 },
    ],
    clear: [
      async () => {
        await click("button", /^Thing: 50/);
        await click("button", "Fit to the data");
      },
      null,
    ],
  },
  "fixed-or-metric": {
    control: { min: 0, max: 100 },
    start: { type: "fix", value: 20 },
    field: ["group"],
    shows: shownValue("spinbutton", "20"),
    mouse: [() => click("radio", "By metric"), { type: "metric", value: null }],
    keyboard: [() => write("30", "spinbutton"), { type: "fix", value: 30 }],
    clear: [async () => user.clear(await field("spinbutton")), { type: "fix", value: null }],
  },
  "chart-size": {
    control: {},
    start: { type: "FIXED", configs: { width: 80, height: 40 } },
    field: ["group"],
    shows: shownValue("spinbutton", "80", "Width"),
    mouse: [() => choose("Grows linearly", "Thing: growth"), expect.objectContaining({ type: "LINEAR" })],
    keyboard: [
      () => write("60", "spinbutton", "Height"),
      expect.objectContaining({ configs: expect.objectContaining({ width: 80, height: 60 }) }),
    ],
  },
  charts: {
    control: { multi: true, isPart: (key: string) => key === "pie" },
    start: [4],
    field: ["combobox"],
    shows: "Share of fleets",
    mouse: [() => choose("Share of ports"), [4, 5]],
    keyboard: [() => reach({ down: 1 }), [4, 5]],
    clear: [cross, []],
  },
  "matrix-dimension": {
    control: { picksValues: () => true },
    start: { dimension: "series", values: ["a"] },
    field: ["group"],
    shows: "a",
    mouse: [() => choose("b", "Thing: values"), { dimension: "series", values: ["a", "b"] }],
    keyboard: [() => reach({ text: "sector", name: "Thing: column" }), { dimension: "sector", values: [] }],
    clear: [cross, { dimension: "series", values: [] }],
  },
  contours: {
    control: {},
    start: [{ lowerThreshold: 3, strokeWidth: 2, color: COLOR }],
    field: ["group"],
    shows: "Line at 3, 2 px",
    mouse: [
      async () => {
        await click("button", "Line at 3, 2 px");
        await field("spinbutton", "Threshold");
        stepUp();
        await apply();
      },
      [expect.objectContaining({ lowerThreshold: 4 })],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "Line at 3, 2 px");
        await write("8", "spinbutton", "Threshold");
      },
      [expect.objectContaining({ lowerThreshold: 8 })],
    ],
    clear: [() => remove("Line at 3, 2 px"), []],
  },
  collection: {
    control: {
      title: msg("Entry"),
      addText: msg("Add an entry"),
      newEntry: {},
      fields: [{ name: "title", label: verbatim("Title"), widget: "text", required: true }],
      describe: ({ title }: Readonly<Record<string, unknown>>) => `Entry ${title}`,
    },
    start: [{ title: "one" }],
    field: ["group"],
    shows: "Entry one",
    mouse: [
      async () => {
        await click("button", "Add to Thing");
        await user.type(await field("textbox", "Title"), "two");
        await apply();
      },
      [{ title: "one" }, { title: "two" }],
    ],
    keyboard: [
      async () => {
        await press("{Enter}", "button", "Entry one");
        await write("three", "textbox", "Title");
      },
      [{ title: "three" }],
    ],
    clear: [() => press("{Delete}", "button", "Entry one"), []],
  },
};

const MADE = { since: "2000-01-01T00:00:00", until: "2000-02-01T00:00:00", timeRange: "x" };
const CHARTS = ["Share of fleets", "Share of ports"].map((slice_name, index) => ({ id: 4 + index, slice_name }));

beforeEach(() => {
  serve({
    "GET /api/v1/time_range/": { body: { result: [MADE] } },
    "GET /api/v1/chart/": { body: { count: 2, ids: [4, 5], result: CHARTS } },
    "GET /api/v1/datasource/*": { body: { result: ["a", "b"] } },
    "GET /api/v1/annotation_layer/": { body: { count: 0, ids: [], result: [] } },
    "POST /api/v1/dataset/*": { body: { result: [] } },
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  });
});

test("every widget has a test case", () => {
  expect([...WIDGET_KINDS].sort()).toEqual(Object.keys(CASES).sort());
});

describe.each(WIDGET_KINDS)("%s", (widget) => {
  const { control, start, shows, field: named, mouse, keyboard, clear } = CASES[widget] as Case<Widget>;
  const open = (problem?: string) => openWidget({ ...control, widget }, start, problem);
  const becomes = async ([act, value]: Step, store = open()) => {
    await field(...named);
    await act();
    await waitFor(() => expect(store.getState().formData[NAME]).toEqual(value), { timeout: 5000 });
  };

  test("has a label, shows its value and error, and changes by mouse", async () => {
    const store = open("Thing cannot be empty");
    const shown = await field(...named);
    if (typeof shows === "function") await shows();
    else expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
    const row = shown.closest<HTMLElement>("[data-widget]")!;
    const { id } = within(row).getByText("Thing cannot be empty");
    expect(row.querySelector(`[aria-describedby~="${id}"]`)).toBeTruthy();
    await becomes(mouse, store);
  });

  test("changes by keyboard", () => becomes(keyboard));
  if (clear) test("can be cleared", () => becomes(clear));
});
