import { z } from "zod";
import { metricControl as metricPicker, renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { boundsOf, unionOf } from "../../chart-kit/map/bounds.ts";
import { rgbaOf } from "../../chart-kit/map/color.ts";
import { LINE_TYPES, pointsIn } from "../../chart-kit/map/geometry.ts";
import { colorRows, legendRows, mapSection, queryRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { MapForm } from "../../chart-kit/map/map-form.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { mapFrame, markOf, missingLocationWarning, tooltipWriter } from "../../chart-kit/map/map-rows.ts";
import type { MapSpec, PathLayer, Rgba } from "../../chart-kit/map/map-spec.ts";
import { fadeOthers, legendOf, paintOf } from "../../chart-kit/map/paint.ts";
import type { Position } from "../../chart-kit/map/spatial.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { flag, number } from "../../chart-kit/timeseries/schema.ts";
import { measureOf } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { columnControl, metricControl } from "../../model/form-data.ts";
import type { DataRow } from "../../model/query-context.ts";
import { card } from "./card.ts";

const PathForm = MapForm.extend({
  line_column: columnControl,
  line_type: z.enum(LINE_TYPES).catch("json").default("json"),
  dimension: columnControl,
  metric: metricControl,
  line_width: number(1),
  line_width_unit: z.enum(["meters", "pixels"]).catch("pixels").default("meters"),
  reverse_long_lat: flag(false),
});
type PathForm = z.infer<typeof PathForm>;
type Input = TransformInput<PathForm>;

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "line_column",
          label: msg("Line column"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with the points of each line (longitude, latitude)"),
        },
      ],
      [
        {
          name: "line_type",
          label: msg("Line encoding"),
          widget: "select",
          choices: [
            ["json", msg("JSON")],
            ["polyline", msg("Polyline")],
          ],
          default: "json",
        },
      ],
      [{ name: "dimension", label: msg("Categorical color"), widget: "columns", multi: false, sqlAllowed: true }],
      [metricPicker({ label: msg("Metric"), required: false, description: msg("Colors lines by value") })],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: msg("Line##on a map"),
    expanded: true,
    tab: "customize",
    rows: [
      ...colorRows({
        schemes: ["fixed_color", "categorical_palette", "linear_palette", "color_breakpoints"],
        default: "fixed_color",
      }),
      [
        { name: "line_width", label: msg("Line width"), widget: "number", min: 0, default: 2, render: true },
        {
          name: "line_width_unit",
          label: msg("Line width unit"),
          widget: "select",
          choices: [
            ["pixels", msg("Pixels")],
            ["meters", msg("Meters")],
          ],
          default: "pixels",
          render: true,
        },
      ],
      [
        renderCheckbox("reverse_long_lat", msg("Swap longitude and latitude"), {
          default: false,
          description: msg("Use when latitude comes first"),
        }),
      ],
      ...legendRows(),
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: PathForm,
  buildQuery: (form) =>
    mapQuery(form, {
      places: form.line_column ? [form.line_column] : [],
      columns: [form.dimension],
      metrics: [form.metric],
      isDistinct: true,
    }),
  transform,
});

interface Line {
  row: DataRow;
  path: Position[];
}

const HEX = /^#[0-9a-f]{6}$/i;

/**
 * Per-row colors from `js_columns`: in stored charts, a script (not executed here) uses such columns as line colors. A
 * dimension or metric takes precedence.
 */
function ownColors({ formData: form }: Input, rows: readonly DataRow[]): (row: DataRow) => Rgba | undefined {
  const isFixed = !form.color_scheme_type || form.color_scheme_type === "fixed_color";
  const keys = isFixed && !form.dimension ? form.js_columns.map(columnLabel) : [];
  const key = keys.find((one) => rows.length > 0 && rows.every((row) => HEX.test(String(row[one]))));
  return (row) => (key === undefined ? undefined : rgbaOf(String(row[key])));
}

function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const key = form.line_column ? columnLabel(form.line_column) : "";
  const rows = rowsOf(input.results[0]);
  const lines = rows.flatMap((row): Line[] => {
    const path = pointsIn(row[key], form.line_type, form.reverse_long_lat);
    return path ? [{ row, path }] : [];
  });
  const measure = form.metric ? measureOf(form.metric, input) : null;
  const paint = paintOf(
    input,
    lines.map(({ row }) => row),
    { scheme: form.color_scheme_type, dimension: form.dimension, measure, alpha: 0.9 },
  );
  const ownColorOf = ownColors(input, rows);
  const columns = form.dimension ? [form.dimension] : form.line_column ? [form.line_column] : [];
  const tooltipOf = tooltipWriter(input, [
    ...(form.dimension ? [columnLabel(form.dimension)] : []),
    ...(measure ? [measure.key] : []),
  ]);
  const markAt = (index: number) => {
    const line = lines[index];
    const at = line?.path[Math.floor(line.path.length / 2)];
    return line && at ? markOf(input, { at, row: line.row, tooltip: tooltipOf(line.row), columns }) : null;
  };
  const layer: PathLayer = {
    id: "paths",
    kind: "paths",
    count: lines.length,
    mark: markAt,
    width: form.line_width,
    unit: form.line_width_unit,
    paths: lines.map(({ row, path }, index) => ({
      path,
      color: fadeOthers(
        ownColorOf(row) ?? paint.colorOf(row),
        input.selected != null && markAt(index)?.isSelected === false,
      ),
    })),
  };
  const summary = t("Map of {count, plural, one {# line} other {# lines}}.", { count: lines.length });
  return {
    summary,
    isEmpty: lines.length === 0,
    ...missingLocationWarning(rows.length - lines.length, lines.length),
    props: {
      ...mapFrame(input, []),
      bounds: unionOf(lines.map(({ path }) => boundsOf(path))),
      summary,
      layers: [layer],
      legend: legendOf(form, [paint.legend]),
    },
  };
}
