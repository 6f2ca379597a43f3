import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import { defaultMetric, simpleFilter } from "../../../features/adhoc/adhoc.ts";
import type { QueryMetric } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { measuresOf, timeColumn } from "./columns.ts";
import { comparable, type Extent, isCountIdle, startingCategory, startingGrain, tellingMetric } from "./extent.ts";
import { toList } from "./form-values.ts";

/** The chart type of a dataset opened without one. */
export const DEFAULT_CHART_TYPE = "table";

/**
 * Form data of a new chart: the type's defaults, plus a metric, a time axis and an open time filter where the type
 * has such controls and left them empty, so that the first picture appears without a click. Where it is known how far
 * the dataset reaches, its grain has few enough steps, and its category few enough values, to read.
 */
export function startingForm(type: ChartType, dataset: Dataset, extent?: Extent): FormData {
  const form: FormData = { ...type.defaults(dataset), viz_type: type.key, datasource: datasourceKey(dataset) };
  const known: Known = { dataset, extent };
  withMetric(form, type, known);
  withTime(form, type, dataset);
  withDefaultGrain(form, type, known);
  withObviousChoices(form, type, known);
  return isComplete(type, form) ? form : withFirstChoices(type, form, known);
}

/** The dataset, and how far it reaches where that is known. */
export interface Known {
  dataset: Dataset;
  extent?: Extent | undefined;
}

/** How many rows, or what says more where that says nothing by the category, or over time where there is none. */
export function startingMetric({ dataset, extent }: Known, axis: "time" | "category"): QueryMetric {
  const category = axis === "category" ? startingCategory(dataset, extent)?.column_name : undefined;
  const isIdle = extent !== undefined && isCountIdle(extent, category);
  return (isIdle ? tellingMetric(dataset) : undefined) ?? defaultMetric(dataset);
}

function withMetric(form: FormData, type: ChartType, known: Known): void {
  const hasAxis = controlsOf(type.sections).some((control) => control.name === "x_axis");
  const hasParts = controlsOf(type.sections).some((control) => control.name === "groupby");
  const axis = hasAxis && timeColumn(known.dataset) ? "time" : "category";
  for (const control of controlsOf(type.sections)) {
    if (!["metrics", "metric"].includes(control.name) || control.widget !== "metrics") continue;
    if (!control.required || !isEmptyValue(form[control.name])) continue;
    const metric = hasAxis || hasParts ? startingMetric(known, axis) : defaultMetric(known.dataset);
    form[control.name] = control.multi ? [metric] : metric;
  }
}

function withTime(form: FormData, type: ChartType, dataset: Dataset): void {
  const time = timeColumn(dataset);
  if (!time) return;
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const axis = controls.get("x_axis");
  const wantsTime = axis?.widget === "columns" && axis.accepts !== "numeric";
  if (wantsTime && isEmptyValue(form.x_axis)) form.x_axis = time.column_name;
  if (controls.has("adhoc_filters") && toList(form.adhoc_filters).length === 0) {
    form.adhoc_filters = [simpleFilter(time.column_name, "TEMPORAL_RANGE", "No filter")];
  }
}

/** A grain to read, where a time axis has none yet. */
export function withDefaultGrain(form: FormData, type: ChartType, { dataset, extent }: Partial<Known>): void {
  const hasControl = controlsOf(type.sections).some((control) => control.name === "time_grain_sqla");
  if (!hasControl || form.time_grain_sqla !== undefined) return;
  const grain = startingGrain(dataset, extent);
  if (grain) form.time_grain_sqla = grain;
}

/** One bar for each value of a text is kept to those that can be compared, where nobody chose how many or which first. */
export function withFewBars(form: FormData, type: ChartType, { dataset, extent }: Known): void {
  const limit = controlsOf(type.sections).find((control) => control.name === "row_limit");
  const category = dataset.columns.find(({ column_name }) => column_name === form.x_axis);
  const [metric, ...others] = toList(form.metrics as QueryMetric[] | undefined);
  const isPlain = others.length === 0 && toList(form.groupby).length === 0 && isEmptyValue(form.x_axis_sort);
  if (!category || columnKind(category) !== "text" || !metric || !isPlain) return;
  if (limit && form.row_limit === limit.default) Object.assign(form, comparable(category, metric, extent));
}

/** A share has parts and a distribution has a measure: without them there is nothing to see. */
export function withObviousChoices(form: FormData, type: ChartType, { dataset, extent }: Known): void {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = startingCategory(dataset, extent);
  const isShare = controls.has("metric") && controls.has("groupby") && !controls.has("x_axis");
  if (isShare && category && isEmptyValue(form.groupby)) form.groupby = [category.column_name];
  const column = controls.get("column");
  const [measure] = measuresOf(dataset);
  const wantsMeasure = column?.widget === "columns" && column.accepts === "numeric";
  if (wantsMeasure && measure && isEmptyValue(form.column)) form.column = measure.column_name;
}

function isComplete(type: ChartType, form: FormData): boolean {
  return Object.keys(type.validate(form)).length === 0;
}

/** A type that asks for some dimension or metric, whichever: a metric by the first category is a start. */
function withFirstChoices(type: ChartType, form: FormData, known: Known): FormData {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = startingCategory(known.dataset, known.extent);
  const next: FormData = { ...form };
  if (controls.get("metrics")?.widget === "metrics" && isEmptyValue(form.metrics))
    next.metrics = [startingMetric(known, "category")];
  if (controls.get("groupby")?.widget === "columns" && isEmptyValue(form.groupby) && category) {
    next.groupby = [category.column_name];
  }
  const axis = controls.get("x_axis");
  const takesText = axis?.widget === "columns" && axis.accepts === undefined;
  if (takesText && isEmptyValue(form.x_axis) && category) {
    next.x_axis = category.column_name;
    if (isComplete(type, { ...next, groupby: form.groupby })) next.groupby = form.groupby;
    withFewBars(next, type, known);
  }
  return isComplete(type, next) ? next : form;
}
