import type { ReactNode } from "react";
import type { z } from "zod";
import type { Message } from "../i18n/message.ts";
import { msg } from "../i18n/translate.ts";
import type { AdhocColumn, QueryColumn } from "../model/adhoc.ts";
import type { BrushDimension } from "../model/brush.ts";
import type { ValueRange } from "../model/cross-filter.ts";
import type { Dataset } from "../model/dataset.ts";
import type { FormData } from "../model/form-data.ts";
import type { ChartDataResult, DataValue, QueryContext } from "../model/query-context.ts";
import type { Section } from "./control.ts";
import type { ShownRows } from "./table-column.ts";

/** Metadata that is available before a chart type's code is loaded. */
export interface ChartCard {
  /** Folder under chart-types/; its chunk in the browser build is `chart-<folder>`. */
  readonly folder: string;
  /** `viz_type` in form data. */
  readonly key: string;
  readonly name: Message;
  readonly description: Message;
  readonly category: ChartCategory;
  readonly tags: readonly Message[];
  readonly icon: string;
  readonly behaviors: readonly Behavior[];
  readonly skeleton: Skeleton;
  readonly replaces?: readonly string[];
}

/**
 * One folder per chart type. Register it in `chart-types/index.ts`, and its component in `chart-types/renderers.ts`.
 */
export interface ChartType extends ChartCard {
  readonly sections: readonly Section[];
  defaults(dataset?: Dataset): Record<string, unknown>;
  /** Parses form data, with defaults and legacy keys applied; undefined when it's invalid. */
  read(formData: FormData): FormData | undefined;
  /** Drops values that can't be parsed; `lost` names the affected keys. */
  readable(formData: FormData): { form: Record<string, unknown>; lost: string[] };
  /** Control name -> message. Empty when the query can run. */
  validate(formData: FormData): Record<string, string>;
  /** Throws a ZodError on form data that doesn't match the schema. */
  buildQuery(formData: FormData, options?: BuildOptions): QueryContext;
  /** Nested charts (e.g. layers of a map) whose data is loaded with this chart. */
  parts?(formData: FormData): readonly PartRequest[];
  /** Columns of a chart with the behavior `range-filter`. */
  ranges?(formData: FormData, dataset?: Dataset): readonly RangeColumn[];
  transform(input: TransformInput): Drawing;
  /** Converts legacy form data of this type, or of one it `replaces`. */
  migrate?(formData: FormData): FormData;
}

export const CATEGORY_NAMES = {
  Table: msg("Table"),
  KPI: msg("KPI"),
  Evolution: msg("Evolution"),
  "Part of a Whole": msg("Part of a Whole"),
  Distribution: msg("Distribution"),
  Correlation: msg("Correlation"),
  Ranking: msg("Ranking"),
  Flow: msg("Flow"),
  Map: msg("Map"),
  Other: msg("Other"),
};
export type ChartCategory = keyof typeof CATEGORY_NAMES;
export type Behavior = "cross-filter" | "range-filter" | "drill-to-detail" | "drill-by";
export type Skeleton = "line" | "bars" | "table" | "number" | "pie" | "grid" | "points";

export interface BuildOptions {
  /** Paging, sorting and search, which aren't part of the form data. */
  ownState?: Record<string, unknown>;
}

export interface PartRequest {
  /** Id of a saved chart, or form data; without a datasource it uses the outer chart's dataset. */
  chart: number | FormData;
  columns?: readonly QueryColumn[];
}

export interface ChartPart {
  id: number | null;
  name: string;
  type: ChartType;
  formData: FormData;
  dataset?: Dataset;
  results: readonly ChartDataResult[];
  context?: QueryContext;
}

export interface TransformInput<F extends FormData = FormData> {
  formData: F;
  results: readonly ChartDataResult[];
  dataset?: Dataset;
  theme: ChartTheme;
  colorOf(label: string): string;
  /** Colors of a sequential scheme; without one, the theme's default ramp. */
  rampOf(scheme: string | null | undefined): readonly string[];
  width: number;
  height: number;
  selected?: Selection | null;
  ownState?: Record<string, unknown>;
  /** Nested charts that loaded, in the order of `parts()`. */
  parts?: readonly ChartPart[];
  failedParts?: number;
  /** Of the time axis; undefined if unknown. */
  timeExtent?: TimeExtent | undefined;
}

/** Times of the first and last row, in milliseconds, and the number of different times. */
export interface TimeExtent {
  from: number;
  to: number;
  moments: number;
}

export interface Drawing<P = unknown> {
  props: P;
  /** One sentence for screen readers: subject, range, highest, lowest, trend. */
  summary: string;
  isEmpty?: boolean;
  warning?: string;
  /** How the data is drawn, where readers may wonder. */
  note?: string;
}

/** Selected marks: one clause per dimension, whose values are OR-ed. */
export interface Selection {
  clauses: readonly SelectionClause[];
  label: string;
  /** In a matrix: how the form data of this cell differs from the whole chart's. */
  form?: Readonly<Record<string, unknown>>;
}
export interface SelectionClause {
  column: string | AdhocColumn;
  /** Empty for a range. */
  values: readonly DataValue[];
  grain?: string;
  range?: ValueRange;
}

/** A column that readers can select a range of, by dragging across the chart or in its menu. */
export interface RangeColumn {
  column: string;
  kind: "time" | "number";
}

export type BrushEvent =
  /** The pointer or the focus is where a range of these can be selected. */
  | { kind: "near"; dimensions: readonly BrushDimension[] }
  /** `at`: time of the input event. */
  | { kind: "move"; selection: Selection; at: number }
  | { kind: "cancel" };

export interface MarkAction {
  key: string;
  label: string;
  onSelect(): void;
}

export interface RendererProps<P = unknown> {
  props: P;
  width: number;
  height: number;
  theme: ChartTheme;
  /** `null` clears. `additive`: Ctrl/Cmd was held. Undefined when cross-filters are off. */
  onSelect?(selection: Selection | null, additive: boolean): void;
  /** A range that is being selected, before `onSelect`. */
  onBrush?(event: BrushEvent): void;
  /** `actions`: chart-specific menu items for the mark. */
  onContextMenu?(at: { x: number; y: number }, selection: Selection | null, actions?: readonly MarkAction[]): void;
  onOwnState?(state: Record<string, unknown>): void;
  /** Tables report their sorted and filtered rows, on all pages; undefined on unmount. */
  onShown?(shown: ShownRows | undefined): void;
  drawPart?(part: Pick<ChartPart, "type">, props: RendererProps): ReactNode;
}

export interface ChartTheme {
  mode: "light" | "dark";
  fontFamily: string;
  fontFamilyCode: string;
  background: string;
  elevated: string;
  text: string;
  textSecondary: string;
  textTertiary: string;
  textQuaternary: string;
  border: string;
  split: string;
  axisLine: string;
  primary: string;
  link: string;
  success: string;
  warning: string;
  error: string;
  /** Highlighted marks (#4266C6 light, #7C98F0 dark). */
  focus: string;
  /** Other marks (#C9CBD0 light, #4B4F58 dark). */
  muted: string;
  warm: string;
  others: string;
  categorical: readonly string[];
  sequential: readonly string[];
  sequentialWarm: readonly string[];
  diverging: readonly string[];
}

/** Each chart type has three to six, in its `gallery.ts`. */
export interface GalleryCase {
  name: string;
  dataset: string;
  formData: Record<string, unknown>;
}

export interface ChartTypeDefinition<F extends FormData, P>
  extends Omit<
    ChartType,
    keyof ChartCard | "read" | "readable" | "buildQuery" | "transform" | "defaults" | "validate" | "parts" | "ranges"
  > {
  card: ChartCard;
  schema: z.ZodType<F>;
  defaults?(dataset?: Dataset): Record<string, unknown>;
  /** Checks in addition to the controls' own: control name -> message. */
  validate?(formData: F): Record<string, string>;
  buildQuery(formData: F, options: BuildOptions): QueryContext;
  parts?(formData: F): readonly PartRequest[];
  ranges?(formData: NoInfer<F>, dataset?: Dataset): readonly RangeColumn[];
  transform(input: TransformInput<F>): Drawing<P>;
}
