import { z } from "zod";
import type { Drawing, Selection, TransformInput } from "../../chart-types/chart-type.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import type { TooltipRow } from "../picture.ts";
import { flag } from "../timeseries/schema.ts";
import { AGGREGATIONS, type Aggregation, type Cell, type CellOptions, cellsOf } from "./cells.ts";
import { framed, leftOut, tooltipText, tooltipWriter } from "./map-rows.ts";
import { fadeOthers, legendOf, paintOf } from "./paint.ts";
import type { ColumnLayer, MapMark, MapPicture } from "./picture.ts";
import { metersControl, WeightedForm, type WeightedRows, weightedRows } from "./weighted.ts";

/** Squares and hexagons, coloured and raised by what lies in them. */
export const CellForm = WeightedForm.extend({
  grid_size: metersControl,
  extruded: flag(true),
  js_agg_function: z.enum(AGGREGATIONS).catch("sum").default("sum"),
});
export type CellForm = z.infer<typeof CellForm>;

/** How high the highest cell stands, as a share of the data's width. */
const HIGHEST = 0.12;
const METERS_A_DEGREE = 111_320;
/** More values than this are not put into a filter. */
const MOST_VALUES = 500;
const VALUE = "value";

export function cellDrawing(input: TransformInput<CellForm>, shape: CellOptions["shape"]): Drawing<MapPicture> {
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
  const frame = framed(
    input,
    rows.points.map(({ at }) => at),
  );
  const [west = 0, , east = 0] = frame.bounds ?? [];
  const height = (east - west) * METERS_A_DEGREE * HIGHEST;
  const top = Math.max(0, cells[0]?.value ?? 0);
  const chosen = new Set(input.selected?.clauses.flatMap((clause) => clause.values) ?? []);
  const markAt = (index: number) => cellMark({ input, rows, chosen, aggregation }, cells[index]);
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
    ...leftOut(rows.left, cells.length),
    props: { ...frame, summary, layers: [layer], legend: legendOf(form, [paint.legend], rows.measure.label) },
  };
}

interface Marking {
  input: TransformInput<CellForm>;
  rows: WeightedRows;
  chosen: ReadonlySet<DataValue>;
  aggregation: Aggregation;
}

function cellMark({ input, rows, chosen, aggregation }: Marking, cell: Cell | undefined): MapMark | null {
  if (!cell) return null;
  const named = aggregation === "sum" ? rows.measure.label : `${rows.measure.label} (${aggregation})`;
  const inside = cell.points.map((index) => rows.placed[index]?.row).filter((row) => row !== undefined);
  const tooltip = {
    rows: [
      { label: named, value: rows.measure.full(cell.value) },
      { label: "Places", value: cell.points.length.toLocaleString("en-US") },
      ...contentsOf(input, inside),
    ],
  };
  const template = input.formData.tooltip_template;
  const selection = selectionOfCell(input.formData, inside, cell);
  const isSelected = selection?.clauses.every((one) => one.values.every((value) => chosen.has(value)));
  return {
    at: cell.middle,
    tooltip,
    ...(template?.trim()
      ? { template: { text: template, values: { ...valuesOf(inside), [rows.measure.key]: cell.value } } }
      : {}),
    text: tooltipText(tooltip),
    selection,
    isSelected: chosen.size > 0 && isSelected === true,
  };
}

/** A tooltip tells no more values of a column than this. */
const TOLD_VALUES = 10;

function listed(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.slice(0, TOLD_VALUES).join(", ") + (different.length > TOLD_VALUES ? ", …" : "");
}

/** What the author's tooltip contents are of the rows in a cell. */
function contentsOf(input: TransformInput<CellForm>, inside: readonly DataRow[]): TooltipRow[] {
  const write = tooltipWriter(input, []);
  const byLabel = Map.groupBy(
    inside.flatMap((row) => write(row).rows),
    ({ label }) => label,
  );
  return [...byLabel].map(([label, rows]) => ({ label, value: listed(rows.map(({ value }) => value)) }));
}

/** By column: the value that all rows of a cell share, else the list of their values as text. */
function valuesOf(inside: readonly DataRow[]): DataRow {
  const [first = {}] = inside;
  return Object.fromEntries(
    Object.keys(first).map((key) => {
      const values = inside.map((row) => row[key] ?? null);
      const isShared = values.every((value) => value === values[0]);
      return [key, isShared ? (values[0] ?? null) : listed(values.map((value) => String(value ?? "N/A")))];
    }),
  );
}

/** The places of a cell, where a filter can name them. */
function selectionOfCell(form: CellForm, inside: readonly DataRow[], { middle }: Cell): Selection | null {
  if (inside.length > MOST_VALUES) return null;
  const clauses = spatialColumns(form.spatial).map((column) => ({
    column,
    values: [...new Set(inside.map((row) => (row[columnLabel(column)] ?? null) as DataValue))],
  }));
  const label = `${middle[1].toFixed(2)}, ${middle[0].toFixed(2)}`;
  return clauses.length > 0 ? { clauses, label } : null;
}

function summaryOf({ points, measure }: WeightedRows, cells: readonly Cell[], shape: CellOptions["shape"]): string {
  const kind = shape === "square" ? "squares" : "hexagons";
  const [highest] = cells;
  const places = points.length.toLocaleString("en-US");
  return highest
    ? `Map of ${places} places in ${cells.length.toLocaleString("en-US")} ${kind} by ${measure.label}, from ${measure.full(cells.at(-1)?.value ?? 0)} to ${measure.full(highest.value)}.`
    : `Map of places in ${kind}: no values.`;
}
