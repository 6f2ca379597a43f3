import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import { kindOf } from "../../../features/adhoc/adhoc.ts";
import type { QueryColumn, QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { timeColumn } from "./columns.ts";
import { fixedChoices } from "./fixed-choices.ts";
import { canonicalValue, isSameValue, toList } from "./form-values.ts";
import { type DatasetProfile, hasTopBars } from "./profile.ts";
import { isTimeChart, placeRemaining } from "./remaining-roles.ts";
import { withDefaultChoices, withDefaultGrain, withStackedAreas, withTopBars } from "./starting-form.ts";

/**
 * Controls with the same name keep their value; other metrics, axes and dimensions are assigned to the new type's
 * controls. The rest is kept under its name until a type has the control again.
 */
export interface SwitchResult {
  formData: FormData;
  unused: Record<string, unknown>;
  newlyUnused: UnusedChoice[];
}

export interface UnusedChoice {
  name: string;
  label: string;
  /** Changes only how the chart looks, not what it shows. */
  isLook: boolean;
}

export interface SwitchInput {
  from: ChartType | undefined;
  to: ChartType;
  formData: FormData;
  unused: Readonly<Record<string, unknown>>;
  dataset?: Dataset;
  profile?: DatasetProfile | undefined;
}

const DIMENSION_NAMES = ["groupby", "columns", "series", "entity", "all_columns"];
const METRIC_NAMES = ["metrics", "metric"];
const AXIS_NAME = "x_axis";

export function switchType({ from, to, formData, unused, dataset, profile }: SwitchInput): SwitchResult {
  const fromControls = byName(from);
  const toControls = byName(to);
  const next: FormData = { ...to.defaults(dataset), ...unownedKeys(formData, fromControls), viz_type: to.key };
  const carry = { fromControls, toControls, unused, dataset };
  assignRoles(next, formData, { ...carry, assigned: carryOverSameNames(next, formData, carry) });
  placeRemaining(next, { from, to, formData, dataset });

  withDefaultGrain(next, to, { dataset, profile });
  if (dataset) withDefaultChoices(next, to, { dataset, profile });
  withStackedAreas(next, to, dataset);
  if (dataset) limitBars(next, { from, to, formData, unused, dataset, profile });
  const rest: Record<string, unknown> = { ...unused };
  const newlyUnused: UnusedChoice[] = [];
  const used = usedChoices(next, toControls);
  for (const [name, control] of fromControls) {
    const value = formData[name];
    if (isEmptyValue(value)) continue;
    if (toControls.has(name) && isSameValue(next[name], value)) continue;
    rest[name] = value;
    if (isSameValue(value, control.default) || toList(value).every((one) => used.has(canonicalValue(one)))) continue;
    const label = controlLabel(control, { formData, dataset });
    newlyUnused.push({ name, label, isLook: control.render === true });
  }
  for (const name of Object.keys(rest)) if (!isEmptyValue(next[name]) && toControls.has(name)) delete rest[name];
  return { formData: next, unused: rest, newlyUnused };
}

function limitBars(next: FormData, { to, formData, dataset, profile }: SwitchInput & { dataset: Dataset }): void {
  const axis = next.x_axis as QueryColumn | null | undefined;
  if (to.key === CATEGORICAL && profile && !isSameValue(axis, formData.x_axis))
    withTopBars(next, to, { dataset, profile });
  if (!axis || kindOf(dataset, axis) !== "temporal" || isSameValue(axis, formData.x_axis) || !hasTopBars(formData))
    return;
  const { row_limit, x_axis_sort, x_axis_sort_asc } = to.defaults(dataset);
  Object.assign(next, { row_limit, x_axis_sort, x_axis_sort_asc });
}

function byName(type: ChartType | undefined): Map<string, Control> {
  return new Map(controlsOf(type?.sections ?? []).map((control) => [control.name, control]));
}

/** Keys without a control (dataset, chart id, unknown imported keys) are kept. */
function unownedKeys(formData: FormData, controls: Map<string, Control>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(formData).filter(([name]) => !controls.has(name) && name !== "viz_type"));
}

function carryOverSameNames(next: FormData, formData: FormData, carry: Omit<Roles, "assigned">): Set<string> {
  const assigned = new Set<string>();
  for (const [name, control] of carry.toControls) {
    const source = carry.fromControls.get(name);
    const value = validChoice(control, source ? formData[name] : (carry.unused[name] ?? formData[name]));
    if (value === undefined || (source && !shouldCarryOver(value, source, control))) continue;
    next[name] = fitArity(value, control);
    assigned.add(name);
  }
  return assigned;
}

function validChoice(control: Control, value: unknown): unknown {
  const choices = fixedChoices(control);
  if (!choices || isEmptyValue(value)) return value;
  const valid = toList(value).filter((one) => choices.some(([choice]) => String(choice) === String(one)));
  if (valid.length === 0) return undefined;
  return Array.isArray(value) ? valid : valid[0];
}

function shouldCarryOver(value: unknown, source: Control, control: Control): boolean {
  if (source.widget !== control.widget) return false;
  return !isSameValue(value, source.default) || isSameValue(source.default, control.default);
}

function fitArity(value: unknown, control: Control): unknown {
  if (control.widget !== "metrics" && control.widget !== "columns") return value;
  const list = toList(value);
  return control.multi ? list : (list[0] ?? null);
}

interface Roles {
  unused: Readonly<Record<string, unknown>>;
  fromControls: Map<string, Control>;
  toControls: Map<string, Control>;
  dataset?: Dataset;
  assigned: Set<string>;
}

function assignRoles(next: FormData, formData: FormData, roles: Roles): void {
  const { fromControls, toControls, assigned } = roles;
  const metrics = firstFilled<QueryMetric>(formData, METRIC_NAMES, fromControls);
  for (const name of METRIC_NAMES) {
    const control = toControls.get(name);
    const isFree = !assigned.has(name) || isEmptyValue(next[name]);
    if (control && isFree && metrics.length > 0) next[name] = fitArity(metrics, control);
  }
  assignDimensions(next, formData, roles);
  dropDuplicates(next, roles);
}

/** A restored value may duplicate one that was just assigned elsewhere. */
function dropDuplicates(next: FormData, { fromControls, toControls }: Roles): void {
  const [, ...others] = DIMENSION_NAMES.filter((name) => toControls.has(name) && name !== "all_columns");
  for (const name of others.filter((one) => !fromControls.has(one))) {
    const control = toControls.get(name);
    const otherNames = [AXIS_NAME, ...DIMENSION_NAMES].filter((one) => one !== name && toControls.has(one));
    const duplicates = otherNames.flatMap((one) => toList(next[one]));
    const valid = toList(next[name]).filter((one) => !duplicates.some((duplicate) => isSameValue(one, duplicate)));
    if (control && valid.length < toList(next[name]).length) next[name] = fitArity(valid, control);
  }
}

function assignDimensions(next: FormData, formData: FormData, roles: Roles): void {
  const all = roles.toControls.has(AXIS_NAME) ? assignAxis(next, formData, roles) : withAxis(formData, roles);
  const names = DIMENSION_NAMES.filter((name) => roles.toControls.has(name));
  const target = names.find((name) => roles.toControls.get(name)?.required && isEmptyValue(next[name])) ?? names[0];
  const control = target ? roles.toControls.get(target) : undefined;
  if (!target || !control) return;
  const otherNames = names.filter((name) => name !== target && name !== "all_columns" && roles.assigned.has(name));
  const isElsewhere = (one: QueryColumn) =>
    otherNames.some((name) => toList(next[name]).some((other) => isSameValue(one, other)));
  const dimensions = all.filter((one) => !isElsewhere(one));
  const current = toList(next[target]);
  const others = current.filter((one) => !isSameValue(one, next[AXIS_NAME]));
  const isReplaceable =
    !roles.toControls.has(AXIS_NAME) || others.length < current.length || !keepsOwnChoice(target, next, roles);
  if (dimensions.length > 0 && isReplaceable) next[target] = fitArity(dimensions, control);
  else if (others.length < current.length) next[target] = fitArity(others, control);
}

function keepsOwnChoice(target: string, next: FormData, { assigned, fromControls }: Roles): boolean {
  return assigned.has(target) && !isEmptyValue(next[target]) && fromControls.has(target);
}

function assignAxis(next: FormData, formData: FormData, roles: Roles): QueryColumn[] {
  const { fromControls, toControls, dataset, assigned } = roles;
  const dimensions = firstFilled<QueryColumn>(formData, DIMENSION_NAMES, fromControls);
  if (!assigned.has(AXIS_NAME) || isEmptyValue(next[AXIS_NAME])) {
    const choice = { preset: next[AXIS_NAME], to: next.viz_type, dataset, control: toControls.get(AXIS_NAME) };
    next[AXIS_NAME] = chooseAxis(dimensions, choice) ?? next[AXIS_NAME];
  }
  const displaced = moveTimeToAxis(next, dataset);
  const all = displaced ? [displaced, ...dimensions] : dimensions;
  return all.filter((one) => !isSameValue(one, next[AXIS_NAME]));
}

function withAxis(formData: FormData, { fromControls, toControls, dataset }: Roles): QueryColumn[] {
  const dimensions = firstFilled<QueryColumn>(formData, DIMENSION_NAMES, fromControls);
  const axis = fromControls.has(AXIS_NAME) ? (formData[AXIS_NAME] as QueryColumn | null | undefined) : undefined;
  if (!axis || (kindOf(dataset, axis) === "temporal" && !toControls.has("all_columns"))) return dimensions;
  return [axis, ...dimensions.filter((one) => !isSameValue(one, axis))];
}

function moveTimeToAxis(next: FormData, dataset: Dataset | undefined): QueryColumn | undefined {
  const axis = next[AXIS_NAME] as QueryColumn | null | undefined;
  const time = dataset && timeColumn(dataset)?.column_name;
  if (!axis || !time || !isTimeChart(next.viz_type) || kindOf(dataset, axis) !== "text") return undefined;
  next[AXIS_NAME] = time;
  return axis;
}

interface AxisChoice {
  preset: unknown;
  to: string;
  control: Control | undefined;
  dataset?: Dataset;
}

/** Bar charts accept categories on the x-axis; others prefer time. */
const CATEGORICAL = "echarts_timeseries_bar";

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
