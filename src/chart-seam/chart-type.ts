import type { ReactNode } from "react";
import type { z } from "zod";
import type { AdhocColumn, QueryColumn } from "../model/adhoc.ts";
import type { Dataset } from "../model/dataset.ts";
import type { FormData } from "../model/form-data.ts";
import type { ChartDataResult, DataValue, QueryContext } from "../model/query-context.ts";
import type { Section } from "./control.ts";
import type { ShownRows } from "./table-column.ts";

/** What is known of a chart type before anything of it is loaded. */
export interface ChartCard {
  /** Its folder here; its file in the browser's build is `chart-<folder>`. */
  readonly folder: string;
  /** The wire's `viz_type`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: ChartCategory;
  readonly tags: readonly string[];
  /** Name of the lucide icon that stands for it. */
  readonly icon: string;
  readonly behaviors: readonly Behavior[];
  /** Shape of the loading skeleton. */
  readonly skeleton: Skeleton;
  /** Older keys this type takes over, e.g. `line`. */
  readonly replaces?: readonly string[];
}

/**
 * A chart type is one folder: its card, its form data as a schema, its controls as data, the query it asks, a pure
 * transform from results to what its renderer draws, and cases for galleries. Register it by one line in `index.ts` and its component by one
 * in `renderers.ts`.
 */
export interface ChartType extends ChartCard {
  readonly sections: readonly Section[];
  /** Form data of a new chart of this type over a dataset: every control's default. */
  defaults(dataset?: Dataset): Record<string, unknown>;
  /** Form data as the type understands it, defaults and older ways of writing included; undefined when it does not fit. */
  read(formData: FormData): FormData | undefined;
  /** Form data without what the type cannot read, and the keys that lost something by it. */
  readable(formData: FormData): { form: Record<string, unknown>; lost: string[] };
  /** Typed problems of required controls: control name -> message. Empty when the query can run. */
  validate(formData: FormData): Record<string, string>;
  /** The query context without `force`. Throws a ZodError on form data that does not fit the schema. */
  buildQuery(formData: FormData, options?: BuildOptions): QueryContext;
  /** The charts that it is made of, whose data come with its own. */
  parts?(formData: FormData): readonly PartRequest[];
  /** Pure: results and theme to the renderer's props. */
  transform(input: TransformInput): Drawing;
  /** Older form data of this type, or of `replaces`, to today's. */
  migrate?(formData: FormData): FormData;
}

export type ChartCategory =
  | "Table"
  | "KPI"
  | "Evolution"
  | "Part of a Whole"
  | "Distribution"
  | "Correlation"
  | "Ranking"
  | "Flow"
  | "Map"
  | "Other";
export type Behavior = "cross-filter" | "drill-to-detail" | "drill-by";
export type Skeleton = "line" | "bars" | "table" | "number" | "pie" | "grid" | "points";

export interface BuildOptions {
  /** Paging, sorting and searching that a chart keeps outside its form data. */
  ownState?: Record<string, unknown>;
}

/** A chart within a chart. */
export interface PartRequest {
  /** A saved chart by its id, or the form data of one; over the whole's dataset when it names none. */
  chart: number | FormData;
  /** Asked for beside its own columns. */
  columns?: readonly QueryColumn[];
}

/** The chart that was asked for, with its data. */
export interface ChartPart {
  /** Of a saved chart. */
  id: number | null;
  name: string;
  type: ChartType;
  formData: FormData;
  dataset?: Dataset;
  results: readonly ChartDataResult[];
  /** What was asked for them. */
  context?: QueryContext;
}

export interface TransformInput<F extends FormData = FormData> {
  formData: F;
  /** One per query of the context. */
  results: readonly ChartDataResult[];
  dataset?: Dataset;
  theme: ChartTheme;
  /** Colour of a label under the chart's scheme, consistent across a dashboard. */
  colorOf(label: string): string;
  /** Colours of a sequential scheme by key; undefined key: the theme's default ramp. */
  rampOf(scheme: string | null | undefined): readonly string[];
  /** Inside size of the chart, pixels. */
  width: number;
  height: number;
  /** What this chart currently filters others by. */
  selected?: Selection | null;
  ownState?: Record<string, unknown>;
  /** Of types that are made of others: those that could be had, in the order in which they were asked for. */
  parts?: readonly ChartPart[];
  /** How many could not be had. */
  lostParts?: number;
}

/** What a renderer draws. `props` is typed inside each chart type and opaque outside it. */
export interface Drawing<P = unknown> {
  props: P;
  /** One sentence for screen readers: what, range, highest, lowest, trend. */
  summary: string;
  /** True when there is nothing to draw. */
  isEmpty?: boolean;
  /** Non-fatal trouble, shown on the chart. */
  warning?: string;
}

/** A choice of marks: one clause per dimension. Values of one clause are alternatives. */
export interface Selection {
  clauses: readonly SelectionClause[];
  /** What the chip says, e.g. `ORD`. */
  label: string;
  /** Of a cell of a grid of charts: what its chart has otherwise than the whole. */
  form?: Readonly<Record<string, unknown>>;
}
export interface SelectionClause {
  column: string | AdhocColumn;
  values: readonly DataValue[];
  grain?: string;
}

/** An entry of a mark's menu. */
export interface MarkAction {
  key: string;
  label: string;
  onSelect(): void;
}

/** What every renderer component receives. */
export interface RendererProps<P = unknown> {
  props: P;
  width: number;
  height: number;
  theme: ChartTheme;
  /** null clears. `additive`: Ctrl/Cmd was held. Missing: the chart may not emit. */
  onSelect?(selection: Selection | null, additive: boolean): void;
  /** `actions`: what the chart itself can do with the mark. */
  onContextMenu?(at: { x: number; y: number }, selection: Selection | null, actions?: readonly MarkAction[]): void;
  onOwnState?(state: Record<string, unknown>): void;
  /** A table tells which rows its reader has made of the answer, on all pages; undefined when it is gone. */
  onShown?(shown: ShownRows | undefined): void;
  /** Draws a part that its own type has transformed. */
  drawPart?(part: Pick<ChartPart, "type">, props: RendererProps): ReactNode;
}

/** Colours and type that charts read; built from the antd theme in `chart-kit/theme.ts`. */
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
  /** The focus colour of charts (#4266C6 light, #7C98F0 dark). */
  focus: string;
  /** Marks behind a focus (#C9CBD0 light, #4B4F58 dark). */
  muted: string;
  /** Cell bars, second measure. */
  warm: string;
  others: string;
  categorical: readonly string[];
  sequential: readonly string[];
  sequentialWarm: readonly string[];
  diverging: readonly string[];
}

/** What a chart type looks like on example data. Each has three to six, in `gallery.ts`. */
export interface GalleryCase {
  name: string;
  /** Example dataset's table name. */
  dataset: string;
  formData: Record<string, unknown>;
}

/** The typed form in which a chart type is written. */
export interface ChartTypeDefinition<F extends FormData, P>
  extends Omit<
    ChartType,
    keyof ChartCard | "read" | "readable" | "buildQuery" | "transform" | "defaults" | "validate" | "parts"
  > {
  card: ChartCard;
  schema: z.ZodType<F>;
  defaults?(dataset?: Dataset): Record<string, unknown>;
  /** Rules beyond the controls' own validators: control name -> message. */
  validate?(formData: F): Record<string, string>;
  buildQuery(formData: F, options: BuildOptions): QueryContext;
  parts?(formData: F): readonly PartRequest[];
  transform(input: TransformInput<F>): Drawing<P>;
}
