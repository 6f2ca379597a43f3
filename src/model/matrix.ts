import { z } from "zod";
import { type FilterScalar, metricLabel, type QueryMetric } from "./adhoc.ts";
import { clauseFilter } from "./cross-filter.ts";
import { mergeExtraFormData } from "./data-mask.ts";
import { type FormData, metricControl, metricsControl } from "./form-data.ts";
import type { ChartDataResult, QueryContext, QueryObject } from "./query-context.ts";

/**
 * A chart as a grid of itself: one cell for every member of its rows and its columns. A side's members are metrics, or
 * values of one column; each cell is the same chart of its own metric, over the rows that have its own values. Names of
 * form data are the wire's (`matrixify_*`).
 */
export interface Matrix {
  /** At least one side has an axis. */
  rows: MatrixAxis | undefined;
  columns: MatrixAxis | undefined;
}

export type MatrixSide = "rows" | "columns";

/** The most members of a side. */
export const MOST_MEMBERS = 25;
/** Of a cell's height, pixels. */
export const ROW_HEIGHT = 300;
export const CHARTS_PER_ROW = 3;

export type MatrixAxis =
  | { kind: "metrics"; metrics: readonly QueryMetric[] }
  | { kind: "values"; column: string; values: readonly FilterScalar[] }
  /** Its values are asked for: the first by the metric, or by name. */
  | { kind: "asked"; column: string; limit: number; metric: QueryMetric | null; isDescending: boolean };

/** What a cell has of one side. */
export type Member = { kind: "metric"; metric: QueryMetric } | { kind: "value"; column: string; value: FilterScalar };

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Dimension = z.object({ dimension: z.string(), values: z.array(Scalar).catch([]) });
const Count = z.coerce.number().int().min(1);

/** `{dimension, values}` as form data keep it; the dimension is empty when none is chosen. */
export function readDimension(value: unknown): z.infer<typeof Dimension> {
  return Dimension.safeParse(value).data ?? { dimension: "", values: [] };
}

/** The axis that a side of the form describes; undefined: it is off, or not complete. */
function axisOf(form: Readonly<Record<string, unknown>>, side: MatrixSide): MatrixAxis | undefined {
  const of = (name: string) => form[`matrixify_${name}_${side}`];
  const mode = of("mode");
  if (mode === "metrics") {
    const metrics = metricsControl.safeParse(form[`matrixify_${side}`]).data ?? [];
    return metrics.length > 0 ? { kind: "metrics", metrics } : undefined;
  }
  return mode === "dimensions" ? valueAxis(of) : undefined;
}

function valueAxis(of: (name: string) => unknown): MatrixAxis | undefined {
  const { dimension: column, values } = readDimension(of("dimension"));
  if (!column) return undefined;
  const metric = metricControl.safeParse(of("topn_metric")).data ?? null;
  const isDescending = of("topn_order") !== false;
  switch (of("dimension_selection_mode")) {
    case "topn": {
      const limit = Math.min(Count.catch(10).parse(of("topn_value")), MOST_MEMBERS);
      return metric === null ? undefined : { kind: "asked", column, limit, metric, isDescending };
    }
    case "all": {
      const sort = of("all_sort_by") ?? "a_to_z";
      if (sort === "metric") return { kind: "asked", column, limit: MOST_MEMBERS, metric, isDescending };
      return { kind: "asked", column, limit: MOST_MEMBERS, metric: null, isDescending: sort === "z_to_a" };
    }
    default:
      return values.length > 0 ? { kind: "values", column, values: [...new Set(values)] } : undefined;
  }
}

/** The grid that form data ask for; undefined: the chart alone. */
export function matrixOf(form: Readonly<Record<string, unknown>>): Matrix | undefined {
  if (form.matrixify_enable !== true) return undefined;
  const matrix = { rows: axisOf(form, "rows"), columns: axisOf(form, "columns") };
  return matrix.rows || matrix.columns ? matrix : undefined;
}

/** The chart alone. */
export function withoutMatrix(form: FormData): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !key.startsWith("matrixify_"))) as FormData;
}

/** The chart of one cell: its members' metrics in the place of the chart's, and its members' values as filters. */
export function cellForm(form: FormData, members: readonly Member[]): FormData {
  const metrics = members.flatMap((member) => (member.kind === "metric" ? [member.metric] : []));
  return withValues(withMetrics(withoutMatrix(form), metrics), members);
}

function withMetrics(form: FormData, metrics: readonly QueryMetric[]): FormData {
  if (metrics.length === 0) return form;
  const isKnown = "metrics" in form || "metric" in form;
  return {
    ...form,
    ...("metrics" in form || !isKnown ? { metrics: [...metrics] } : {}),
    ...("metric" in form || !isKnown ? { metric: metrics.at(-1) } : {}),
  };
}

function withValues(form: FormData, members: readonly Member[]): FormData {
  const filters = clausesOf(members).map((clause) => clauseFilter(clause));
  if (filters.length === 0) return form;
  return { ...form, extra_form_data: mergeExtraFormData([form.extra_form_data ?? undefined, { filters }]) };
}

/** The values of a cell as a selection of marks has them. */
export function clausesOf(members: readonly Member[]): { column: string; values: FilterScalar[] }[] {
  return members.flatMap((member) =>
    member.kind === "value" ? [{ column: member.column, values: [member.value] }] : [],
  );
}

/**
 * Asks for the values of the sides whose values are asked for: a query for each, in the order rows, columns. `ask` builds
 * the context of a form.
 */
export function axesContext(form: FormData, matrix: Matrix, ask: (form: FormData) => QueryContext): QueryContext {
  const context = ask(firstMetrics(form, matrix));
  return { ...context, queries: axisQueries(context.queries[0] ?? {}, matrix) };
}

/** The same beside a query of the chart, under whose filters they are. */
export function axisQueries(base: QueryObject, { rows, columns }: Matrix): QueryObject[] {
  return [rows, columns].flatMap((axis) => (axis?.kind === "asked" ? [axisQuery(base, axis)] : []));
}

/** The chart with the first metric of a side of metrics, without which a chart may not be complete. */
export function firstMetrics(form: FormData, { rows, columns }: Matrix): FormData {
  const members = [rows, columns].flatMap((axis): Member[] => {
    const metric = axis?.kind === "metrics" ? axis.metrics[0] : undefined;
    return metric === undefined ? [] : [{ kind: "metric", metric }];
  });
  return cellForm(form, members);
}

/** Under the filters of the chart; one more than are shown tells that there are more. */
function axisQuery(base: QueryObject, axis: Extract<MatrixAxis, { kind: "asked" }>): QueryObject {
  const { filters, granularity, time_range, extras, url_params, applied_time_extras } = base;
  const { column, limit, metric, isDescending } = axis;
  return {
    filters,
    granularity,
    time_range,
    url_params,
    applied_time_extras,
    extras: { ...extras, having: "", time_grain_sqla: undefined },
    columns: [column],
    metrics: metric === null ? [] : [metric],
    orderby: [[metric ?? column, !isDescending]],
    row_limit: limit + 1,
  };
}

export interface Members {
  list: readonly Member[];
  /** There are more values than are shown. */
  isCut: boolean;
}

export type Sides = Readonly<Record<MatrixSide, Members>>;

/** The members of both sides; `results` answer `axesContext`. A side that is off has none. */
export function membersOf({ rows, columns }: Matrix, results: readonly ChartDataResult[]): Sides {
  const found = [...results];
  const read = (axis: MatrixAxis | undefined) => listed(axis, axis?.kind === "asked" ? found.shift() : undefined);
  return { rows: read(rows), columns: read(columns) };
}

function listed(axis: MatrixAxis | undefined, result: ChartDataResult | undefined): Members {
  switch (axis?.kind) {
    case undefined:
      return { list: [], isCut: false };
    case "metrics":
      return cut(axis.metrics.map((metric): Member => ({ kind: "metric", metric })));
    case "values":
      return cut(axis.values.map((value) => ({ kind: "value", column: axis.column, value })));
    case "asked": {
      const { column, limit } = axis;
      const rows = Array.isArray(result?.data) ? result.data : [];
      const values = rows.map((row) => Scalar.safeParse(row[column]).data ?? null);
      const { list, isCut } = cut(values.map((value) => ({ kind: "value", column, value })));
      // That the first few by a metric are not all goes without saying.
      return { list: list.slice(0, limit), isCut };
    }
  }
}

/** The matrix with the values that were found in the place of those that are asked for. */
export function withFound({ rows, columns }: Matrix, sides: Sides): Matrix {
  const found = (axis: MatrixAxis | undefined, { list }: Members): MatrixAxis | undefined =>
    axis?.kind === "asked"
      ? { kind: "values", column: axis.column, values: list.flatMap((one) => (one.kind === "value" ? one.value : [])) }
      : axis;
  return { rows: found(rows, sides.rows), columns: found(columns, sides.columns) };
}

export interface Place {
  /** From 0. */
  row: number;
  column: number;
  rowMember: Member | undefined;
  columnMember: Member | undefined;
}

/** The cells row by row. A side that is off counts as one member that changes nothing. */
export function placesOf({ rows, columns }: Sides): Place[] {
  const [down, across] = [rows, columns].map(({ list }) => (list.length > 0 ? list : [undefined]));
  return (down ?? []).flatMap((rowMember, row) =>
    (across ?? []).map((columnMember, column) => ({ row, column, rowMember, columnMember })),
  );
}

function cut(list: readonly Member[]): Members {
  return { list: list.slice(0, MOST_MEMBERS), isCut: list.length > MOST_MEMBERS };
}

/**
 * One question for the rows of all cells together: by the columns of both sides, with the metrics of all. Neither limits
 * nor what is worked out afterwards are meant for all cells at once. `ask` builds the context of a form.
 */
export function wholeContext(
  form: FormData,
  { rows, columns }: Matrix,
  ask: (form: FormData) => QueryContext,
): QueryContext {
  const axes = [rows, columns].flatMap((axis) => axis ?? []);
  const named = axes.flatMap((axis) => (axis.kind === "metrics" ? [] : [axis.column]));
  const known = axes.flatMap((axis) => (axis.kind === "values" ? [axis] : []));
  const filters = known.map(({ column, values }) => clauseFilter({ column, values: values.slice(0, MOST_MEMBERS) }));
  const plain = withoutMatrix(form);
  const extra = mergeExtraFormData([plain.extra_form_data ?? undefined, { filters }]);
  const metrics = axes.flatMap((axis) => (axis.kind === "metrics" ? axis.metrics : []));
  const asked = (metrics.length > 0 ? metrics : [undefined]).map((metric) =>
    ask({ ...withMetrics(plain, metric === undefined ? [] : [metric]), extra_form_data: extra }),
  );
  const [first] = asked;
  if (!first) return ask(plain);
  const queries = first.queries.map((query, at) => ({
    ...split(query, named),
    ...(query.metrics ? { metrics: unique(asked.flatMap((one) => one.queries[at]?.metrics ?? [])) } : {}),
  }));
  return { ...first, queries, form_data: form };
}

function split(query: QueryObject, named: readonly string[]): QueryObject {
  const { post_processing: _, row_limit: __, series_limit: ___, series_columns: ____, ...rest } = query;
  const own = (rest.columns ?? []).filter((column) => typeof column !== "string" || !named.includes(column));
  return { ...rest, columns: [...new Set(named), ...own] };
}

function unique(metrics: readonly QueryMetric[]): QueryMetric[] {
  return [...new Map(metrics.map((metric) => [metricLabel(metric), metric])).values()];
}
