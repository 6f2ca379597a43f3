import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import { readForm, readSharedForm } from "../../model/form-data.ts";
import { momentText } from "../../model/moment.ts";
import type { DataRow, QueryObject } from "../../model/query-context.ts";
import { type Frame, type FrameColumn, labelPart, MISSING_PART, uniqueTexts } from "../../query/frame.ts";
import { assertPivotFits } from "../../query/post-processing/pivot.ts";
import { type AxisNode, pathOf, ranksOf } from "./axis.ts";
import { axesOf, exactMetrics, type Level, levelsOf, metricNames, namesOf, shapeOf } from "./levels.ts";
import { type AxisShape, type Line, linesOf } from "./lines.ts";
import { type PivotModel, readPivot } from "./model.ts";
import { totalQuery } from "./query.ts";
import { PivotForm } from "./schema.ts";

export function readPivotForm(formData: Record<string, unknown>): PivotForm | undefined {
  const shared = readSharedForm(formData);
  const form = shared && readForm(shared, PivotForm);
  return form && form.metrics.length > 0 ? form : undefined;
}

/**
 * Queries for totals, one per level after the first, for any client's cell query. Columns and metrics are taken from
 * the cell query, as the form is untrusted.
 */
export function totalQueries(formData: PivotForm, cells: QueryObject): QueryObject[] {
  const form = withKnownColumns(
    formData,
    new Set([...columnsOf(cells).map(columnLabel), ...metricNames(cells.metrics ?? [])]),
  );
  return levelsOf(form)
    .slice(1)
    .map((level) => {
      const query = totalQuery(form, level, cells);
      const metrics = query.having_columns ? cells.metrics : metricsOf(form, cells);
      return { ...query, columns: columnsAt(form, level, cells), metrics };
    });
}

export function cellQueryOf(formData: PivotForm, cells: QueryObject): QueryObject {
  const { groupbyRows, groupbyColumns } = formData;
  const shown = new Set([...groupbyRows, ...groupbyColumns].map(columnLabel));
  const columns = columnsOf(cells).filter((column) => shown.has(columnLabel(column)));
  const series = cells.series_columns?.filter((column) => shown.has(columnLabel(column)));
  return { ...cells, columns, groupby: null, ...(series ? { series_columns: series } : {}) };
}

const columnsOf = ({ columns, groupby }: QueryObject) => (groupby?.length ? groupby : (columns ?? []));

function withKnownColumns(form: PivotForm, labels: { has(label: string): boolean }): PivotForm {
  const isThere = (column: QueryColumn) => labels.has(columnLabel(column));
  return {
    ...form,
    groupbyRows: form.groupbyRows.filter(isThere),
    groupbyColumns: form.groupbyColumns.filter(isThere),
    metrics: form.metrics.filter((metric) => labels.has(metricLabel(metric))),
  };
}

function metricsOf(form: PivotForm, { metrics }: QueryObject): QueryMetric[] {
  const exact = new Set(metricNames(exactMetrics(form)));
  return (metrics ?? []).filter((metric) => exact.has(metricLabel(metric)));
}

function columnsAt(formData: PivotForm, level: Level, cells: QueryObject): QueryColumn[] {
  const axes = axesOf(formData);
  const levelColumns = [...axes.columns.slice(0, level.columns), ...axes.rows.slice(0, level.rows)];
  const known = new Map(columnsOf(cells).map((column) => [columnLabel(column), column]));
  return levelColumns.flatMap((column) => known.get(columnLabel(column)) ?? []);
}

/**
 * The displayed table as a frame: one index column with each row's keys joined by spaces, one column per column line.
 * `frames`: results of the cell query and of `totalQueries`. Unknown metrics and dimensions are dropped. Throws
 * RESULT_TOO_LARGE_ERROR.
 */
export function pivotFrame(formData: PivotForm, frames: readonly Frame[]): Frame {
  const known = new Map(frames[0]?.columns.map((column) => [column.path.join(", "), column]));
  const form = withKnownColumns(formData, known);
  const axes = axesOf(form);
  const metrics = metricNames(form.metrics);
  const aggregate = form.aggregateFunction ?? "Sum";
  const model = readPivot(
    {
      rows: namesOf(axes.rows),
      columns: namesOf(axes.columns),
      metrics,
      exact: new Set(metricNames(exactMetrics(form))),
      aggregate,
      levels: levelsOf(form),
    },
    frames.map(rowsOfFrame),
  );
  const [rows, columns] = [linesAlong("rows", model, form), linesAlong("columns", model, form)];
  assertPivotFits(rows.length * columns.length);
  const labels = (lines: readonly Line[], dimensions: readonly QueryColumn[]) =>
    uniqueTexts(lines.map((line) => lineLabel(line, { form, dimensions, known, aggregate })));
  const names = labels(columns, axes.columns);
  const isText = aggregate === "List Unique Values";
  return {
    index: [{ path: [""], kind: "text", values: labels(rows, axes.rows) }],
    rows: rows.length,
    columns: columns.map((column, i) => ({
      path: [names[i] ?? ""],
      kind: isText ? ("text" as const) : ("numeric" as const),
      values: rows.map(
        (row) => model.valueOf(row.node, column.node, row.metric ?? column.metric ?? metrics[0] ?? "") ?? null,
      ),
    })),
  };
}

function rowsOfFrame({ columns, rows }: Frame): DataRow[] {
  const named = columns.map((column) => [column.path.join(", "), column.values] as const);
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(named.map(([name, values]) => [name, (values[row] ?? null) as DataRow[string]])),
  );
}

function linesAlong(axis: "rows" | "columns", model: PivotModel, form: PivotForm): Line[] {
  const depth = axesOf(form)[axis].length;
  const metrics = metricNames(form.metrics);
  const carriesMetrics = (form.metricsLayout === "ROWS") === (axis === "rows");
  const shape: AxisShape = { ...shapeOf(axis, depth, form), ...(carriesMetrics ? { metrics } : {}) };
  const [first = ""] = metrics;
  const { root } = model[axis];
  const weightOf = (node: AxisNode) =>
    axis === "rows"
      ? model.rawValueOf(node, model.columns.root, first)
      : model.rawValueOf(model.rows.root, node, first);
  return linesOf(root, shape, { closed: new Set(), ranks: ranksOf(model[axis]), weightOf });
}

interface Naming {
  form: PivotForm;
  dimensions: readonly QueryColumn[];
  known: ReadonlyMap<string, FrameColumn>;
  aggregate: string;
}

function lineLabel({ node, kind, metric }: Line, { form, dimensions, known, aggregate }: Naming): string {
  const keys = pathOf(node).map((value, i) => keyText(value, known.get(columnLabel(dimensions[i] ?? ""))));
  const words = kind === "total" ? [`Total (${aggregate})`] : kind === "subtotal" ? ["Subtotal"] : [];
  const own = metric === undefined ? [] : [metric];
  const parts = form.combineMetric ? [...keys, ...words, ...own] : [...own, ...keys, ...words];
  return parts.join(" ").trim();
}

function keyText(value: unknown, column: FrameColumn | undefined): string {
  if (value === null || value === undefined) return MISSING_PART;
  return column?.kind === "temporal" ? momentText(Number(value)) : labelPart(String(value));
}
