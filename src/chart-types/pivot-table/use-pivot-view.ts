import { useMemo, useState } from "react";
import { type AxisShape, type Line, linesOf } from "./lines.ts";
import type { AxisDrawing, PivotDrawing } from "./transform.ts";

export type PivotSort = { by: "column"; column: string; descending: boolean } | { by: "keys"; descending: boolean };

export interface PivotView {
  rows: readonly Line[];
  columns: readonly Line[];
  sort?: PivotSort;
  fold(axis: "rows" | "columns", group: number): void;
  sortByColumn(column: Line): void;
  sortByKeys(): void;
}

const NONE: ReadonlySet<number> = new Set();

export function usePivotView(drawing: PivotDrawing): PivotView {
  const { model, rows, columns, order } = drawing;
  const [closed, setClosed] = useState({ rows: NONE, columns: NONE });
  const [sort, setSort] = useState<PivotSort>();
  const columnLines = useMemo(
    () =>
      linesOf(columns.tree.root, columns.shape, {
        closed: closed.columns,
        ranks: columns.ranks,
        weightOf: (node) => model.rawValueOf(rows.tree.root, node, order[0] ?? ""),
      }),
    [model, rows, columns, order, closed.columns],
  );
  const column = sort?.by === "column" ? columnLines.find(({ key }) => key === sort.column) : undefined;
  const rowLines = useMemo(
    () =>
      linesOf(rows.tree.root, sortedShape(rows, sort), {
        closed: closed.rows,
        ranks: rows.ranks,
        weightOf: (node) =>
          column
            ? model.valueOf(node, column.node, column.metric ?? order[0] ?? "")
            : model.rawValueOf(node, columns.tree.root, order[0] ?? ""),
        ...(column && sort ? { sort } : {}),
      }),
    [model, rows, columns, order, closed.rows, sort, column],
  );
  return {
    rows: rowLines,
    columns: columnLines,
    sort: sort?.by === "column" && !column ? undefined : sort,
    fold: (axis, group) => setClosed((known) => ({ ...known, [axis]: toggled(known[axis], group) })),
    sortByColumn: ({ key }) => setSort((known) => nextColumnSort(known, key)),
    sortByKeys: () => setSort((known) => ({ by: "keys", descending: known?.by === "keys" && !known.descending })),
  };
}

function sortedShape({ shape }: AxisDrawing, sort: PivotSort | undefined): AxisShape {
  return sort?.by === "keys" ? { ...shape, order: sort.descending ? "key_z_to_a" : "key_a_to_z" } : shape;
}

function nextColumnSort(sort: PivotSort | undefined, column: string): PivotSort | undefined {
  if (sort?.by !== "column" || sort.column !== column) return { by: "column", column, descending: true };
  return sort.descending ? { ...sort, descending: false } : undefined;
}

function toggled(set: ReadonlySet<number>, member: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}
