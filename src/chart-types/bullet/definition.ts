import {
  currencyControl,
  filtersControl,
  metricControl,
  numberFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { BulletForm, numbersProblem } from "./schema.ts";
import { transform } from "./transform.ts";

const list = (name: string, label: string, description: string): Control => ({
  name,
  label,
  description,
  widget: "text",
  render: true,
  ...(name.endsWith("labels") ? {} : { validate: numbersProblem }),
});

const sections: readonly Section[] = [
  { label: "Query", expanded: true, tab: "data", rows: [[metricControl()], [filtersControl()]] },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [list("ranges", "Ranges", "Upper ends of the shaded ranges, with commas between")],
      [list("range_labels", "Range labels", "What the ranges are called")],
      [list("markers", "Markers", "Values to mark by triangles")],
      [list("marker_labels", "Marker labels", "What the markers are called")],
      [list("marker_lines", "Marker lines", "Values to mark by lines, as a target")],
      [list("marker_line_labels", "Marker line labels", "What the lines are called")],
      [numberFormatControl({ name: "y_axis_format", label: "Value format" })],
      [currencyControl()],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: BulletForm,
  buildQuery: (form) =>
    queryContext(form, [{ ...baseQuery(form), columns: [], metrics: form.metric ? [form.metric] : [] }]),
  transform,
});
