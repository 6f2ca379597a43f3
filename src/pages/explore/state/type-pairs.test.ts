import { expect, test } from "vitest";
import { controlsOf, visibleControls } from "../../../chart-seam/define.ts";
import { CHART_CARDS, loadedChartType } from "../../../chart-types/index.ts";
import { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { loadAllChartTypes } from "../../../testing/chart-types.ts";
import { toList } from "./form-values.ts";
import { startingForm } from "./starting-form.ts";
import { switchType } from "./type-switch.ts";

await loadAllChartTypes();

const texts = ["a", "b", "c", "d", "e", "f"];
const measures = ["m1", "m2", "m3", "m4", "m5"];
const DATASET = Dataset.parse({
  id: 3,
  table_name: "events",
  main_dttm_col: "day",
  columns: [
    { column_name: "day", type: "DATE", is_dttm: true, type_generic: 2 },
    { column_name: "noted", type: "DATE", is_dttm: true, type_generic: 2 },
    ...texts.map((column_name) => ({ column_name, type: "VARCHAR", type_generic: 1 })),
    { column_name: "number", type: "DOUBLE", type_generic: 0 },
  ],
  metrics: measures.map((metric_name) => ({ metric_name, expression: `SUM(${metric_name})` })),
  time_grain_sqla: [["P1D", "Day"]],
});

const KEYS = CHART_CARDS.map(({ key }) => key);
const METRICS = new Set(["metrics", "metric", "x", "y", "size", "secondary_metric", "metrics_b"]);
const DIMENSIONS = new Set(
  "groupby columns series entity source target groupbyRows groupbyColumns y_axis dimension groupby_b".split(" "),
);
const OVER_TIME = new Set([
  ..."echarts_timeseries_line echarts_area echarts_timeseries_smooth echarts_timeseries_step echarts_timeseries".split(
    " ",
  ),
  ..."big_number mixed_timeseries compare time_pivot horizon".split(" "),
]);
type Role = "metric" | "dimension" | "time";

function roleOf(
  key: string,
  { name, widget, accepts }: { name: string; widget: string; accepts?: string },
): Role | undefined {
  if (widget === "metrics") return METRICS.has(name) ? "metric" : undefined;
  if (widget !== "columns") return undefined;
  if (accepts === "temporal" || (name === "x_axis" && OVER_TIME.has(key))) return "time";
  return !accepts && (DIMENSIONS.has(name) || name === "x_axis") ? "dimension" : undefined;
}

function places(formData: FormData, role: Role) {
  const { sections } = loadedChartType(formData.viz_type)!;
  return visibleControls(sections, { formData, dataset: DATASET })
    .filter((control) => roleOf(formData.viz_type, control) === role)
    .map((control) => ({
      name: control.name,
      isMulti: "multi" in control && control.multi === true,
      values: toList(formData[control.name] as string | string[]),
    }));
}

function filled(key: string, hasTextAxis: boolean): FormData {
  const type = loadedChartType(key)!;
  const form = startingForm(type, DATASET);
  const left = { metric: [...measures], dimension: [...texts], time: [] };
  for (const control of visibleControls(type.sections, { formData: form, dataset: DATASET })) {
    const role = roleOf(key, control);
    if (role === "time" || (control.name === "x_axis" && !hasTextAxis)) form[control.name] = "noted";
    if (!role || form[control.name] === "noted") continue;
    const isMulti = "multi" in control && control.multi;
    const values = left[role].splice(0, isMulti ? 2 : 1);
    if (values.length > 0) form[control.name] = isMulti ? values : values[0];
  }
  return form;
}

function faults(from: string, to: string, hasTextAxis: boolean): string[] {
  const formData = filled(from, hasTextAxis);
  const input = { from: loadedChartType(from), to: loadedChartType(to)!, formData, unused: {}, dataset: DATASET };
  const { formData: next } = switchType(input);
  const found: string[] = [];
  for (const role of ["metric", "dimension"] as const) {
    const known = role === "metric" ? measures : texts;
    const before = places(formData, role).flatMap(({ values }) => values.filter((one) => known.includes(one)));
    const slots = places(next, role);
    const lost = before.filter((one) => !slots.some(({ values }) => values.includes(one)));
    // What else a place may hold: the time of the chart before.
    const knownValues = new Set<unknown>([...before, ...Object.values(formData).flat()]);
    const free = slots.filter(({ isMulti, values }) => isMulti || !knownValues.has(values[0]));
    if (lost.length > 0 && free.length > 0)
      found.push(`drops ${lost.join()} of ${role}s: ${free.map(({ name }) => name)}`);
    const all = slots.flatMap(({ values }) => values);
    if (new Set(all).size < all.length && role === "dimension") found.push(`repeats ${all.join()}`);
  }
  const time = Object.values(formData).includes("noted") ? "noted" : "day";
  const times = places(next, "time").filter(({ name }) => name !== "end_time");
  for (const { name, values } of times)
    if (values.join() !== time && !(name === "start_time" && time === "day"))
      found.push(`has ${values.join() || "nothing"} as time instead of ${time}: ${name}`);
  return found.map((fault) => `${from}${hasTextAxis ? " by text" : ""} -> ${to}: ${fault}`);
}

test.each(KEYS)("changing from %s to any type drops nothing that it takes, and makes no text a time", (from) => {
  const takesText = controlsOf(loadedChartType(from)!.sections).some(
    (control) => control.name === "x_axis" && roleOf(from, control) === "dimension",
  );
  const found = KEYS.filter((to) => to !== from).flatMap((to) => [
    ...faults(from, to, false),
    ...(takesText ? faults(from, to, true) : []),
  ]);
  expect(found).toEqual([]);
});

test.each([
  ["heatmap_v2", { x_axis: "a", groupby: "b" }, "pivot_table_v2", { groupbyRows: ["a"], groupbyColumns: ["b"] }],
  ["pivot_table_v2", { groupbyRows: ["a"], groupbyColumns: ["b"] }, "heatmap_v2", { x_axis: "a", groupby: "b" }],
  ["echarts_timeseries_bar", { x_axis: "a" }, "echarts_timeseries_step", { x_axis: "day", groupby: ["a"] }],
  ["pie", { groupby: ["a", "b"] }, "sankey_v2", { source: "a", target: "b" }],
  [
    "bubble_v2",
    { entity: "a", x: "m1", y: "m2", size: "m3" },
    "table",
    { groupby: ["a"], metrics: ["m1", "m2", "m3"] },
  ],
  ["echarts_timeseries_line", { x_axis: "noted" }, "rose", { granularity_sqla: "noted" }],
  ["echarts_timeseries_line", { x_axis: "noted" }, "gantt_chart", { start_time: "noted" }],
])("%s of %o becomes %s of %o", (from, choices, to, expected) => {
  const formData = { ...startingForm(loadedChartType(from)!, DATASET), ...choices };
  const input = { from: loadedChartType(from), to: loadedChartType(to)!, formData, unused: {}, dataset: DATASET };
  expect(switchType(input).formData).toMatchObject(expected);
});
