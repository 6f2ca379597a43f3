import type { z } from "zod";
import { coreBounds } from "../../chart-kit/map/bounds.ts";
import { colorControl, cssOf, rgbaOf, toRgba } from "../../chart-kit/map/color.ts";
import {
  colorPicker,
  colorRows,
  legendRows,
  mapSection,
  queryRows,
  spatialPicker,
  tooltipRows,
} from "../../chart-kit/map/map-controls.ts";
import { MapForm } from "../../chart-kit/map/map-form.ts";
import { mapQuery } from "../../chart-kit/map/map-query.ts";
import { mapFrame, markOf, missingLocationWarning, tooltipWriter } from "../../chart-kit/map/map-rows.ts";
import type { ArcLayer, LegendPart, MapSpec, PointLayer } from "../../chart-kit/map/map-spec.ts";
import { fadeOthers, legendOf, paintOf } from "../../chart-kit/map/paint.ts";
import { type Position, positionIn, spatialControl } from "../../chart-kit/map/spatial.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { number } from "../../chart-kit/timeseries/schema.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { type Section, verbatim } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { columnControl } from "../../model/form-data.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { DataRow } from "../../model/query-context.ts";
import { card } from "./card.ts";

const ArcForm = MapForm.extend({
  start_spatial: spatialControl,
  end_spatial: spatialControl,
  dimension: columnControl,
  target_color_picker: colorControl,
  stroke_width: number(1),
});
type ArcForm = z.infer<typeof ArcForm>;
type Input = TransformInput<ArcForm>;

const isByCategory = ({ formData }: { formData: Readonly<Record<string, unknown>> }) =>
  formData.color_scheme_type === "categorical_palette";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [spatialPicker("start_spatial", msg("Start longitude & latitude"))],
      [spatialPicker("end_spatial", msg("End longitude & latitude"))],
      [{ name: "dimension", label: msg("Categorical color"), widget: "columns", multi: false, sqlAllowed: true }],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: msg("Arc"),
    expanded: true,
    tab: "customize",
    rows: [
      ...colorRows({ schemes: ["fixed_color", "categorical_palette"], default: "fixed_color" }),
      [colorPicker("target_color_picker", msg("End color"), { visible: (state: never) => !isByCategory(state) })],
      [
        {
          name: "stroke_width",
          label: msg("Stroke width"),
          widget: "select",
          choices: [1, 2, 3, 4, 5].map((width) => [width, verbatim(String(width))] as const),
          freeForm: true,
          numeric: true,
          default: 1,
          render: true,
          description: msg("In pixels"),
        },
      ],
      ...legendRows(),
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: ArcForm,
  buildQuery: (form) =>
    mapQuery(form, {
      places: [...spatialColumns(form.start_spatial), ...spatialColumns(form.end_spatial)],
      columns: [form.dimension],
      isDistinct: true,
    }),
  transform,
});

/** Arcs leaving the view are useless, so the view includes farther outliers than for points. */
const MUCH_WIDER = 8;

interface Ends {
  row: DataRow;
  from: Position;
  to: Position;
}

function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const { start_spatial: start, end_spatial: end } = form;
  const rows = rowsOf(input.results[0]);
  const ends = rows.flatMap((row): Ends[] => {
    const from = start ? positionIn(row, start) : null;
    const to = end ? positionIn(row, end) : null;
    return from && to ? [{ row, from, to }] : [];
  });
  const { layer, legend } = layerOf(input, ends);
  const places = ends.flatMap(({ from, to }) => [from, to]);
  const spots = new Set(places.map(String)).size;
  const summary = t(
    "Map of {arcs, plural, one {# arc} other {# arcs}} between {places, plural, one {# location} other {# locations}}.",
    { arcs: ends.length, places: spots },
  );
  return {
    summary,
    isEmpty: ends.length === 0,
    ...missingLocationWarning(rows.length - ends.length, ends.length),
    props: {
      ...mapFrame(input, []),
      bounds: coreBounds(places, MUCH_WIDER),
      summary,
      layers: [layer, spotsOf(layer)],
      legend: legendOf(form, [legend]),
    },
  };
}

function spotsOf({ arcs }: ArcLayer): PointLayer {
  const spots = arcs.filter(({ from, to }) => from[0] === to[0] && from[1] === to[1]);
  return {
    ...{ id: "spots", kind: "points", count: 0, unit: "pixels", minPixels: 4, maxPixels: 4 },
    points: spots.map(({ from, fromColor }) => ({ at: from, radius: 4, color: fromColor })),
  };
}

function layerOf(input: Input, ends: readonly Ends[]) {
  const { formData: form, theme } = input;
  const isCategory = isByCategory({ formData: form }) || (!form.color_scheme_type && Boolean(form.dimension));
  const alpha = ends.length > 400 ? 0.35 : 0.7;
  const scheme = isCategory ? "categorical_palette" : "fixed_color";
  const paint = paintOf(
    input,
    ends.map(({ row }) => row),
    { scheme, dimension: form.dimension, fixed: form.color_picker ?? null, alpha },
  );
  // Older charts have one color for both ends.
  const picked = form.target_color_picker ?? form.color_picker;
  const target = picked ? toRgba(picked) : rgbaOf(theme.warm, alpha);
  const columns = [...spatialColumns(form.start_spatial), ...spatialColumns(form.end_spatial)];
  const tooltipOf = tooltipWriter(input, [
    ...(form.dimension ? [columnLabel(form.dimension)] : []),
    ...columns.map(columnLabel),
  ]);
  const markAt = (index: number) => {
    const one = ends[index];
    return one ? markOf(input, { at: one.to, row: one.row, tooltip: tooltipOf(one.row), columns }) : null;
  };
  const layer: ArcLayer = {
    id: "arcs",
    kind: "arcs",
    count: ends.length,
    mark: markAt,
    arcs: ends.map(({ row, from, to }, index) => {
      const isFaded = input.selected != null && markAt(index)?.isSelected === false;
      const color = fadeOthers(paint.colorOf(row), isFaded);
      return {
        from,
        to,
        fromColor: color,
        toColor: isCategory ? color : fadeOthers(target, isFaded),
        width: form.stroke_width,
      };
    }),
  };
  return { layer, legend: isCategory ? paint.legend : endsLegend(layer) };
}

function endsLegend({ arcs: [first] }: ArcLayer): LegendPart | null {
  if (!first) return null;
  // Matches the strength of overlapping arcs.
  const [start, end] = [first.fromColor, first.toColor].map(([r, g, b]) => cssOf([r, g, b, 255]));
  if (start === undefined || end === undefined || start === end) return null;
  return {
    kind: "items",
    items: [
      { color: start, label: t("Start##place") },
      { color: end, label: t("End##place") },
    ],
  };
}
