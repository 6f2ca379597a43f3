import type { Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import type { TooltipRow } from "../echart/echart-spec.ts";
import { type Aggregation, type Cell, SHRINK } from "./cells.ts";
import { rgbaOf } from "./color.ts";
import { tooltipText, tooltipWriter } from "./map-rows.ts";
import type { ColumnLayer, MapMark, Rgba } from "./map-spec.ts";
import type { Position } from "./spatial.ts";
import type { WeightedForm, WeightedRows } from "./weighted.ts";

type Input = TransformInput<WeightedForm>;

/** More values than this are not put into a filter. */
const MOST_VALUES = 500;

/** What a cell is drawn and told by. */
type CellSummary = Pick<Cell, "middle" | "value" | "points">;

/** Tells of cells: their value, the author's words and columns, and the places that a click on them filters by. */
export function cellMarker(
  input: Input,
  rows: WeightedRows,
  aggregation: Aggregation,
): (cell: CellSummary | undefined) => MapMark | null {
  const chosen = new Set(input.selected?.clauses.flatMap((clause) => clause.values) ?? []);
  return (cell) => cellMark({ input, rows, chosen, aggregation }, cell);
}

export interface HitAreaOptions {
  cells: readonly Cell[];
  aggregation: Aggregation;
  /** Of squares that are not chosen; missing: they are not seen. */
  color?: Rgba;
}

/** Squares that are not seen, for what is drawn without marks: they tell of what lies in them, and are lit when chosen. */
export function hitAreaLayer(
  input: Input,
  rows: WeightedRows,
  { cells, aggregation, color = INVISIBLE }: HitAreaOptions,
): ColumnLayer {
  const markOf = cellMarker(input, rows, aggregation);
  const lit = rgbaOf(input.theme.text, 0.3);
  return {
    id: "spots",
    kind: "columns",
    count: cells.length,
    mark: (index) => markOf(cells[index]),
    near: (at) => markOf(cells.find(({ ring }) => isWithin(at, ring))),
    isExtruded: false,
    cells: cells.map((cell) => ({
      ring: cell.ring,
      elevation: 0,
      color: input.selected && markOf(cell)?.isSelected ? lit : color,
    })),
  };
}

/** Of a square, whose first and third corners lie across, and of the half of the gap around it that is its own. */
function isWithin([x, y]: Position, [first = [0, 0], , across = [0, 0]]: readonly Position[]): boolean {
  const gap = (1 / SHRINK - 1) / 2;
  const [wide, high] = [(across[0] - first[0]) * gap, (across[1] - first[1]) * gap];
  return x >= first[0] - wide && x <= across[0] + wide && y >= first[1] - high && y <= across[1] + high;
}

const INVISIBLE = [0, 0, 0, 0] as const;

interface Marking {
  input: Input;
  rows: WeightedRows;
  chosen: ReadonlySet<DataValue>;
  aggregation: Aggregation;
}

function cellMark({ input, rows, chosen, aggregation }: Marking, cell: CellSummary | undefined): MapMark | null {
  if (!cell) return null;
  const named = aggregation === "sum" ? rows.measure.label : `${rows.measure.label} (${aggregation})`;
  const inside = cell.points.map((index) => rows.placed[index]?.row).filter((row) => row !== undefined);
  const tooltip = {
    rows: [
      { label: named, value: rows.measure.full(cell.value) },
      { label: "Points", value: cell.points.length.toLocaleString("en-US") },
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
const MAX_TOOLTIP_VALUES = 10;

function listed(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.slice(0, MAX_TOOLTIP_VALUES).join(", ") + (different.length > MAX_TOOLTIP_VALUES ? ", …" : "");
}

/** What the author's tooltip contents are of the rows in a cell. */
function contentsOf(input: Input, inside: readonly DataRow[]): TooltipRow[] {
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
function selectionOfCell(form: WeightedForm, inside: readonly DataRow[], { middle }: CellSummary): Selection | null {
  if (inside.length > MOST_VALUES) return null;
  const clauses = spatialColumns(form.spatial).map((column) => ({
    column,
    values: [...new Set(inside.map((row) => (row[columnLabel(column)] ?? null) as DataValue))],
  }));
  const label = `${middle[1].toFixed(2)}, ${middle[0].toFixed(2)}`;
  return clauses.length > 0 ? { clauses, label } : null;
}
