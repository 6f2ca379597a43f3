import { z } from "zod";
import { type FilterScalar, metricLabel, type QueryMetric } from "./adhoc.ts";
import { clauseFilter } from "./cross-filter.ts";
import { mergeExtraFormData } from "./data-mask.ts";
import { type FormData, metricControl, metricsControl } from "./form-data.ts";
import type { ChartDataResult, QueryContext, QueryObject } from "./query-context.ts";

/**
 * A chart as a grid of cells, one per member of its rows and columns. Members are metrics or values of a column; each
 * cell is the same chart with its metric and filtered to its values.
 */
export interface Matrix {
  rows: MatrixAxis | undefined;
  columns: MatrixAxis | undefined;
}

export type MatrixSide = "rows" | "columns";

export const MAX_MEMBERS = 25;
export const ROW_HEIGHT = 300;
export const CHARTS_PER_ROW = 3;

export type MatrixAxis =
  | { kind: "metrics"; metrics: readonly QueryMetric[] }
  | { kind: "values"; column: string; values: readonly FilterScalar[] }
  | { kind: "queried"; column: string; limit: number; metric: QueryMetric | null; isDescending: boolean };

export type Member = { kind: "metric"; metric: QueryMetric } | { kind: "value"; column: string; value: FilterScalar };

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Dimension = z.object({ dimension: z.string(), values: z.array(Scalar).catch([]) });
const Count = z.coerce.number().int().min(1);

export function readDimension(value: unknown): z.infer<typeof Dimension> {
  return Dimension.safeParse(value).data ?? { dimension: "", values: [] };
}

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
      const limit = Math.min(Count.catch(10).parse(of("topn_value")), MAX_MEMBERS);
      return metric === null ? undefined : { kind: "queried", column, limit, metric, isDescending };
    }
    case "all": {
      const sort = of("all_sort_by") ?? "a_to_z";
      if (sort === "metric") return { kind: "queried", column, limit: MAX_MEMBERS, metric, isDescending };
      return { kind: "queried", column, limit: MAX_MEMBERS, metric: null, isDescending: sort === "z_to_a" };
    }
    default:
      return values.length > 0 ? { kind: "values", column, values: [...new Set(values)] } : undefined;
  }
}

export function matrixOf(form: Readonly<Record<string, unknown>>): Matrix | undefined {
  if (form.matrixify_enable !== true) return undefined;
  const matrix = { rows: axisOf(form, "rows"), columns: axisOf(form, "columns") };
  return matrix.rows || matrix.columns ? matrix : undefined;
}

export function withoutMatrix(form: FormData): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !key.startsWith("matrixify_"))) as FormData;
}

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

export function clausesOf(members: readonly Member[]): { column: string; values: FilterScalar[] }[] {
  return members.flatMap((member) =>
    member.kind === "value" ? [{ column: member.column, values: [member.value] }] : [],
  );
}

/** One query per side with queried values, rows first. `ask` builds a form's context. */
export function axesContext(form: FormData, matrix: Matrix, ask: (form: FormData) => QueryContext): QueryContext {
  const context = ask(firstMetrics(form, matrix));
  return { ...context, queries: axisQueries(context.queries[0] ?? {}, matrix) };
}

export function axisQueries(base: QueryObject, { rows, columns }: Matrix): QueryObject[] {
  return [rows, columns].flatMap((axis) => (axis?.kind === "queried" ? [axisQuery(base, axis)] : []));
}

export function firstMetrics(form: FormData, { rows, columns }: Matrix): FormData {
  const members = [rows, columns].flatMap((axis): Member[] => {
    const metric = axis?.kind === "metrics" ? axis.metrics[0] : undefined;
    return metric === undefined ? [] : [{ kind: "metric", metric }];
  });
  return cellForm(form, members);
}

function axisQuery(base: QueryObject, axis: Extract<MatrixAxis, { kind: "queried" }>): QueryObject {
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
  isTruncated: boolean;
}

export type Sides = Readonly<Record<MatrixSide, Members>>;

/** `results` are those of `axesContext`. A side that is off has no members. */
export function membersOf({ rows, columns }: Matrix, results: readonly ChartDataResult[]): Sides {
  const found = [...results];
  const read = (axis: MatrixAxis | undefined) =>
    membersFrom(axis, axis?.kind === "queried" ? found.shift() : undefined);
  return { rows: read(rows), columns: read(columns) };
}

function membersFrom(axis: MatrixAxis | undefined, result: ChartDataResult | undefined): Members {
  switch (axis?.kind) {
    case undefined:
      return { list: [], isTruncated: false };
    case "metrics":
      return truncate(axis.metrics.map((metric): Member => ({ kind: "metric", metric })));
    case "values":
      return truncate(axis.values.map((value) => ({ kind: "value", column: axis.column, value })));
    case "queried": {
      const { column, limit } = axis;
      const rows = Array.isArray(result?.data) ? result.data : [];
      const values = rows.map((row) => Scalar.safeParse(row[column]).data ?? null);
      const { list, isTruncated } = truncate(values.map((value) => ({ kind: "value", column, value })));
      // A top-n list is always truncated, so that isn't reported.
      return { list: list.slice(0, limit), isTruncated };
    }
  }
}

export function withMembers({ rows, columns }: Matrix, sides: Sides): Matrix {
  const found = (axis: MatrixAxis | undefined, { list }: Members): MatrixAxis | undefined =>
    axis?.kind === "queried"
      ? { kind: "values", column: axis.column, values: list.flatMap((one) => (one.kind === "value" ? one.value : [])) }
      : axis;
  return { rows: found(rows, sides.rows), columns: found(columns, sides.columns) };
}

export interface Place {
  row: number;
  column: number;
  rowMember: Member | undefined;
  columnMember: Member | undefined;
}

export function placesOf({ rows, columns }: Sides): Place[] {
  const [down, across] = [rows, columns].map(({ list }) => (list.length > 0 ? list : [undefined]));
  return (down ?? []).flatMap((rowMember, row) =>
    (across ?? []).map((columnMember, column) => ({ row, column, rowMember, columnMember })),
  );
}

function truncate(list: readonly Member[]): Members {
  return { list: list.slice(0, MAX_MEMBERS), isTruncated: list.length > MAX_MEMBERS };
}

/** One query for the rows of all cells, without limits and post-processing, which apply per cell. */
export function wholeContext(
  form: FormData,
  { rows, columns }: Matrix,
  ask: (form: FormData) => QueryContext,
): QueryContext {
  const axes = [rows, columns].flatMap((axis) => axis ?? []);
  const named = axes.flatMap((axis) => (axis.kind === "metrics" ? [] : [axis.column]));
  const known = axes.flatMap((axis) => (axis.kind === "values" ? [axis] : []));
  const filters = known.map(({ column, values }) => clauseFilter({ column, values: values.slice(0, MAX_MEMBERS) }));
  const plain = withoutMatrix(form);
  const extra = mergeExtraFormData([plain.extra_form_data ?? undefined, { filters }]);
  const metrics = axes.flatMap((axis) => (axis.kind === "metrics" ? axis.metrics : []));
  const contexts = (metrics.length > 0 ? metrics : [undefined]).map((metric) =>
    ask({ ...withMetrics(plain, metric === undefined ? [] : [metric]), extra_form_data: extra }),
  );
  const [first] = contexts;
  if (!first) return ask(plain);
  const queries = first.queries.map((query, at) => ({
    ...split(query, named),
    ...(query.metrics ? { metrics: unique(contexts.flatMap((one) => one.queries[at]?.metrics ?? [])) } : {}),
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
