import type { ReactNode } from "react";
import type { DataRow, DataValue } from "../model/query-context.ts";

/** Ends of the bar as fractions of the cell's track, from the left. */
export interface CellBar {
  from: number;
  to: number;
  color: string;
}

export interface CellStyle {
  background?: string;
  color?: string;
  bar?: CellBar;
}

export interface TableColumn {
  key: string;
  label: string;
  sign?: ReactNode;
  description?: string;
  /** On the clock of which zone the times are, if the column holds moments. */
  zone?: string;
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  type: number;
  align?: "left" | "center" | "right";
  /** Pixels; without it, as wide as the content. */
  width?: number;
  truncate?: boolean;
  format(value: DataValue, row: DataRow): string;
  look?(value: DataValue, row: DataRow): CellStyle | undefined;
  hasBars?: boolean;
  /** Bold, and clickable where the table emits cross-filters. */
  isDimension?: boolean;
  canSelect?: boolean;
  allowHtml?: boolean;
  group?: string;
  sortable?: boolean;
}

export interface ShownRows {
  rows: readonly DataRow[];
  columns: readonly TableColumn[];
}
