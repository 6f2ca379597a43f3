import { epochOf } from "../../chart-kit/format/value.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import { type ChartDataResult, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import type { WaterfallForm } from "./schema.ts";

export interface Step {
  kind: "increase" | "decrease" | "total";
  label: string;
  name: string;
  value: number;
  from: number;
  to: number;
}

interface Naming {
  axis(value: DataValue): string;
  total: string;
}

export function stepsOf(result: ChartDataResult, form: WaterfallForm, naming: Naming): Step[] {
  const rows = rowsOf(result);
  const axis = form.x_axis ? columnLabel(form.x_axis) : "";
  const breakdown = form.groupby ? columnLabel(form.groupby) : undefined;
  const metric = form.metric ? metricLabel(form.metric) : "";
  const isTime = result.coltypes?.[result.colnames?.indexOf(axis) ?? -1] === GENERIC_TYPE.TEMPORAL;
  const points = rows.map((row) => ({
    group: naming.axis(isTime ? timeOf(row[axis]) : (row[axis] ?? null)),
    part: breakdown === undefined ? undefined : labelOf(row[breakdown]),
    value: numberOf(row[metric]),
  }));
  if (breakdown === undefined) {
    const steps = accumulate(points.map(({ group, value }) => ({ label: group, name: group, value })));
    return form.show_total ? withTotal(steps, naming.total) : steps;
  }
  const groups = [...new Set(points.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const own = points.filter((point) => point.group === group);
    const steps = accumulate(own.map(({ part = "", value }) => ({ label: part, name: `${group}, ${part}`, value })));
    return form.show_total ? withTotal(steps, group, `${group}, ${naming.total}`) : steps;
  });
}

function accumulate(points: readonly { label: string; name: string; value: number | null }[]): Step[] {
  let sum = 0;
  return points.flatMap(({ label, name, value }) => {
    if (value === null) return [];
    const from = sum;
    sum += value;
    return [{ kind: value < 0 ? "decrease" : "increase", label, name, value, from, to: sum } satisfies Step];
  });
}

function withTotal(steps: Step[], label: string, name = label): Step[] {
  const value = steps.at(-1)?.to;
  if (value === undefined) return steps;
  return [...steps, { kind: "total", label, name, value, from: 0, to: value }];
}

function timeOf(value: DataValue | undefined): DataValue {
  return typeof value === "string" ? (epochOf(value) ?? value) : (value ?? null);
}

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
