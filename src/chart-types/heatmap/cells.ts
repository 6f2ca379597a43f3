import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { orderedValues } from "./axis-order.ts";
import type { HeatmapForm } from "./schema.ts";

export interface HeatmapCell {
  x: number;
  y: number;
  value: number;
  /** Percentile (0 to 1) within the base: all cells, column or row. */
  rank: number | null;
  share: number | null;
}

export interface HeatmapGrid {
  xs: DataValue[];
  ys: DataValue[];
  cells: HeatmapCell[];
}

export interface Names {
  x: string;
  y: string;
  metric: string;
}

export function namesOf(formData: HeatmapForm): Names {
  return {
    x: formData.x_axis ? columnLabel(formData.x_axis) : "",
    y: formData.groupby ? columnLabel(formData.groupby) : "",
    metric: formData.metric ? metricLabel(formData.metric) : "",
  };
}

export function gridOf(rows: readonly DataRow[], formData: HeatmapForm): HeatmapGrid {
  const names = namesOf(formData);
  const at = (row: DataRow, name: string): DataValue => row[name] ?? null;
  const known = rows.filter((row) => typeof row[names.metric] === "number");
  const sums = (name: string) => totalsBy(known, name, names.metric);
  const [sumX, sumY] = [sums(names.x), sums(names.y)];
  const xs = orderedValues(
    known.map((row) => at(row, names.x)),
    formData.sort_x_axis,
    (v) => sumX.get(v) ?? 0,
  );
  const ys = orderedValues(
    known.map((row) => at(row, names.y)),
    formData.sort_y_axis,
    (v) => sumY.get(v) ?? 0,
  );
  const [xAt, yAt] = [indexes(xs), indexes(ys)];
  const all = [...sumX.values()].reduce((total, value) => total + value, 0);
  const cells = known.map((row) => {
    const [x, y, value] = [at(row, names.x), at(row, names.y), Number(row[names.metric])];
    const across = formData.normalize_across;
    const whole = across === "x" ? sumX.get(x) : across === "y" ? sumY.get(y) : all;
    return {
      x: xAt.get(x) ?? 0,
      y: yAt.get(y) ?? 0,
      value,
      rank: typeof row.rank === "number" ? row.rank : null,
      share: whole ? value / whole : null,
    };
  });
  return { xs, ys, cells: cells.sort((a, b) => a.y - b.y || a.x - b.x) };
}

function totalsBy(rows: readonly DataRow[], name: string, metric: string): Map<DataValue, number> {
  const totals = new Map<DataValue, number>();
  for (const row of rows) {
    const key = row[name] ?? null;
    totals.set(key, (totals.get(key) ?? 0) + Number(row[metric]));
  }
  return totals;
}

function indexes(values: readonly DataValue[]): Map<DataValue, number> {
  return new Map(values.map((value, index) => [value, index]));
}
