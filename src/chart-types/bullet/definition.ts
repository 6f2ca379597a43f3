import {
  currencyControl,
  filtersControl,
  metricControl,
  numberFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { BulletForm, numbersProblem } from "./schema.ts";
import { transform } from "./transform.ts";

const list = (name: string, label: Message, description: Message): Control => ({
  name,
  label,
  description,
  widget: "text",
  render: true,
  ...(name.endsWith("labels") ? {} : { validate: numbersProblem }),
});

const sections: readonly Section[] = [
  { label: msg("Query"), expanded: true, tab: "data", rows: [[metricControl()], [filtersControl()]] },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [list("ranges", msg("Ranges"), msg("Comma-separated upper limits of the shaded ranges. For example, 50,80,100"))],
      [list("range_labels", msg("Range labels"), msg("Comma-separated range names"))],
      [list("markers", msg("Markers"), msg("Comma-separated values to mark with triangles"))],
      [list("marker_labels", msg("Marker labels"), msg("Comma-separated marker names"))],
      [list("marker_lines", msg("Marker lines"), msg("Comma-separated values to mark with lines, such as targets"))],
      [list("marker_line_labels", msg("Marker line labels"), msg("Comma-separated line names"))],
      [numberFormatControl({ name: "y_axis_format", label: msg("Value format") })],
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
