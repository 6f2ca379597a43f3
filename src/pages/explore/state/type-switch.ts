import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import { kindOf } from "../../../features/adhoc/adhoc.ts";
import type { QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { timeColumn } from "./columns.ts";
import { type Extent, isFew } from "./extent.ts";
import { fixedChoices } from "./fixed-choices.ts";
import { canonicalValue, isSameValue, toList } from "./form-values.ts";
import { withDefaultGrain, withFewBars, withObviousChoices } from "./starting-form.ts";

/**
 * Changing the chart type keeps what fits. Controls of the same name keep their value; beyond that the choices are
 * read as roles (metrics, a time axis, dimensions) and dealt to the new type's controls. What finds no place is set
 * aside under its name and comes back when a type that has the control is chosen.
 */
export interface SwitchResult {
  formData: FormData;
  /** Values without a place in the new type, by control name; includes those set aside earlier. */
  aside: Record<string, unknown>;
  /** The new ones among them, for the notice. */
  setAside: { name: string; label: string }[];
}

export interface SwitchInput {
  from: ChartType | undefined;
  to: ChartType;
  formData: FormData;
  /** Values set aside by earlier switches and hidden values of the current type. */
  aside: Readonly<Record<string, unknown>>;
  dataset?: Dataset;
  /** How far the dataset reaches, where that is known. */
  extent?: Extent | undefined;
}

/** Controls that hold dimensions, in the order they are read and dealt. */
const DIMENSION_NAMES = ["groupby", "columns", "series", "entity", "all_columns"];
/** Types that show a course over time. */
const COURSES = new Set(["echarts_timeseries_line", "echarts_area", "echarts_timeseries_smooth", "big_number"]);
const METRIC_NAMES = ["metrics", "metric"];
const AXIS_NAME = "x_axis";

export function switchType({ from, to, formData, aside, dataset, extent }: SwitchInput): SwitchResult {
  const fromControls = byName(from);
  const toControls = byName(to);
  const next: FormData = { ...to.defaults(dataset), ...surroundings(formData, fromControls), viz_type: to.key };
  const carry = { fromControls, toControls, aside, dataset };
  dealRoles(next, formData, { ...carry, taken: carrySameNames(next, formData, carry) });

  withDefaultGrain(next, to, { dataset, extent });
  if (dataset) withObviousChoices(next, to, { dataset, extent });
  if (dataset) limitBars(next, { from, to, formData, aside, dataset, extent });
  const rest: Record<string, unknown> = { ...aside };
  const setAside: { name: string; label: string }[] = [];
  const used = usedChoices(next, toControls);
  for (const [name, control] of fromControls) {
    const value = formData[name];
    if (isEmptyValue(value)) continue;
    if (toControls.has(name) && isSameValue(next[name], value)) continue;
    rest[name] = value;
    if (isSameValue(value, control.default) || toList(value).every((one) => used.has(canonicalValue(one)))) continue;
    setAside.push({ name, label: controlLabel(control, { formData, dataset }) });
  }
  for (const name of Object.keys(rest)) if (!isEmptyValue(next[name]) && toControls.has(name)) delete rest[name];
  return { formData: next, aside: rest, setAside };
}

/** Bars of a category begin with few, and a course over time has all its moments, however few bars there were. */
function limitBars(next: FormData, { to, formData, dataset, extent }: SwitchInput & { dataset: Dataset }): void {
  const axis = next.x_axis as QueryColumn | null | undefined;
  if (to.key === CATEGORICAL && extent && !isSameValue(axis, formData.x_axis))
    withFewBars(next, to, { dataset, extent });
  if (!axis || kindOf(dataset, axis) !== "temporal" || isSameValue(axis, formData.x_axis) || !isFew(formData)) return;
  const { row_limit, x_axis_sort, x_axis_sort_asc } = to.defaults(dataset);
  Object.assign(next, { row_limit, x_axis_sort, x_axis_sort_asc });
}

function byName(type: ChartType | undefined): Map<string, Control> {
  return new Map(controlsOf(type?.sections ?? []).map((control) => [control.name, control]));
}

/** Keys no control owns (dataset, chart id, unknown keys of imported charts) stay. */
function surroundings(formData: FormData, controls: Map<string, Control>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(formData).filter(([name]) => !controls.has(name) && name !== "viz_type"));
}

function carrySameNames(next: FormData, formData: FormData, carry: Omit<Roles, "taken">): Set<string> {
  const taken = new Set<string>();
  for (const [name, control] of carry.toControls) {
    const source = carry.fromControls.get(name);
    const value = offeredBy(control, source ? formData[name] : (carry.aside[name] ?? formData[name]));
    if (value === undefined || (source && !isCarried(value, source, control))) continue;
    next[name] = fitArity(value, control);
    taken.add(name);
  }
  return taken;
}

/** What a select with a fixed list has of a value; undefined for nothing. All of it for other controls. */
function offeredBy(control: Control, value: unknown): unknown {
  const choices = fixedChoices(control);
  if (!choices || isEmptyValue(value)) return value;
  const kept = toList(value).filter((one) => choices.some(([choice]) => String(choice) === String(one)));
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept : kept[0];
}

/** A value nobody chose gives way to the new type's own default. */
function isCarried(value: unknown, source: Control, control: Control): boolean {
  if (source.widget !== control.widget) return false;
  return !isSameValue(value, source.default) || isSameValue(source.default, control.default);
}

function fitArity(value: unknown, control: Control): unknown {
  if (control.widget !== "metrics" && control.widget !== "columns") return value;
  const list = toList(value);
  return control.multi ? list : (list[0] ?? null);
}

interface Roles {
  aside: Readonly<Record<string, unknown>>;
  fromControls: Map<string, Control>;
  toControls: Map<string, Control>;
  dataset?: Dataset;
  taken: Set<string>;
}

function dealRoles(next: FormData, formData: FormData, roles: Roles): void {
  const { fromControls, toControls, taken } = roles;
  const metrics = firstFilled<QueryMetric>(formData, METRIC_NAMES, fromControls);
  for (const name of METRIC_NAMES) {
    const control = toControls.get(name);
    const isFree = !taken.has(name) || isEmptyValue(next[name]);
    if (control && isFree && metrics.length > 0) next[name] = fitArity(metrics, control);
  }
  dealDimensions(next, formData, roles);
  withoutDoubles(next, roles);
}

/** What comes back to a control beside another that has been dealt it is one column asked for twice. */
function withoutDoubles(next: FormData, { fromControls, toControls }: Roles): void {
  const [, ...others] = DIMENSION_NAMES.filter((name) => toControls.has(name) && name !== "all_columns");
  for (const name of others.filter((one) => !fromControls.has(one))) {
    const control = toControls.get(name);
    const elsewhere = [AXIS_NAME, ...DIMENSION_NAMES].filter((one) => one !== name && toControls.has(one));
    const doubles = elsewhere.flatMap((one) => toList(next[one]));
    const kept = toList(next[name]).filter((one) => !doubles.some((double) => isSameValue(one, double)));
    if (control && kept.length < toList(next[name]).length) next[name] = fitArity(kept, control);
  }
}

function dealDimensions(next: FormData, formData: FormData, roles: Roles): void {
  const dimensions = roles.toControls.has(AXIS_NAME) ? dealAxis(next, formData, roles) : withAxis(formData, roles);
  const target = DIMENSION_NAMES.find((name) => roles.toControls.has(name));
  const control = target ? roles.toControls.get(target) : undefined;
  if (!target || !control) return;
  const held = toList(next[target]);
  const others = held.filter((one) => !isSameValue(one, next[AXIS_NAME]));
  const isDealt = !roles.toControls.has(AXIS_NAME) || others.length < held.length || !isHeld(target, next, roles);
  if (dimensions.length > 0 && isDealt) next[target] = fitArity(dimensions, control);
  else if (others.length < held.length) next[target] = fitArity(others, control);
}

/** Whether the control holds a choice of its own from before. */
function isHeld(target: string, next: FormData, { taken, fromControls }: Roles): boolean {
  return taken.has(target) && !isEmptyValue(next[target]) && fromControls.has(target);
}

/** Chooses the axis; answers the dimensions left for series. */
function dealAxis(next: FormData, formData: FormData, roles: Roles): QueryColumn[] {
  const { fromControls, toControls, dataset, taken } = roles;
  const dimensions = firstFilled<QueryColumn>(formData, DIMENSION_NAMES, fromControls);
  if (!taken.has(AXIS_NAME) || isEmptyValue(next[AXIS_NAME])) {
    const choice = { preset: next[AXIS_NAME], to: next.viz_type, dataset, control: toControls.get(AXIS_NAME) };
    next[AXIS_NAME] = chooseAxis(dimensions, choice) ?? next[AXIS_NAME];
  }
  const displaced = onTimeAxis(next, dataset);
  const all = displaced ? [displaced, ...dimensions] : dimensions;
  return all.filter((one) => !isSameValue(one, next[AXIS_NAME]));
}

/** Where there is no axis, what stood on it is a dimension like the others, unless it was time. */
function withAxis(formData: FormData, { fromControls, toControls, dataset }: Roles): QueryColumn[] {
  const dimensions = firstFilled<QueryColumn>(formData, DIMENSION_NAMES, fromControls);
  const axis = fromControls.has(AXIS_NAME) ? (formData[AXIS_NAME] as QueryColumn | null | undefined) : undefined;
  if (!axis || (kindOf(dataset, axis) === "temporal" && !toControls.has("all_columns"))) return dimensions;
  return [axis, ...dimensions.filter((one) => !isSameValue(one, axis))];
}

/** A course over time with a category on its axis: time takes the axis, and the category becomes a series. */
function onTimeAxis(next: FormData, dataset: Dataset | undefined): QueryColumn | undefined {
  const axis = next[AXIS_NAME] as QueryColumn | null | undefined;
  const time = dataset && timeColumn(dataset)?.column_name;
  if (!axis || !time || !COURSES.has(next.viz_type) || kindOf(dataset, axis) !== "text") return undefined;
  next[AXIS_NAME] = time;
  return axis;
}

interface AxisChoice {
  preset: unknown;
  to: string;
  control: Control | undefined;
  dataset?: Dataset;
}

/** Bars stand for categories as gladly as for moments; every other axis wants time first. */
const CATEGORICAL = "echarts_timeseries_bar";

/** A temporal dimension makes the best axis, then the first dimension for bars, the dataset's time for others. */
function chooseAxis(dimensions: readonly QueryColumn[], choice: AxisChoice): QueryColumn | undefined {
  const { preset, to, control, dataset } = choice;
  const temporal = dimensions.find((one) => kindOf(dataset, one) === "temporal");
  if (temporal) return temporal;
  const accepts = control?.widget === "columns" ? control.accepts : undefined;
  if (to === CATEGORICAL && dimensions[0] !== undefined) return dimensions[0];
  const time = dataset && accepts !== "numeric" ? timeColumn(dataset)?.column_name : undefined;
  if (!isEmptyValue(preset)) return undefined;
  return time ?? (accepts ? undefined : dimensions[0]);
}

function firstFilled<T>(formData: FormData, names: readonly string[], controls: Map<string, Control>): T[] {
  for (const name of names) {
    if (!controls.has(name)) continue;
    const list = toList(formData[name] as T | T[] | null);
    if (list.length > 0) return list;
  }
  return [];
}

function usedChoices(formData: FormData, controls: Map<string, Control>): Set<string> {
  const used = new Set<string>();
  for (const [name, control] of controls) {
    if (control.widget !== "metrics" && control.widget !== "columns") continue;
    for (const one of toList(formData[name])) used.add(canonicalValue(one));
  }
  return used;
}
