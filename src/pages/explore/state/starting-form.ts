import type { ChartType } from "../../../chart-types/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-types/define.ts";
import { columnKind } from "../../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { columnOf } from "../../../web/control-words/dataset-words.ts";
import { defaultMetric, simpleFilter } from "./adhoc.ts";
import { toList } from "./form-values.ts";

/** The chart type of a dataset opened without one. */
export const DEFAULT_CHART_TYPE = "table";

/** The column that orders the dataset in time: the main one, else the first temporal one. */
export function timeColumn(dataset: Dataset): DatasetColumn | undefined {
  const main = dataset.main_dttm_col ? columnOf(dataset, dataset.main_dttm_col) : undefined;
  return main ?? dataset.columns.find((column) => columnKind(column) === "temporal");
}

/**
 * Form data of a new chart: the type's defaults, plus a metric, a time axis and an open time filter where the type
 * has such controls and left them empty, so that the first picture appears without a click.
 */
export function startingForm(type: ChartType, dataset: Dataset): FormData {
  const form: FormData = { ...type.defaults(dataset), viz_type: type.key, datasource: `${dataset.id}__table` };
  withMetric(form, type, dataset);
  withTime(form, type, dataset);
  withDefaultGrain(form, type, dataset);
  withObviousChoices(form, type, dataset);
  return isComplete(type, form) ? form : withFirstChoices(type, form, dataset);
}

function withMetric(form: FormData, type: ChartType, dataset: Dataset): void {
  for (const control of controlsOf(type.sections)) {
    if (!["metrics", "metric"].includes(control.name) || control.widget !== "metrics") continue;
    if (!control.required || !isEmptyValue(form[control.name])) continue;
    const metric = defaultMetric(dataset);
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

const DEFAULT_GRAIN = "P1D";

/** Days, where a time axis has no grain yet: moments are seldom what a first look is for. */
export function withDefaultGrain(form: FormData, type: ChartType, dataset: Dataset | undefined): void {
  const hasControl = controlsOf(type.sections).some((control) => control.name === "time_grain_sqla");
  const isOffered = dataset?.time_grain_sqla?.some(([grain]) => grain === DEFAULT_GRAIN) === true;
  if (hasControl && isOffered && form.time_grain_sqla === undefined) form.time_grain_sqla = DEFAULT_GRAIN;
}

/** A share has parts and a distribution has a measure: without them there is nothing to see. */
export function withObviousChoices(form: FormData, type: ChartType, dataset: Dataset): void {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = firstCategory(dataset);
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
function withFirstChoices(type: ChartType, form: FormData, dataset: Dataset): FormData {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = firstCategory(dataset);
  const next: FormData = { ...form };
  if (controls.get("metrics")?.widget === "metrics" && isEmptyValue(form.metrics))
    next.metrics = [defaultMetric(dataset)];
  if (controls.get("groupby")?.widget === "columns" && isEmptyValue(form.groupby) && category) {
    next.groupby = [category.column_name];
  }
  const axis = controls.get("x_axis");
  const takesText = axis?.widget === "columns" && axis.accepts === undefined;
  if (takesText && isEmptyValue(form.x_axis) && category) {
    next.x_axis = category.column_name;
    if (isComplete(type, { ...next, groupby: form.groupby })) next.groupby = form.groupby;
  }
  return isComplete(type, next) ? next : form;
}

/** Names that number rows rather than sort them into kinds. */
const IDENTIFIER = /(^|_)(id|uuid|code|key|zip|name|title)$/i;

/** Names of numbers that measure nothing: keys, places, parts of a date. */
const NO_MEASURE = /(^|_)(id|uuid|code|key|zip|lat|lon|latitude|longitude|year|month|day)$/i;

/** Numeric columns worth a distribution or a relation. */
export function measuresOf(dataset: Dataset): DatasetColumn[] {
  return dataset.columns.filter(
    (column) => columnKind(column) === "numeric" && !NO_MEASURE.test(column.column_name) && !column.expression,
  );
}

/** The first text column that is no identifier, else the first text column. */
export function firstCategory(dataset: Dataset): DatasetColumn | undefined {
  const texts = dataset.columns.filter((column) => column.groupby && columnKind(column) === "text");
  const isKind = ({ column_name, verbose_name }: DatasetColumn) =>
    !IDENTIFIER.test(column_name) && !IDENTIFIER.test(verbose_name ?? "");
  return texts.find(isKind) ?? texts[0];
}
