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
      [list("ranges", "Ranges", "Upper limits of the shaded ranges, comma-separated. For example, 50,80,100")],
      [list("range_labels", "Range labels", "Range names, comma-separated")],
      [list("markers", "Markers", "Values marked with triangles, comma-separated")],
      [list("marker_labels", "Marker labels", "Marker names, comma-separated")],
      [list("marker_lines", "Marker lines", "Values marked with lines, such as targets, comma-separated")],
      [list("marker_line_labels", "Marker line labels", "Line names, comma-separated")],
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
