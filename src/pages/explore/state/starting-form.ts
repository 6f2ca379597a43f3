import { isAdditiveMetric } from "../../../chart-kit/timeseries/frame.ts";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import { defaultMetric, simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import { columnKind } from "../../../model/column-kind.ts";
import { type Dataset, datasourceKey } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { measuresOf, timeColumn } from "./columns.ts";
import { toList } from "./form-values.ts";
import {
  type DatasetProfile,
  informativeMetric,
  isCountTrivial,
  startingCategory,
  startingGrain,
  tellingMetric,
  topBars,
} from "./profile.ts";

export const DEFAULT_CHART_TYPE = "table";

/**
 * The type's defaults, plus a metric, a time axis and an empty time filter where they are missing, so that the first
 * chart appears without a click. The profile chooses a readable grain and category.
 */
export function startingForm(type: ChartType, dataset: Dataset, profile?: DatasetProfile): FormData {
  const form: FormData = { ...type.defaults(dataset), viz_type: type.key, datasource: datasourceKey(dataset) };
  const context: StartContext = { dataset, profile };
  withMetric(form, type, context);
  withTime(form, type, dataset);
  withDefaultGrain(form, type, context);
  withDefaultChoices(form, type, context);
  withStackedAreas(form, type, dataset);
  return isComplete(type, form) ? form : withFirstChoices(type, form, context);
}

export interface StartContext {
  dataset: Dataset;
  profile?: DatasetProfile | undefined;
}

export function startingMetric({ dataset, profile }: StartContext, axis: "time" | "category"): QueryMetric {
  const category = axis === "category" ? startingCategory(dataset, profile)?.column_name : undefined;
  const isIdle = profile !== undefined && isCountTrivial(profile, category);
  return (isIdle ? informativeMetric(dataset) : undefined) ?? defaultMetric(dataset);
}

function withMetric(form: FormData, type: ChartType, context: StartContext): void {
  const hasAxis = controlsOf(type.sections).some((control) => control.name === "x_axis");
  const hasParts = controlsOf(type.sections).some((control) => control.name === "groupby");
  const axis = hasAxis && timeColumn(context.dataset) ? "time" : "category";
  for (const control of controlsOf(type.sections)) {
    if (!["metrics", "metric"].includes(control.name) || control.widget !== "metrics") continue;
    if (!control.required || !isEmptyValue(form[control.name])) continue;
    const metric = hasAxis || hasParts ? startingMetric(context, axis) : defaultMetric(context.dataset);
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

export function withDefaultGrain(form: FormData, type: ChartType, { dataset, profile }: Partial<StartContext>): void {
  const hasControl = controlsOf(type.sections).some((control) => control.name === "time_grain_sqla");
  if (!hasControl || form.time_grain_sqla !== undefined) return;
  const grain = startingGrain(dataset, profile);
  if (grain) form.time_grain_sqla = grain;
}

/** Areas beside each other hide each other. Sums and counts add up, other metrics don't. */
export function withStackedAreas(form: FormData, type: ChartType, dataset: Dataset | undefined): void {
  const metrics = toList(form.metrics as QueryMetric[] | undefined);
  const isSum = metrics.every((metric) => isAdditiveMetric(metric, dataset));
  if (type.key === AREA && isEmptyValue(form.stack) && isSum) form.stack = "Stack";
}

const AREA = "echarts_area";

/** For the first chart of new data, which a count of rows says little about. */
export function withTellingMetric(form: FormData, dataset: Dataset): void {
  const [metric, ...others] = toList(form.metrics as QueryMetric[] | undefined);
  const telling = metric === undefined || others.length > 0 ? undefined : tellingMetric(dataset);
  if (metric === undefined || telling === undefined) return;
  form.metrics = [telling];
  if (form.x_axis_sort === metricLabel(metric)) form.x_axis_sort = metricLabel(telling);
}

export function withTopBars(form: FormData, type: ChartType, { dataset, profile }: StartContext): void {
  const limit = controlsOf(type.sections).find((control) => control.name === "row_limit");
  const category = dataset.columns.find(({ column_name }) => column_name === form.x_axis);
  const [metric, ...others] = toList(form.metrics as QueryMetric[] | undefined);
  const isPlain = others.length === 0 && toList(form.groupby).length === 0 && isEmptyValue(form.x_axis_sort);
  if (!category || columnKind(category) !== "text" || !metric || !isPlain) return;
  if (limit && form.row_limit === limit.default) Object.assign(form, topBars(category, metric, profile));
}

export function withDefaultChoices(form: FormData, type: ChartType, { dataset, profile }: StartContext): void {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = startingCategory(dataset, profile);
  const isShare = controls.has("metric") && controls.has("groupby") && !controls.has("x_axis");
  if (isShare && category && isEmptyValue(form.groupby)) {
    form.groupby = [category.column_name];
    withAllSlices(form, type, profile?.values.get(category.column_name));
  }
  const column = controls.get("column");
  const [measure] = measuresOf(dataset);
  const wantsMeasure = column?.widget === "columns" && column.accepts === "numeric";
  if (wantsMeasure && measure && isEmptyValue(form.column)) form.column = measure.column_name;
}

/** Small slices are combined as Others, which must hold all of the rest. Of large datasets, `values` may be unknown. */
function withAllSlices(form: FormData, type: ChartType, values: number | undefined): void {
  if (type.key !== "pie" || (values !== undefined && values < Number(form.row_limit))) return;
  form.row_limit = (values ?? 0) < 1000 ? 1000 : MOST_SLICES;
}

const MOST_SLICES = 10_000;

function isComplete(type: ChartType, form: FormData): boolean {
  return Object.keys(type.validate(form)).length === 0;
}

function withFirstChoices(type: ChartType, form: FormData, context: StartContext): FormData {
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const category = startingCategory(context.dataset, context.profile);
  const next: FormData = { ...form };
  if (controls.get("metrics")?.widget === "metrics" && isEmptyValue(form.metrics))
    next.metrics = [startingMetric(context, "category")];
  if (controls.get("groupby")?.widget === "columns" && isEmptyValue(form.groupby) && category) {
    next.groupby = [category.column_name];
  }
  const axis = controls.get("x_axis");
  const takesText = axis?.widget === "columns" && axis.accepts === undefined;
  if (takesText && isEmptyValue(form.x_axis) && category) {
    next.x_axis = category.column_name;
    if (isComplete(type, { ...next, groupby: form.groupby })) next.groupby = form.groupby;
    withTopBars(next, type, context);
  }
  return isComplete(type, next) ? next : form;
}
