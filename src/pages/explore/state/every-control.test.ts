import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Control, ControlState, Widget } from "../../../chart-seam/control.ts";
import { controlsOf, visibleControls } from "../../../chart-seam/define.ts";
import { CHART_CARDS, loadedChartType } from "../../../chart-types/index.ts";
import { simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { casesOf, isSampled } from "../../../testing/full-size.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { isSameValue } from "./form-values.ts";
import { startingForm } from "./starting-form.ts";
import { createExploreStore, type ExploreStore } from "./store.ts";

await loadAllChartTypes();

const KEYS = CHART_CARDS.map((card) => card.key);

type ValuesOf = {
  readonly [W in Widget]: (control: Extract<Control, { widget: W }>, state: ControlState) => unknown[];
};

const many = (control: { multi: boolean }, values: readonly unknown[]) =>
  control.multi ? [values.slice(0, 1), values] : [...values];

const VALUES: ValuesOf = {
  metrics: (control) => many(control, ["avg_rate", "count"]),
  columns: (control) =>
    control.accepts === "temporal"
      ? many(control, ["date"])
      : many(control, control.accepts === "numeric" ? ["rate", "count"] : ["sector", "series"]),
  filters: () => [[simpleFilter("series", "IN", ["a"])], [simpleFilter("rate", ">", 3)]],
  "time-range": () => ["Last week", "Last year"],
  select: (control, state) => {
    const choices = typeof control.choices === "function" ? control.choices(state) : control.choices;
    const keys = choices.map(([key]) => key).filter((key) => key !== null && !isSameValue(key, control.default));
    return control.multi ? keys.map((key) => [key]) : keys;
  },
  radio: (control, state) => {
    const choices = typeof control.choices === "function" ? control.choices(state) : control.choices;
    return choices.map(([key]) => key).filter((key) => key !== null && key !== control.default);
  },
  checkbox: (control) => [control.default !== true],
  slider: (control) => [control.min + control.step, control.min + 2 * control.step],
  text: () => ["Words", "Others"],
  number: (control) => [(control.min ?? 0) + 3, (control.min ?? 0) + 7],
  textarea: () => ["some text", "more"],
  color: () => [{ r: 1, g: 2, b: 3, a: 1 }],
  "color-scheme": () => ["d3Category10"],
  bounds: () => [
    [1, null],
    [1, 9],
  ],
  "number-format": () => [",.3f"],
  "time-format": () => ["%Y"],
  currency: () => [{ symbol: "EUR", symbolPosition: "suffix" }],
  "column-config": () => [{ rate: { customColumnName: "R" } }],
  "conditional-formatting": () => [[{ column: "rate", operator: ">", targetValue: 3 }]],
  "annotation-layers": () => [[{ name: "L", annotationType: "FORMULA", value: "x", show: true }]],
  "x-axis-sort": () => ["name"],
  "order-by": () => [['["rate",false]']],
  "time-offset": () => ["2001-01-31", "3 weeks ago"],
  "comparison-range": () => [],
  spatial: () => [{ type: "latlong", latCol: "rate", lonCol: "count" }],
  viewport: () => [{ longitude: 1, latitude: 2, zoom: 3 }],
  "fixed-or-metric": () => [
    { type: "fix", value: 77 },
    { type: "metric", value: "avg_rate" },
  ],
  "matrix-dimension": () => [{ dimension: "sector", values: ["a"] }],
  contours: () => [[{ lowerThreshold: 3, color: { r: 1, g: 2, b: 3 }, strokeWidth: 2 }]],
  "chart-size": () => [{ type: "FIXED", configs: { width: 50, height: 50, zoom: 3 } }],
  charts: (control) => (control.multi ? [[4], [4, 5]] : [4]),
  collection: (control) => [[{ ...control.newEntry }]],
};

function valuesOf(control: Control, state: ControlState): unknown[] {
  const of = VALUES[control.widget] as (control: Control, state: ControlState) => unknown[];
  return of(control, state);
}

function open(key: string): ExploreStore {
  const type = loadedChartType(key)!;
  const formData = startingForm(type, UNEMPLOYMENT);
  return createExploreStore({ dataset: UNEMPLOYMENT, chart: null, formData, live: false }, loadedChartType);
}

const stateOf = (store: ExploreStore): ControlState => ({ formData: store.getState().formData, dataset: UNEMPLOYMENT });

function shownControls(store: ExploreStore): Control[] {
  const type = loadedChartType(store.getState().formData.viz_type)!;
  return visibleControls(type.sections, stateOf(store));
}

function fill(store: ExploreStore): void {
  for (const control of shownControls(store)) {
    const value = valuesOf(control, stateOf(store)).at(-1);
    if (value !== undefined) store.getState().set(control.name, value);
  }
}

describe("undo and redo", () => {
  const kinds = new Map<Widget, { key: string; name: string }>();
  for (const key of KEYS) {
    for (const control of shownControls(open(key))) {
      if (!kinds.has(control.widget)) kinds.set(control.widget, { key, name: control.name });
    }
  }
  const tested = [...kinds].filter(([widget]) => widget !== "comparison-range");

  test.each(tested)("cover a change of %s", (_, { key, name }) => {
    const store = open(key);
    const control = shownControls(store).find((one) => one.name === name)!;
    const before = store.getState().formData;
    const value = valuesOf(control, stateOf(store)).find((one) => !isSameValue(one, before[name]));
    expect(value).toBeDefined();
    store.getState().set(name, value);
    const after = store.getState().formData;
    expect(after[name]).toEqual(value);
    expect(store.getState().undo()).toBe(
      typeof control.label === "function" ? control.label(stateOf(store)) : control.label,
    );
    expect(store.getState().formData).toEqual(before);
    store.getState().redo();
    expect(store.getState().formData).toEqual(after);
  });

  test("cover any sequence of changes, including hidden values and type changes", () => {
    const step = fc.record({ pick: fc.nat(), value: fc.nat(), type: fc.option(fc.constantFrom(...KEYS), { freq: 6 }) });
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), fc.array(step, { minLength: 1, maxLength: 12 }), (key, steps) => {
        const store = open(key);
        const { formData, stash, unused } = store.getState();
        for (const { pick, value, type } of steps) {
          if (type) store.getState().changeType(type);
          const controls = shownControls(store);
          const control = controls[pick % controls.length]!;
          const values = valuesOf(control, stateOf(store));
          if (values.length > 0) store.getState().set(control.name, values[value % values.length]);
        }
        const end = store.getState();
        let count = 0;
        while (store.getState().undo() !== undefined) count += 1;
        expect(store.getState()).toMatchObject({ formData, stash, unused });
        while (count-- > 0) store.getState().redo();
        expect(store.getState().formData).toEqual(end.formData);
        expect(store.getState().stash).toEqual(end.stash);
      }),
      { numRuns: casesOf(50, 150) },
    );
  });
});

describe("a change of type and back", () => {
  test.each(KEYS)("from %s through every other type loses no settings", (key) => {
    const filled = open(key);
    fill(filled);
    const { formData, stash, unused } = filled.getState();
    const names = controlsOf(loadedChartType(key)!.sections).map((control) => control.name);
    const lost: string[] = [];
    for (const other of KEYS.filter((_, at) => isSampled(at, 4))) {
      const store = open(key);
      store.setState({ formData, stash, unused });
      store.getState().changeType(other);
      store.getState().changeType(key);
      const back = { ...store.getState().stash, ...store.getState().formData };
      for (const name of names) {
        if (formData[name] !== undefined && !isSameValue(back[name], formData[name])) lost.push(`${other}: ${name}`);
      }
    }
    expect(lost).toEqual([]);
  });

  test("keeps changes made in between and restores the rest", () => {
    const store = open("echarts_timeseries_line");
    store.getState().set("x_axis", "series");
    store.getState().set("limit", 5);
    store.getState().changeType("table");
    store.getState().set("row_limit", 50);
    store.getState().changeType("echarts_timeseries_line");
    expect(store.getState().formData).toMatchObject({ x_axis: "series", limit: 5, row_limit: 50, metrics: ["count"] });
    store.getState().changeType("table");
    store.getState().set("metrics", ["avg_rate"]);
    store.getState().changeType("echarts_timeseries_line");
    expect(store.getState().formData).toMatchObject({ limit: 5, row_limit: 50, metrics: ["avg_rate"] });
  });
});
