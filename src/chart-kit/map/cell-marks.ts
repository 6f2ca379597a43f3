import type { Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
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

const MOST_VALUES = 500;

type CellSummary = Pick<Cell, "middle" | "value" | "points">;

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
  color?: Rgba;
}

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
      { label: t("Points"), value: number(cell.points.length) },
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

const MAX_TOOLTIP_VALUES = 10;

function listed(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.slice(0, MAX_TOOLTIP_VALUES).join(", ") + (different.length > MAX_TOOLTIP_VALUES ? ", …" : "");
}

function contentsOf(input: Input, inside: readonly DataRow[]): TooltipRow[] {
  const write = tooltipWriter(input, []);
  const byLabel = Map.groupBy(
    inside.flatMap((row) => write(row).rows),
    ({ label }) => label,
  );
  return [...byLabel].map(([label, rows]) => ({ label, value: listed(rows.map(({ value }) => value)) }));
}

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

function selectionOfCell(form: WeightedForm, inside: readonly DataRow[], { middle }: CellSummary): Selection | null {
  if (inside.length > MOST_VALUES) return null;
  const clauses = spatialColumns(form.spatial).map((column) => ({
    column,
    values: [...new Set(inside.map((row) => (row[columnLabel(column)] ?? null) as DataValue))],
  }));
  const label = `${middle[1].toFixed(2)}, ${middle[0].toFixed(2)}`;
  return clauses.length > 0 ? { clauses, label } : null;
}
