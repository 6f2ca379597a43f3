import type { Feature } from "geojson";
import { z } from "zod";
import { renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { unionOf } from "../../chart-kit/map/bounds.ts";
import { colorControl, rgbaOf, toRgba } from "../../chart-kit/map/color.ts";
import { boundsOfGeometry, featuresIn, middleOf } from "../../chart-kit/map/geometry.ts";
import { colorPicker, mapSection, queryRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { MapForm } from "../../chart-kit/map/map-form.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { mapFrame, markOf, missingLocationWarning, tooltipWriter } from "../../chart-kit/map/map-rows.ts";
import type { LabelLayer, MapLayer, MapSpec, Rgba, ShapeLayer } from "../../chart-kit/map/map-spec.ts";
import { fadeOthers } from "../../chart-kit/map/paint.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { columnControl } from "../../model/form-data.ts";
import { PickedColor } from "../../model/map-values.ts";
import type { DataRow } from "../../model/query-context.ts";
import { card } from "./card.ts";

const GeojsonForm = MapForm.extend({
  geojson: columnControl,
  fill_color_picker: colorControl,
  stroke_color_picker: colorControl,
  filled: flag(true),
  stroked: flag(false),
  extruded: flag(true),
  line_width: number(1),
  line_width_unit: z.enum(["meters", "pixels"]).catch("pixels").default("pixels"),
  point_radius_scale: number(1),
  enable_labels: flag(false),
  label_property_name: text,
  label_color: colorControl,
  label_size: number(24),
  label_size_unit: z.enum(["meters", "pixels"]).catch("pixels").default("pixels"),
  enable_icons: flag(false),
});
type GeojsonForm = z.infer<typeof GeojsonForm>;
type Input = TransformInput<GeojsonForm>;

const hasLabels = ({ formData }: { formData: Readonly<Record<string, unknown>> }) => formData.enable_labels === true;

const unit = (name: string, label: Message, part: Pick<Control, "visible"> = {}): Control => ({
  name,
  label,
  widget: "select",
  choices: [
    ["pixels", msg("Pixels")],
    ["meters", msg("Meters")],
  ],
  default: "pixels",
  render: true,
  ...part,
});

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "geojson",
          label: msg("GeoJSON column"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with a GeoJSON geometry, feature or collection in each row"),
        },
      ],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: msg("GeoJSON settings"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorPicker("fill_color_picker", msg("Fill color")), colorPicker("stroke_color_picker", msg("Outline color"))],
      [renderCheckbox("filled", msg("Fill shapes"), true), renderCheckbox("stroked", msg("Show outline"), true)],
      [
        renderCheckbox("extruded", msg("3D (extruded)"), {
          default: false,
          description: msg("Raise areas by their “elevation” property, in meters"),
        }),
      ],
      [{ name: "line_width", label: msg("Line width"), widget: "number", min: 0, default: 1, render: true }],
      [unit("line_width_unit", msg("Line width unit"))],
      [
        {
          name: "point_radius_scale",
          label: msg("Point radius scale"),
          widget: "number",
          min: 0,
          default: 1,
          render: true,
        },
      ],
      [renderCheckbox("enable_labels", msg("Labels"), false)],
      [
        {
          name: "label_property_name",
          label: msg("Label property"),
          widget: "text",
          render: true,
          visible: hasLabels,
          description: msg("Feature property or tooltip column to use as the label"),
        },
      ],
      [colorPicker("label_color", msg("Label color"), { visible: hasLabels })],
      [
        {
          name: "label_size",
          label: msg("Label size"),
          widget: "number",
          min: 4,
          default: 11,
          render: true,
          visible: hasLabels,
        },
      ],
      [unit("label_size_unit", msg("Label size unit"), { visible: hasLabels })],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: GeojsonForm,
  buildQuery: (form) => mapQuery(form, { places: form.geojson ? [form.geojson] : [] }),
  transform,
});

interface Shape {
  row: DataRow;
  feature: Feature;
}

function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const key = form.geojson ? columnLabel(form.geojson) : "";
  const rows = rowsOf(input.results[0]);
  let left = 0;
  const shapes = rows.flatMap((row): Shape[] => {
    const features = featuresIn(row[key]);
    if (features.length === 0) left += 1;
    return features.map((feature) => ({ row, feature }));
  });
  const layers: MapLayer[] = [shapesLayer(input, shapes)];
  // They would overlap in small charts.
  if (form.enable_labels && ["full", "compact"].includes(densityOf(input.width, input.height)))
    layers.push(labelsLayer(input, shapes));
  const summary = t("Map of {count, plural, one {# shape} other {# shapes}}.", { count: shapes.length });
  const warning = form.enable_icons ? { warning: t("Icons from other websites aren't shown") } : {};
  return {
    summary,
    isEmpty: shapes.length === 0,
    ...warning,
    ...missingLocationWarning(left, shapes.length),
    props: {
      ...mapFrame(input, []),
      bounds: unionOf(shapes.map(({ feature }) => boundsOfGeometry(feature.geometry))),
      summary,
      layers,
      legend: null,
    },
  };
}

function shapesLayer(input: Input, shapes: readonly Shape[]): ShapeLayer {
  const { formData: form, theme } = input;
  const columns = form.geojson ? [form.geojson] : [];
  const tooltipOf = tooltipWriter(input, []);
  const markAt = (index: number) => {
    const shape = shapes[index];
    const bounds = shape && boundsOfGeometry(shape.feature.geometry);
    if (!shape || !bounds) return null;
    const own = tooltipOf(shape.row);
    const tooltip = own.rows.length > 0 ? own : { rows: propertyRows(shape.feature) };
    return markOf(input, { at: middleOf(bounds), row: shape.row, tooltip, columns });
  };
  const fill = form.fill_color_picker ? toRgba(form.fill_color_picker) : rgbaOf(theme.focus, 0.45);
  const line = form.stroke_color_picker ? toRgba(form.stroke_color_picker) : rgbaOf(theme.focus, 0.9);
  return {
    id: "shapes",
    kind: "shapes",
    count: shapes.length,
    mark: markAt,
    isFilled: form.filled,
    isStroked: form.stroked,
    isExtruded: form.extruded && shapes.some(({ feature }) => Number(feature.properties?.elevation) > 0),
    lineWidth: form.line_width,
    lineUnit: form.line_width_unit,
    pointRadius: 4 * form.point_radius_scale,
    shapes: shapes.map(({ feature }, index) => ({
      geometry: feature.geometry,
      fill: fadeOthers(
        ownColor(feature, ["fillColor", "fill"]) ?? fill,
        input.selected != null && markAt(index)?.isSelected === false,
      ),
      line: ownColor(feature, ["strokeColor", "stroke"]) ?? line,
      elevation: Number(feature.properties?.elevation) || 0,
    })),
  };
}

function ownColor({ properties }: Feature, names: readonly string[]): Rgba | null {
  const value = names.map((name) => properties?.[name]).find((one) => one !== undefined && one !== null);
  if (typeof value === "string" && /^(#|rgb)/.test(value)) return rgbaOf(value, 0.8);
  if (Array.isArray(value) && value.length >= 3 && value.every(Number.isFinite)) {
    const [r, g, b, a = 255] = value;
    return [r, g, b, a];
  }
  const picked = PickedColor.safeParse(value);
  return picked.success ? toRgba(picked.data) : null;
}

function propertyRows({ properties }: Feature) {
  return Object.entries(properties ?? {})
    .filter(([name, value]) => !/color$/i.test(name) && ["string", "number", "boolean"].includes(typeof value))
    .slice(0, 12)
    .map(([label, value]) => ({ label, value: String(value) }));
}

function labelsLayer({ formData: form, theme }: Input, shapes: readonly Shape[]): LabelLayer {
  const name = form.label_property_name ?? "name";
  // Larger shapes keep their labels when there is no room for all.
  const bySize = shapes
    .flatMap((shape) => {
      const bounds = boundsOfGeometry(shape.feature.geometry);
      return bounds ? [{ ...shape, bounds, size: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) }] : [];
    })
    .sort((a, b) => b.size - a.size);
  return {
    id: "labels",
    kind: "labels",
    count: 0,
    size: form.label_size,
    unit: form.label_size_unit,
    color: form.label_color ? toRgba(form.label_color) : rgbaOf(theme.text),
    labels: bySize.flatMap(({ row, feature, bounds }) => {
      const label = feature.properties?.[name] ?? row[name];
      return label !== undefined && label !== null ? [{ at: middleOf(bounds), text: String(label) }] : [];
    }),
  };
}
