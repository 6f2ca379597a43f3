import { z } from "zod";
import { colorControl } from "../../chart-kit/map/color.ts";
import { legendControl } from "../../chart-kit/map/map-form.ts";
import { number } from "../../chart-kit/timeseries/schema.ts";
import { columnControl, FormData } from "../../model/form-data.ts";

/** Types that can be drawn at locations: those based on one plain list of rows. */
const PARTS = ["pie", "funnel", "gauge_chart", "treemap_v2", "sunburst_v2", "radar", "big_number_total", "word_cloud"];
export const isPart = (vizType: string): boolean => PARTS.includes(vizType);

const Size = z.looseObject({ width: z.coerce.number().positive(), height: z.coerce.number().positive() });
/** Pixels per zoom level. `values` are computed from `configs`; without them, one size applies everywhere. */
const ChartSize = z.looseObject({
  type: z.enum(["FIXED", "LINEAR", "EXP"]).catch("FIXED"),
  configs: z.record(z.string(), z.unknown()).catch({}),
  values: z.record(z.string(), Size).catch({}),
});

const MapPlace = z.looseObject({
  mode: z.string().nullish(),
  longitude: z.coerce.number().min(-540).max(540),
  latitude: z.coerce.number().min(-90).max(90),
  zoom: z.coerce.number().min(-2).max(28).catch(1),
});

/** External background maps (`layer_configs`) in stored charts are kept but not requested. */
export const CartodiagramForm = FormData.extend({
  /** A chart ID, or the chart's JSON when it was selected. */
  selected_chart: z.preprocess(toChart, z.union([z.number(), FormData]).nullable()),
  geom_column: columnControl,
  legend_position: legendControl,
  map_view: MapPlace.nullish().catch(null),
  chart_size: ChartSize.nullish().catch(null),
  chart_background_color: colorControl,
  chart_background_border_radius: number(10),
});
export type CartodiagramForm = z.infer<typeof CartodiagramForm>;

function toChart(value: unknown): unknown {
  if (typeof value === "number") return value;
  const chart = typeof value === "string" ? maybeJson(value) : value;
  if (typeof chart === "number") return chart;
  const { id, slice_name, viz_type, params } = (chart ?? {}) as Record<string, unknown>;
  const form = typeof params === "string" ? maybeJson(params) : (params ?? chart);
  const slice_id = typeof id === "number" ? id : undefined;
  const whole = { slice_name, ...(viz_type ? { viz_type } : {}), ...(form as object | null), slice_id };
  if (FormData.safeParse(whole).success) return whole;
  return typeof id === "number" ? id : null;
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function sizeAt({ chart_size }: CartodiagramForm, zoom: number): { width: number; height: number } {
  const level = Math.max(0, Math.min(28, Math.round(zoom)));
  const found = chart_size?.values[String(level)] ?? Size.safeParse(chart_size?.configs).data;
  return { width: found?.width ?? 100, height: found?.height ?? 100 };
}
