import { z } from "zod";
import { QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { columnsControl, FormData, metricControl } from "../../model/form-data.ts";
import { PickedColor, readFixedOrMetric } from "../../model/map-values.ts";
import { flag, text } from "../timeseries/schema.ts";
import { colorControl } from "./color.ts";
import { styleControls } from "./map-style.ts";

const Degrees = z.coerce.number().catch(0).default(0);
const View = z
  .looseObject({
    longitude: z.coerce.number().min(-540).max(540),
    latitude: z.coerce.number().min(-90).max(90),
    zoom: z.coerce.number().min(-2).max(22).catch(1),
    bearing: Degrees,
    pitch: z.coerce.number().min(0).max(85).catch(0).default(0),
  })
  .nullish()
  .catch(null);

const Breakpoint = z.object({
  minValue: z.coerce.number(),
  maxValue: z.coerce.number(),
  color: PickedColor,
});
export type Breakpoint = z.infer<typeof Breakpoint>;

export const COLOR_SCHEMES = ["fixed_color", "categorical_palette", "linear_palette", "color_breakpoints"] as const;
export type ColorSchemeType = (typeof COLOR_SCHEMES)[number];

export const legendControl = z
  .preprocess((value) => (value === undefined ? "tr" : value), z.enum(["tl", "tr", "bl", "br"]).nullable())
  .catch("tr");

export const TooltipForm = FormData.extend({
  tooltip_contents: z.preprocess((value) => (Array.isArray(value) ? value.map(toContent) : []), z.array(z.unknown())),
  tooltip_template: text,
});
export type TooltipForm = z.infer<typeof TooltipForm>;

/** Scripts (`js_*`) in stored charts are kept with the form data but never run. */
export const MapForm = TooltipForm.extend({
  ...styleControls,
  filter_nulls: flag(true),
  js_columns: columnsControl.catch([]),
  autozoom: flag(true),
  viewport: View,
  color_scheme_type: z
    .enum([...COLOR_SCHEMES, "default"])
    .nullish()
    .catch(null),
  color_picker: colorControl,
  color_breakpoints: z.array(Breakpoint).nullish().catch(null),
  default_breakpoint_color: colorControl,
  deafult_breakpoint_color: colorControl,
  linear_color_scheme: text,
  legend_position: legendControl,
  legend_format: text,
});
export type MapForm = z.infer<typeof MapForm>;

export type TooltipPart = { column: QueryColumn } | { metric: QueryMetric };

function toContent(value: unknown): TooltipPart | undefined {
  const part = value as { item_type?: string; column_name?: unknown; metric_name?: unknown; aggregate?: unknown };
  if (part?.item_type === "metric" && typeof part.metric_name === "string") return { metric: part.metric_name };
  if (typeof part?.column_name === "string") return { column: part.column_name };
  const metric = QueryMetric.safeParse(value);
  if (metric.success && typeof metric.data !== "string") return { metric: metric.data };
  const column = QueryColumn.safeParse(value);
  return column.success ? { column: column.data } : undefined;
}

export const tooltipParts = (form: TooltipForm): TooltipPart[] =>
  form.tooltip_contents.filter(Boolean) as TooltipPart[];

/** `{type: "fix", value: 1000}`, `{type: "metric", value: metric}`, or either bare. */
export const fixedOrMetricControl = z
  .preprocess(
    (value) => {
      const { type, value: inner } = readFixedOrMetric(value) ?? {};
      if (type === "metric") return { metric: inner };
      return inner === null || inner === undefined || inner === "" ? {} : { fixed: Number(inner) };
    },
    z.object({ fixed: z.number().optional(), metric: metricControl }),
  )
  .catch({});
