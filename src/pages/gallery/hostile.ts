import type { ChartType } from "../../chart-seam/chart-type.ts";
import { controlsOf } from "../../chart-seam/define.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { FormData } from "../../model/form-data.ts";

const HOSTILE = [
  `<img src="probe/image" onerror="window.ranHere='image'">`,
  `<script>window.ranHere='script'</script>`,
  `<svg onload="window.ranHere='svg'"><image href="probe/svg"/></svg>`,
  `<a href="javascript:window.ranHere='link'">Details</a>`,
  "javascript:window.ranHere='address'",
  `"><iframe src="probe/frame" srcdoc="<script>parent.ranHere='frame'</script>"></iframe>`,
  "image://probe/symbol",
  "url(probe/url)",
  `</style><style>@import "probe/style"; * { background: url(probe/background) }</style>`,
  "\u202egnp.exe",
  "{a|rich} {b} {{constructor}} {{{this}}}",
  "__proto__",
];

export const hostileName = (index: number) =>
  `${HOSTILE[index % HOSTILE.length]}${index < HOSTILE.length ? "" : ` ${index}`}`;

export function hostileDataset(dataset: Dataset): Dataset {
  return {
    ...dataset,
    columns: dataset.columns.map((column, index) => ({ ...column, verbose_name: hostileName(index) })),
    metrics: dataset.metrics.map((metric, index) => ({ ...metric, verbose_name: hostileName(index) })),
  };
}

/** Text fields that must hold numbers or existing names; with other text nothing is drawn. */
const VALIDATED_FIELDS = new Set(
  "root_node_id label_property_name x_axis_time_bounds intervals interval_color_indices ranges markers marker_lines".split(
    " ",
  ),
);

export function hostileForm(type: ChartType, form: FormData): FormData {
  const controls = controlsOf(type.sections);
  const texts = controls.filter(({ widget, name }) => widget === "text" && !VALIDATED_FIELDS.has(name));
  const fields = texts.map(({ name }, index) => [name, hostileName(index)]);
  const hasTemplate = controls.some(({ name }) => name === "tooltip_template");
  const template = hasTemplate ? { tooltip_template: HOSTILE.slice(0, 6).join(" ") } : {};
  return { ...form, ...Object.fromEntries(fields), ...template };
}
