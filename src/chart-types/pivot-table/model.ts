import type { DataRow, DataValue } from "../../model/query-context.ts";
import { aggregateOf, FRACTION } from "../../query/pivot-table.ts";
import { type AxisNode, AxisTree } from "./axis.ts";
import type { Level } from "./levels.ts";

export interface PivotModel {
  readonly rows: AxisTree;
  readonly columns: AxisTree;
  valueOf(row: AxisNode, column: AxisNode, metric: string): DataValue | undefined;
  /** Value for sorting; differs from `valueOf` for fractions only. */
  rawValueOf(row: AxisNode, column: AxisNode, metric: string): DataValue | undefined;
}

export interface PivotPlan {
  rows: readonly string[];
  columns: readonly string[];
  metrics: readonly string[];
  /** Metrics with database totals; totals of others are computed from cells. */
  exact: ReadonlySet<string>;
  aggregate: string;
  levels: readonly Level[];
}

export function readPivot(plan: PivotPlan, results: readonly (readonly DataRow[])[]): PivotModel {
  const [rows, columns] = [new AxisTree(), new AxisTree()];
  const [cells = [], ...totals] = results;
  const path = (row: DataRow, names: readonly string[]) => names.map((name) => row[name] ?? null);
  const places = cells.map((row) => ({
    row,
    at: [rows.add(path(row, plan.rows)), columns.add(path(row, plan.columns))] as const,
  }));
  const keyOf = (row: AxisNode, column: AxisNode) => row.id * columns.size + column.id;
  const exact = new Map(plan.metrics.map((name) => [name, new Map<number, DataValue>()]));
  const put = (row: DataRow, at: readonly [AxisNode, AxisNode], names: Iterable<string>) => {
    for (const name of names) exact.get(name)?.set(keyOf(...at), row[name] ?? null);
  };
  for (const { row, at } of places) put(row, at, plan.metrics);
  totals.forEach((lines, index) => {
    const level = plan.levels[index + 1];
    for (const row of lines) {
      const place = rows.find(path(row, plan.rows.slice(0, level?.rows)));
      const column = columns.find(path(row, plan.columns.slice(0, level?.columns)));
      if (place && column) put(row, [place, column], plan.exact);
    }
  });
  const lists = new Map(
    plan.metrics.filter((name) => !plan.exact.has(name)).map((name) => [name, listsOf(name, places, keyOf)]),
  );
  return {
    rows,
    columns,
    ...readers(plan, { exact, lists, keyOf, roots: [rows.root, columns.root] }),
  };
}

type KeyOf = (row: AxisNode, column: AxisNode) => number;
interface Place {
  row: DataRow;
  at: readonly [AxisNode, AxisNode];
}

function listsOf(metric: string, places: readonly Place[], keyOf: KeyOf): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (const { row, at } of places) {
    const value = row[metric];
    if (value === null || value === undefined || typeof value === "boolean") continue;
    const number = Number(value);
    if (Number.isNaN(number)) continue;
    for (let r: AxisNode | undefined = at[0]; r; r = r.parent) {
      for (let c: AxisNode | undefined = at[1]; c; c = c.parent) {
        const list = lists.get(keyOf(r, c));
        if (list) list.push(number);
        else lists.set(keyOf(r, c), [number]);
      }
    }
  }
  return lists;
}

interface Store {
  exact: ReadonlyMap<string, ReadonlyMap<number, DataValue>>;
  lists: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
  keyOf: KeyOf;
  roots: readonly [AxisNode, AxisNode];
}

function readers(plan: PivotPlan, { exact, lists, keyOf, roots }: Store): Pick<PivotModel, "valueOf" | "rawValueOf"> {
  const fraction = FRACTION.exec(plan.aggregate);
  const aggregate = aggregateOf(plan.aggregate);
  const rawValueOf: PivotModel["rawValueOf"] = (row, column, metric) => {
    const key = keyOf(row, column);
    const list = lists.get(metric);
    if (!list) return exact.get(metric)?.get(key);
    const values = list.get(key);
    if (values) return aggregate(values);
    return exact.get(metric)?.has(key) ? null : undefined;
  };
  if (!fraction) return { valueOf: rawValueOf, rawValueOf };
  const fractionOf: PivotModel["valueOf"] = (row, column, metric) => {
    const part = rawValueOf(row, column, metric);
    if (part === undefined || part === null) return part;
    const whole = rawValueOf(
      fraction[2] === "Rows" ? row : roots[0],
      fraction[2] === "Columns" ? column : roots[1],
      metric,
    );
    const share = Number(part) / Number(whole);
    return Number.isFinite(share) ? share : null;
  };
  return { valueOf: fractionOf, rawValueOf };
}
