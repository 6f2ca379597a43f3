import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control } from "../../../chart-seam/control.ts";
import { isEmptyValue, visibleControls } from "../../../chart-seam/define.ts";
import { kindOf } from "../../../features/adhoc/adhoc.ts";
import type { QueryColumn } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { canonicalValue, toList } from "./form-values.ts";

type RoleControl = Extract<Control, { widget: "metrics" | "columns" }>;

const ROLES = [
  { widget: "metrics", names: ["metrics", "metric", "x", "y", "size", "secondary_metric", "metrics_b"] },
  {
    widget: "columns",
    names: [
      ...["x_axis", "groupby", "columns", "entity", "series", "source", "target", "groupbyRows", "groupbyColumns"],
      ...["y_axis", "dimension", "groupby_b"],
    ],
  },
] as const;

const TIME_CHARTS = new Set([
  ...["echarts_timeseries_line", "echarts_area", "echarts_timeseries_smooth", "echarts_timeseries_step"],
  ...["echarts_timeseries", "big_number", "mixed_timeseries", "compare", "time_pivot", "horizon"],
]);

export const isTimeChart = (key: string): boolean => TIME_CHARTS.has(key);

interface Switched {
  from: ChartType | undefined;
  to: ChartType;
  formData: FormData;
  dataset?: Dataset | undefined;
}

/**
 * Metrics and dimensions that no control of the new type has got yet go to its free controls: required ones first, then
 * single ones, the rest to the first list. They replace defaults, not values of the old type.
 */
export function placeRemaining(next: FormData, { from, to, formData, dataset }: Switched): void {
  if (!from) return;
  carryTime(next, { from, to, formData, dataset });
  const own = new Set(
    ROLES.flatMap((role) => valuesIn(formData, roleControls(from, formData, role))).map(canonicalValue),
  );
  for (const role of ROLES) {
    const controls = roleControls(to, next, role).filter((one) => takesText(one, to.key));
    const used = new Set(valuesIn(next, controls).map(canonicalValue));
    const isLeft = (value: unknown) =>
      !used.has(canonicalValue(value)) &&
      (role.widget === "metrics" || kindOf(dataset, value as QueryColumn) !== "temporal");
    const left = valuesIn(formData, roleControls(from, formData, role)).filter(isLeft);
    const rest = fillFree(next, controls, { left: distinct(left), own });
    appendToLists(next, controls, rest);
  }
}

const TIME = { widget: "columns", names: ["x_axis", "granularity_sqla", "start_time"] } as const;

/** Between controls of different names; a text that took the x-axis stays there. */
function carryTime(next: FormData, { from, to, formData, dataset }: Switched & { from: ChartType }): void {
  const isTime = (value: unknown) => !isEmptyValue(value) && kindOf(dataset, value as QueryColumn) === "temporal";
  const sources = roleControls(from, formData, TIME);
  const source = sources.find(({ name }) => isTime(formData[name]));
  const [target] = roleControls(to, next, TIME);
  if (!source || !target || sources.some(({ name }) => name === target.name)) return;
  if (isEmptyValue(next[target.name]) || isTime(next[target.name])) next[target.name] = formData[source.name];
}

interface Role {
  widget: RoleControl["widget"];
  names: readonly string[];
}

function roleControls(type: ChartType, formData: FormData, { widget, names }: Role): RoleControl[] {
  const shown = visibleControls(type.sections, { formData });
  return names.flatMap((name) => shown.filter((one): one is RoleControl => one.name === name && one.widget === widget));
}

function takesText(control: RoleControl, key: string): boolean {
  if (control.widget === "metrics") return true;
  return !control.accepts && !(control.name === "x_axis" && TIME_CHARTS.has(key));
}

const valuesIn = (formData: FormData, controls: readonly Control[]): unknown[] =>
  controls.flatMap(({ name }) => toList<unknown>(formData[name]));

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonicalValue(value), value])).values()];
}

interface RemainingItems {
  left: readonly unknown[];
  own: ReadonlySet<string>;
}

function fillFree(next: FormData, controls: readonly RoleControl[], { left, own }: RemainingItems): unknown[] {
  const rest = [...left];
  const isFree = ({ name, multi, required }: RoleControl) =>
    multi ? required === true && isEmptyValue(next[name]) : !own.has(canonicalValue(next[name]));
  const free = controls.filter(isFree).sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  for (const { name, multi } of free) {
    if (rest.length === 0) return rest;
    const value = rest.shift();
    next[name] = multi ? [value] : value;
  }
  return rest;
}

function appendToLists(next: FormData, controls: readonly RoleControl[], rest: readonly unknown[]): void {
  const [list, ...others] = controls.filter(({ multi }) => multi);
  if (!list || rest.length === 0) return;
  const columns = others.find(({ name }) => name === "groupbyColumns");
  const isCrossed = columns && rest.length > 1 && isEmptyValue(next[list.name]) && isEmptyValue(next[columns.name]);
  next[list.name] = [...toList<unknown>(next[list.name]), ...(isCrossed ? rest.slice(0, -1) : rest)];
  if (isCrossed) next[columns.name] = rest.slice(-1);
}
