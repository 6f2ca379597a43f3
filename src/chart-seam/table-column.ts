import type { ReactNode } from "react";
import type { DataRow, DataValue } from "../model/query-context.ts";

/** A bar inside a cell: fractions of the bar's track, from the left. */
export interface CellBar {
  from: number;
  to: number;
  color: string;
}

/** Paint of one cell beyond its text. Colours are CSS colours. */
export interface CellLook {
  background?: string;
  color?: string;
  bar?: CellBar;
}

/** One column of a data table: where its values are and how they read. */
export interface TableColumn {
  /** Key of the value in a row. */
  key: string;
  label: string;
  /** Before the label: what kind of values it has. */
  sign?: ReactNode;
  description?: string;
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  type: number;
  align?: "left" | "center" | "right";
  /** Pixels; without it the column is as wide as its content wants. */
  width?: number;
  /** False: text is never cut with an ellipsis by a narrow natural width. */
  truncate?: boolean;
  /** Text of a value that is not null. */
  format(value: DataValue, row: DataRow): string;
  look?(value: DataValue, row: DataRow): CellLook | undefined;
  /** Values of this column carry bars, so it asks for more room. */
  hasBars?: boolean;
  /** A dimension: written heavier, and clickable where the table emits selections. */
  isDimension?: boolean;
  /** Clickable there too, without being a dimension: a value of rows that are shown as they are. */
  canSelect?: boolean;
  /** Show markup in values, made safe. */
  allowHtml?: boolean;
  /** Heading above neighbouring columns of the same group. */
  group?: string;
  /** False: clicking the header does not sort. */
  sortable?: boolean;
}

/** The rows of a table as its reader arranged them. */
export interface ShownRows {
  rows: readonly DataRow[];
  columns: readonly TableColumn[];
}
