import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { kindOf, simpleMetric } from "../../../features/adhoc/adhoc.ts";
import type { QueryColumn } from "../../../model/adhoc.ts";
import type { FormData } from "../../../model/form-data.ts";
import { categoriesOf, measuresOf, timeColumn } from "./columns.ts";
import { startingCategory } from "./profile.ts";
import { type StartContext, startingMetric, withTopBars } from "./starting-form.ts";

/** Columns of the kinds that the type's card on the new chart page names, where a new chart would have others. */
export function withSuggestedColumns(form: FormData, type: ChartType, context: StartContext): void {
  if (type.key === "echarts_timeseries_bar") withCategoryAxis(form, type, context);
  if (type.key === "echarts_timeseries_scatter") withTwoNumbers(form, context);
  if (type.key === "pivot_table_v2") withRowsAndColumns(form, context);
}

function withCategoryAxis(form: FormData, type: ChartType, context: StartContext): void {
  const category = startingCategory(context.dataset, context.profile);
  if (!category || kindOf(context.dataset, form.x_axis as QueryColumn) !== "temporal") return;
  form.x_axis = category.column_name;
  form.metrics = [startingMetric(context, "category")];
  withTopBars(form, type, context);
}

function withTwoNumbers(form: FormData, { dataset }: StartContext): void {
  const [x, y] = measuresOf(dataset);
  if (x && y) Object.assign(form, { x_axis: x.column_name, metrics: [simpleMetric(y, "AVG")] });
}

const MOST_COLUMNS = 25;

/** Few values go across the top, else periods. The largest rows come first, with totals. */
function withRowsAndColumns(form: FormData, { dataset, profile }: StartContext): void {
  const row = startingCategory(dataset, profile);
  if (!row) return;
  const isFew = (name: string) => (profile?.values.get(name) ?? Number.POSITIVE_INFINITY) <= MOST_COLUMNS;
  const column = categoriesOf(dataset).find((one) => one !== row && isFew(one.column_name));
  const sorted = { rowOrder: "value_z_to_a", rowTotals: true, colTotals: true };
  Object.assign(form, { groupbyRows: [row.column_name], ...sorted });
  if (column) form.groupbyColumns = [column.column_name];
  else withPeriods(form, { dataset, profile });
}

const DAY = 86_400_000;
const PERIODS = [
  ["P1M", 30.4 * DAY],
  ["P3M", 91.3 * DAY],
  ["P1Y", 365.25 * DAY],
] as const;

function withPeriods(form: FormData, { dataset, profile }: StartContext): void {
  const range = profile?.time ? profile.time.toMs - profile.time.fromMs : Number.POSITIVE_INFINITY;
  const offered = new Set(dataset.time_grain_sqla?.map(([grain]) => grain));
  const period = PERIODS.find(([grain, length]) => offered.has(grain) && range / length < MOST_COLUMNS);
  const time = timeColumn(dataset);
  if (time && period) Object.assign(form, { groupbyColumns: [time.column_name], time_grain_sqla: period[0] });
}
