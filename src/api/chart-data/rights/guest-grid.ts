import { metricLabel } from "../../../model/adhoc.ts";
import { clauseFilter } from "../../../model/cross-filter.ts";
import type { FormData } from "../../../model/form-data.ts";
import {
  axesContext,
  cellForm,
  MAX_MEMBERS,
  type Matrix,
  type MatrixAxis,
  type Member,
  wholeContext,
} from "../../../model/matrix.ts";
import type { QueryContext, QueryObject } from "../../../model/query-context.ts";

const MAX_QUERY_CELLS = 16;

/**
 * The queries that a grid chart may run, as far as a given query is concerned: its cell, the members of the sides, and
 * the rows of all cells. Fixed values are limited to the author's; for dynamic values any is allowed.
 */
export function gridQueries(
  form: FormData,
  { matrix, query, ask }: { matrix: Matrix; query: QueryObject; ask(form: FormData): QueryContext },
): QueryObject[] {
  const rows = membersIn(matrix.rows, query);
  const columns = membersIn(matrix.columns, query);
  // A cell has one metric per side: a query with many isn't one.
  const isCell = rows.length * columns.length <= MAX_QUERY_CELLS;
  const cells = isCell ? rows.flatMap((row) => columns.map((column) => [...row, ...column])) : [];
  const whole = { rows: namedIn(matrix.rows, query), columns: namedIn(matrix.columns, query) };
  return [
    ...cells.flatMap((members) => ask(cellForm(form, members)).queries),
    ...axesContext(form, matrix, ask).queries,
    ...wholeContext(form, whole, ask).queries,
  ];
}

export function gridColumns({ rows, columns }: Matrix): string[] {
  return [rows, columns].flatMap((axis) => (axis && axis.kind !== "metrics" ? [axis.column] : []));
}

function membersIn(axis: MatrixAxis | undefined, query: QueryObject): Member[][] {
  switch (axis?.kind) {
    case undefined:
      return [[]];
    case "metrics": {
      const requested = new Set((query.metrics ?? []).map(metricLabel));
      const known = axis.metrics.slice(0, MAX_MEMBERS).filter((metric) => requested.has(metricLabel(metric)));
      return known.map((metric) => [{ kind: "metric", metric }]);
    }
    case "values":
    case "queried":
      return valuesIn(axis, query).map((value) => [{ kind: "value", column: axis.column, value }]);
  }
}

type ValueAxis = Exclude<MatrixAxis, { kind: "metrics" }>;

function valuesIn(axis: ValueAxis, query: QueryObject) {
  const filters = (query.filters ?? []).filter(({ col }) => col === axis.column);
  const values = filters.flatMap(({ op, val }) => {
    if (op.toUpperCase() === "IS NULL") return [null];
    return op.toUpperCase() === "IN" && Array.isArray(val) && val.length === 1 ? val : [];
  });
  const known = new Set(axis.kind === "queried" ? values : axis.values.slice(0, MAX_MEMBERS));
  const distinct = [...new Set(values)].filter((value) => known.has(value));
  // A cell has one value per side.
  return distinct.length === 1 ? distinct : [];
}

function namedIn(axis: MatrixAxis | undefined, query: QueryObject): MatrixAxis | undefined {
  if (axis?.kind !== "queried") return axis;
  const named = (query.filters ?? []).find(({ col, op }) => col === axis.column && ["IN", "IS NULL"].includes(op));
  const values = named?.op === "IS NULL" ? [null] : [named?.val ?? []].flat();
  const isPlain = JSON.stringify(clauseFilter({ column: axis.column, values }).val) === JSON.stringify(named?.val);
  return isPlain && values.length <= MAX_MEMBERS ? { kind: "values", column: axis.column, values } : axis;
}
