import { z } from "zod";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { DataRow } from "../../model/query-context.ts";
import { rangeText } from "../axes/extremes-text.ts";
import { flag } from "../timeseries/schema.ts";
import { cellMarker } from "./cell-marks.ts";
import { AGGREGATIONS, type Cell, type CellOptions, cellsOf, placesOfCells } from "./cells.ts";
import { mapFrame, missingLocationWarning } from "./map-rows.ts";
import type { ColumnLayer, MapSpec } from "./map-spec.ts";
import { fadeOthers, legendOf, paintOf } from "./paint.ts";
import { metersControl, WeightedForm, type WeightedRows, weightedRows } from "./weighted.ts";

export const CellForm = WeightedForm.extend({
  grid_size: metersControl,
  extruded: flag(true),
  js_agg_function: z.enum(AGGREGATIONS).catch("sum").default("sum"),
});
export type CellForm = z.infer<typeof CellForm>;

const HIGHEST = 0.12;
const METERS_A_DEGREE = 111_320;
const VALUE = "value";

export function cellDrawing(input: TransformInput<CellForm>, shape: CellOptions["shape"]): Drawing<MapSpec> {
  const { formData: form } = input;
  const rows = weightedRows(input);
  const aggregation = form.js_agg_function;
  const cells = cellsOf(rows.points, { shape, meters: form.grid_size ?? null, aggregation });
  const measure = { ...rows.measure, key: VALUE };
  const values = cells.map(({ value }): DataRow => ({ [VALUE]: value }));
  const scheme = form.color_scheme_type;
  const isOwn = scheme === "fixed_color" || scheme === "color_breakpoints";
  const paint = paintOf(input, values, {
    scheme: isOwn ? scheme : "linear_palette",
    measure,
    alpha: form.extruded ? 1 : 0.85,
  });
  const frame = mapFrame(input, placesOfCells(cells, rows.points));
  const [west = 0, , east = 0] = frame.bounds ?? [];
  const height = (east - west) * METERS_A_DEGREE * HIGHEST;
  const top = Math.max(0, cells[0]?.value ?? 0);
  const markOf = cellMarker(input, rows, aggregation);
  const markAt = (index: number) => markOf(cells[index]);
  const layer: ColumnLayer = {
    id: "cells",
    kind: "columns",
    count: cells.length,
    mark: markAt,
    isExtruded: form.extruded,
    cells: cells.map(({ ring, value }, index) => ({
      ring,
      elevation: top > 0 ? (Math.max(0, value) / top) * height : 0,
      color: fadeOthers(paint.colorOf({ [VALUE]: value }), input.selected != null && !markAt(index)?.isSelected),
    })),
  };
  const summary = summaryOf(rows, cells, shape);
  return {
    summary,
    isEmpty: cells.length === 0,
    ...missingLocationWarning(rows.left, cells.length),
    props: { ...frame, summary, layers: [layer], legend: legendOf(form, [paint.legend], rows.measure.label) },
  };
}

function summaryOf({ points, measure }: WeightedRows, cells: readonly Cell[], shape: CellOptions["shape"]): string {
  const isSquare = shape === "square";
  if (cells.length === 0) {
    return isSquare ? t("Map of points by square: no values.") : t("Map of points by hexagon: no values.");
  }
  const range = rangeText(
    cells.map(({ value }) => value),
    measure.full,
  );
  const values = { places: points.length, cells: cells.length, measure: measure.label || t("number"), range };
  return isSquare
    ? t(
        "Map of {places, plural, one {# location} other {# locations}} in {cells, plural, one {# square} other {# squares}} by {measure}, {range}.",
        values,
      )
    : t(
        "Map of {places, plural, one {# location} other {# locations}} in {cells, plural, one {# hexagon} other {# hexagons}} by {measure}, {range}.",
        values,
      );
}
