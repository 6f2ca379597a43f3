import type { ChartPart, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { TooltipContent, TooltipRow } from "../echart/echart-spec.ts";
import { isInSelection, selectionOf } from "../selection.ts";
import { columnsOfResult, rowsOf } from "../table/column.ts";
import { areaBrush } from "./area-brush.ts";
import { coreBounds } from "./bounds.ts";
import { type MapForm, type TooltipForm, tooltipParts } from "./map-form.ts";
import type { MapMark, MapSpec, MapView } from "./map-spec.ts";
import { groundOf } from "./map-style.ts";
import type { Position } from "./spatial.ts";

export interface LocatedRow {
  row: DataRow;
  at: Position;
}

export function locatedRows(
  input: Pick<TransformInput, "results">,
  placeOf: (row: DataRow) => Position | null,
): { placed: LocatedRow[]; left: number } {
  const rows = rowsOf(input.results[0]);
  const placed = rows.flatMap((row): LocatedRow[] => {
    const at = placeOf(row);
    return at ? [{ row, at }] : [];
  });
  return { placed, left: rows.length - placed.length };
}

export function tooltipWriter(input: TransformInput<TooltipForm>, keys: readonly string[], titleKey?: string) {
  const chosen = tooltipParts(input.formData).map((part) =>
    "column" in part ? columnLabel(part.column) : metricLabel(part.metric),
  );
  const columns = columnsOfResult(input.results[0] ?? {}, input.dataset);
  const known = new Map(columns.map((column) => [column.key, column]));
  const shown = [...new Set(chosen.length > 0 ? chosen : keys)].filter((key) => known.has(key));
  const textOf = (row: DataRow, key: string) => {
    const value = row[key];
    return value === null || value === undefined ? "N/A" : (known.get(key)?.format(value, row) ?? String(value));
  };
  return (row: DataRow): TooltipContent => {
    const title = titleKey === undefined || !known.has(titleKey) ? undefined : textOf(row, titleKey);
    const rows = shown
      .filter((key) => key !== titleKey)
      .map((key): TooltipRow => ({ label: known.get(key)?.label ?? key, value: textOf(row, key) }));
    return title === undefined ? { rows } : { title, rows };
  };
}

export function markOf(
  input: Pick<TransformInput<TooltipForm>, "selected" | "formData">,
  {
    at,
    tooltip,
    columns,
    row,
  }: { at: Position; tooltip: TooltipContent; columns: readonly QueryColumn[]; row: DataRow },
): MapMark {
  const template = input.formData.tooltip_template;
  const values = columns.map((column) => row[columnLabel(column)] ?? null);
  return {
    at,
    tooltip,
    ...(template?.trim() ? { template: { text: template, values: row } } : {}),
    text: tooltipText(tooltip),
    selection: selectionOf(columns, values),
    isSelected: isInSelection(input.selected, columns, values),
  };
}

export function tooltipText({ title, rows }: TooltipContent): string {
  const text = rows.map(({ label, value }) => `${label} ${value}`).join(", ");
  return title ? [title, text].filter(Boolean).join(": ") : text;
}

export function datasetOf(
  { dataset, formData }: Pick<ChartPart, "dataset" | "formData">,
  whole: Pick<TransformInput, "dataset" | "formData">,
) {
  return dataset ?? (formData.datasource === whole.formData.datasource ? whole.dataset : undefined);
}

export function mapFrame(
  input: TransformInput<MapForm>,
  positions: readonly Position[],
): Pick<MapSpec, "view" | "angle" | "bounds" | "table" | "ground" | "brush"> {
  const { formData, results } = input;
  const { bearing, pitch } = formData.viewport ?? {};
  return {
    view: viewOf(formData),
    ...(bearing === undefined || pitch === undefined ? {} : { angle: { bearing, pitch } }),
    bounds: coreBounds(positions),
    ground: groundOf(formData),
    table: results[0],
    brush: areaBrush(formData, input.selected),
  };
}

function viewOf({ autozoom, viewport }: MapForm): MapView | null {
  if (autozoom || !viewport) return null;
  const { longitude, latitude, zoom, bearing, pitch } = viewport;
  return { longitude, latitude, zoom, bearing, pitch };
}

export function missingLocationWarning(left: number, shown: number): { warning?: string } {
  return left > 0 && shown > 0
    ? {
        warning: t(
          "{count, plural, one {# row without a location was left out} other {# rows without a location were left out}}",
          { count: left },
        ),
      }
    : {};
}
