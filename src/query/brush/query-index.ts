import type { PostProcessing } from "../../model/query-context.ts";
import type { Aggregate, Comparison, Expression } from "../decompose.ts";
import type { FrameKind } from "../frame.ts";
import type { SelectItem } from "../select-items.ts";

/**
 * The rows of a query grouped by the bins of a brush and by the query's own groups, as components of its metrics. A cell
 * is one group in one bin. From it, the query is answered for any range of bins without the database.
 */
export interface QueryIndex {
  shape: IndexShape;
  /** Per dimension, the bin of each cell. Cells are sorted by the bin of the first dimension. */
  bins: readonly Int32Array[];
  /** The group of each cell. */
  groups: Int32Array;
  /** By component: its values by cell, or the distinct values of a count. */
  components: readonly ComponentValues[];
}

/** Missing numbers are NaN, and missing `BigInt64Array` values `MISSING_INTEGER`. */
export type ComponentValues = Float64Array | Int32Array | BigInt64Array | DistinctValues;

export const MISSING_INTEGER = -(2n ** 63n);

/** Each combination of bin, group and value once, sorted by the bin of the first dimension. */
export interface DistinctValues {
  bins: readonly Int32Array[];
  /** A number for each combination of group and value. */
  pairs: Int32Array;
  /** The group of each pair. */
  groups: Int32Array;
}

export interface IndexShape {
  /** Bins per dimension. */
  sizes: readonly number[];
  groups: number;
  keys: readonly IndexKey[];
  components: readonly Component[];
  /** In result order. */
  columns: readonly IndexColumn[];
  order: readonly IndexOrder[];
  having: readonly Comparison[];
  limit: number | null;
  offset: number;
  steps: readonly PostProcessing[];
  /** Totals of metrics by label, which shares are relative to; null = of the rows themselves. */
  totals: readonly { label: string; metric: Expression }[] | null;
  /** On `error`, only the database can answer. */
  divisionByZero: "infinite" | "missing" | "error";
}

/** A group column: its value by group, and its place in the engine's order if the values don't tell it. */
export interface IndexKey {
  kind: FrameKind;
  values: readonly unknown[];
  ranks: readonly number[] | null;
}

export interface Component {
  combine: Aggregate["combine"];
  /** Decimal digits: the values are integers of this many digits after the point. null = floating-point numbers. */
  scale: number | null;
}

export type IndexColumn = Pick<SelectItem, "label" | "sources" | "verboseName" | "zone"> & { kind: FrameKind } & (
    | { key: number }
    | { metric: Expression }
  );

export type IndexOrder = { ascending: boolean } & ({ key: number } | { metric: Expression });

/** Why a query can't be answered from an index. */
export type NotCovered =
  | "engine"
  | "dimension"
  | "bins"
  | "rows"
  | "metric"
  | "order"
  | "having"
  | "series"
  | "sample"
  | "template"
  | "comparison"
  | "processing"
  | "values"
  | "size"
  | "time"
  | "failed";

/** The head of a part of a response: of a query of a target, or of all of it. `bytes` are lengths of Arrow streams. */
export type BrushPart = { key: string } & (
  | { isCovered: true; query: number; shape: IndexShape; bytes: readonly number[] }
  | { isCovered: false; query: number | null; reason: NotCovered }
);
