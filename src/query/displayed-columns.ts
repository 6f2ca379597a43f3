import { GENERIC_TYPE, type GenericType } from "../model/query-context.ts";
import { type Frame, type FrameColumn, type FrameKind, labelOf, unescapeSeparator, uniqueTexts } from "./frame.ts";
import type { SelectItem } from "./select-items.ts";

const KINDS: Readonly<Record<FrameKind, GenericType>> = {
  numeric: GENERIC_TYPE.NUMERIC,
  text: GENERIC_TYPE.STRING,
  temporal: GENERIC_TYPE.TEMPORAL,
  boolean: GENERIC_TYPE.BOOLEAN,
};

export const typeOfKind = (kind: FrameKind): GenericType => KINDS[kind];

export interface DisplayedColumn {
  label: string;
  column: FrameColumn;
}

export function displayedColumns(frame: Frame): DisplayedColumn[] {
  const labels = frame.columns.map(labelOf);
  const plain = frame.hasEscapedLabels ? labels.map(unescapeSeparator) : labels;
  const isUnique = new Set(plain).size === plain.length;
  const names = uniqueTexts(isUnique ? plain : labels);
  return frame.columns.map((column, i) => ({ label: names[i] ?? "", column }));
}

/** On the clock of which zone a column's moments are; absent without columns of moments. */
export function zonesOf(
  items: readonly Pick<SelectItem, "label" | "zone">[],
  columns: readonly DisplayedColumn[],
): { colzones?: Record<string, string> } {
  const zones = new Map(items.flatMap(({ label, zone }) => (zone === undefined ? [] : [[label, zone] as const])));
  const found = columns.flatMap(({ label, column }) => {
    const zone = column.kind === "temporal" ? zones.get(label) : undefined;
    return zone === undefined ? [] : [[label, zone]];
  });
  return found.length === 0 ? {} : { colzones: Object.fromEntries(found) };
}

const partsOf = (label: string) => label.split(/(?<!\\),\s/).map(unescapeSeparator);

export function labelMap(
  items: readonly Pick<SelectItem, "label" | "sources" | "verboseName">[],
  columns: readonly DisplayedColumn[],
): Record<string, string[]> {
  const fromLabels = columns.map(({ label, column }) => [label, column.parts ?? partsOf(labelOf(column))]);
  const series = columns.flatMap(({ label, column }) => (column.parts ? [[label, column.parts]] : []));
  const called = items.flatMap(({ verboseName, sources }) => (verboseName ? [[verboseName, sources]] : []));
  const fromItems = items.map(({ label, sources }) => [label, sources]);
  // A series may have the name of a metric or column.
  return Object.fromEntries([...called, ...fromLabels, ...fromItems, ...series]);
}
