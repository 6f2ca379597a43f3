import type { ChartType } from "../../../chart-types/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-types/define.ts";
import type { Dataset, DatasetColumn } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { columnKind, columnOf, defaultMetric, simpleFilter } from "./adhoc.ts";
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
  const controls = new Map(controlsOf(type.sections).map((control) => [control.name, control]));
  const time = timeColumn(dataset);
  for (const name of ["metrics", "metric"]) {
    const control = controls.get(name);
    if (control?.widget !== "metrics" || !control.required || !isEmptyValue(form[name])) continue;
    const metric = defaultMetric(dataset);
    form[name] = control.multi ? [metric] : metric;
  }
  const axis = controls.get("x_axis");
  if (axis?.widget === "columns" && isEmptyValue(form.x_axis) && time && axis.accepts !== "numeric") {
    form.x_axis = time.column_name;
  }
  if (controls.has("adhoc_filters") && time && toList(form.adhoc_filters).length === 0) {
    form.adhoc_filters = [simpleFilter(time.column_name, "TEMPORAL_RANGE", "No filter")];
  }
  return form;
}
