import type { Geometry } from "geojson";
import { z } from "zod";
import { rangeText } from "../../chart-kit/axes/extremes-text.ts";
import { unionOf } from "../../chart-kit/map/bounds.ts";
import { colorControl, cssOf, rampAt, rgbaOf, shareOf, toRgba, visiblePart } from "../../chart-kit/map/color.ts";
import { areaIn, boundsOfGeometry, LINE_TYPES, middleOf } from "../../chart-kit/map/geometry.ts";
import { fixedOrMetricControl, MapForm } from "../../chart-kit/map/map-form.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { mapFrame, markOf, missingLocationWarning, tooltipWriter } from "../../chart-kit/map/map-rows.ts";
import type { LegendPart, MapSpec, Rgba, ShapeLayer } from "../../chart-kit/map/map-spec.ts";
import { fadeOthers, legendOf, type Paint, paintOf, scaleOf } from "../../chart-kit/map/paint.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { flag, number } from "../../chart-kit/timeseries/schema.ts";
import { type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { columnControl, metricControl } from "../../model/form-data.ts";
import type { DataRow } from "../../model/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";

const PolygonForm = MapForm.extend({
  line_column: columnControl,
  line_type: z
    .preprocess((value) => (value === "zipcode" ? "geohash" : value), z.enum(LINE_TYPES))
    .catch("json")
    .default("json"),
  metric: metricControl,
  point_radius_fixed: fixedOrMetricControl,
  reverse_long_lat: flag(false),
  fill_color_picker: colorControl,
  stroke_color_picker: colorControl,
  filled: flag(true),
  stroked: flag(false),
  extruded: flag(false),
  line_width: number(1),
  line_width_unit: z.enum(["meters", "pixels"]).catch("pixels").default("pixels"),
  opacity: number(80),
  multiplier: number(1),
  num_buckets: number(5),
  break_points: z
    .preprocess((value) => (Array.isArray(value) ? value.map(Number).filter(Number.isFinite) : []), z.array(z.number()))
    .default([]),
});
type PolygonForm = z.infer<typeof PolygonForm>;
type Input = TransformInput<PolygonForm>;

export const definition = defineChartType({
  card,
  sections,
  schema: PolygonForm,
  buildQuery: (form) =>
    mapQuery(form, {
      places: form.line_column ? [form.line_column] : [],
      metrics: [form.metric, form.point_radius_fixed.metric],
    }),
  transform,
});

interface Fill extends Paint {
  gaps?: LegendPart;
  isBlank?: boolean;
}

interface Area {
  row: DataRow;
  geometry: Geometry;
}

function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const key = form.line_column ? columnLabel(form.line_column) : "";
  const rows = rowsOf(input.results[0]);
  const areas = rows.flatMap((row): Area[] => {
    const geometry = areaIn(row[key], form.line_type, form.reverse_long_lat);
    return geometry ? [{ row, geometry }] : [];
  });
  const measure = form.metric ? measureOf(form.metric, input) : null;
  const fill = fillOf(input, areas, measure);
  const summary = summaryOf(areas, measure);
  return {
    summary,
    isEmpty: areas.length === 0,
    ...(fill.isBlank
      ? { warning: t("No area has a value for {measure}", { measure: measure?.label ?? "" }) }
      : missingLocationWarning(rows.length - areas.length, areas.length)),
    props: {
      ...mapFrame(input, []),
      bounds: unionOf(areas.map(({ geometry }) => boundsOfGeometry(geometry))),
      summary,
      layers: [layerOf(input, areas, { measure, colorOf: fill.colorOf })],
      legend: legendOf(form, [fill.legend, fill.gaps ?? null], measure?.label),
    },
  };
}

function layerOf(
  input: Input,
  areas: readonly Area[],
  { measure, colorOf }: { measure: Measure | null; colorOf(row: DataRow): Rgba },
): ShapeLayer {
  const { formData: form, theme } = input;
  const { fixed = 0, metric } = form.point_radius_fixed;
  const height = metric ? measureOf(metric, input) : null;
  const columns = form.line_column ? [form.line_column] : [];
  const tooltipOf = tooltipWriter(input, [...(measure ? [measure.key] : []), ...(height ? [height.key] : [])]);
  const markAt = (index: number) => {
    const area = areas[index];
    const bounds = area && boundsOfGeometry(area.geometry);
    return area && bounds
      ? markOf(input, { at: middleOf(bounds), row: area.row, tooltip: tooltipOf(area.row), columns })
      : null;
  };
  const line = form.stroke_color_picker ? toRgba(form.stroke_color_picker) : rgbaOf(theme.background, 0.6);
  return {
    id: "areas",
    kind: "shapes",
    count: areas.length,
    mark: markAt,
    isFilled: form.filled,
    isStroked: form.stroked,
    isExtruded: form.extruded,
    lineWidth: form.line_width,
    lineUnit: form.line_width_unit,
    pointRadius: 4,
    shapes: areas.map(({ row, geometry }, index) => ({
      geometry,
      fill: fadeOthers(colorOf(row), input.selected != null && markAt(index)?.isSelected === false),
      line,
      elevation: (height ? (numberIn(row, height.key) ?? 0) : fixed) * form.multiplier,
    })),
  };
}

function fillOf(input: Input, areas: readonly Area[], measure: Measure | null): Fill {
  const { formData: form } = input;
  const rows = areas.map(({ row }) => row);
  // Translucent walls are unreadable.
  const alpha = form.extruded ? 1 : Math.max(0, Math.min(100, form.opacity)) / 100;
  const isOwn = form.color_scheme_type === "color_breakpoints" || form.color_scheme_type === "fixed_color";
  if (!measure || isOwn) {
    const scheme = isOwn ? form.color_scheme_type : "fixed_color";
    return paintOf(input, rows, { scheme, measure, alpha, fixed: form.fill_color_picker });
  }
  return bucketsOf(input, rows, { measure, alpha });
}

function bucketsOf(
  input: Input,
  rows: readonly DataRow[],
  { measure, alpha }: { measure: Measure; alpha: number },
): Fill {
  const { formData: form, theme } = input;
  const values = rows.flatMap((row) => numberIn(row, measure.key) ?? []);
  const { low, high, isCut } = scaleOf(values);
  const count = high > low ? Math.max(1, Math.min(20, Math.round(form.num_buckets))) : 1;
  const even = Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count);
  const ends = form.break_points.length > 1 ? [...form.break_points].sort((a, b) => a - b) : even;
  const ramp = visiblePart(input.rampOf(form.linear_color_scheme));
  const steps = Math.max(1, ends.length - 1);
  const colors = Array.from({ length: steps }, (_, i) =>
    rampAt(ramp, steps > 1 ? i / (steps - 1) : shareOf(high, { low, high })),
  );
  const none = rgbaOf(theme.others, alpha * 0.4);
  const items = colors.map((color, i) => {
    const isLast = i === colors.length - 1;
    const from = measure.short(ends[i] ?? 0);
    const to = measure.short(ends[i + 1] ?? 0);
    return {
      color: cssOf(rgbaOf(color, alpha)),
      label:
        isLast && isCut
          ? t("{value} or more", { value: from })
          : from === to
            ? from
            : t("{low} to {high}", { low: from, high: to }),
    };
  });
  const legend: LegendPart = {
    kind: "items",
    items,
    ends: { low: measure.short(ends[0] ?? low), high: `${isCut ? "≥ " : ""}${measure.short(ends.at(-1) ?? high)}` },
  };
  return {
    legend: values.length > 0 ? legend : null,
    isBlank: rows.length > 0 && values.length === 0,
    ...(values.length > 0 && values.length < rows.length
      ? { gaps: { kind: "items", items: [{ color: cssOf(none), label: t("No value") }] } }
      : {}),
    colorOf: (row: DataRow): Rgba => {
      const value = numberIn(row, measure.key);
      if (value === null) return none;
      const step = Math.max(
        0,
        Math.min(
          steps - 1,
          ends.findLastIndex((end) => value >= end),
        ),
      );
      return rgbaOf(colors[step] ?? theme.others, alpha);
    },
  };
}

function summaryOf(areas: readonly Area[], measure: Measure | null): string {
  const count = areas.length;
  if (!measure) return t("Map of {count, plural, one {# area} other {# areas}}.", { count });
  const values = areas.flatMap(({ row }) => numberIn(row, measure.key) ?? []);
  const of = { count, measure: measure.label };
  return values.length > 0
    ? t("Map of {count, plural, one {# area} other {# areas}} by {measure}, {range}.", {
        ...of,
        range: rangeText(values, measure.full),
      })
    : t("Map of {count, plural, one {# area} other {# areas}} by {measure}: no values.", of);
}
