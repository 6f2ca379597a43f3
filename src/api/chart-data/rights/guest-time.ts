import { granularityOf, type QueryObject } from "../../../model/query-context.ts";
import { isTemporalRange, TIMESTAMP_ALIAS, xAxisName } from "../../../query/normal-query.ts";
import type { QueryDataset } from "../../../query/query-dataset.ts";
import { columnsOf, columnText, filterText, isSubset } from "./query-texts.ts";

export interface ChangeableTime {
  changesTime: boolean;
  timeColumns: ReadonlySet<string>;
}

export function hasSavedTime(
  query: QueryObject,
  saved: QueryObject,
  { changesTime, timeColumns }: ChangeableTime,
): boolean {
  const isSame = (a: unknown, b: unknown) => (a ?? "") === (b ?? "");
  const column = granularityOf(query);
  const isColumnSaved = isSame(column, granularityOf(saved));
  const rangeOf = ({ time_range, extras }: QueryObject) => [time_range, extras?.relative_start, extras?.relative_end];
  const range = rangeOf(saved);
  const isRangeSaved = changesTime || rangeOf(query).every((part, i) => isSame(part, range[i]));
  const compared = (one: QueryObject) => one.extras?.instant_time_comparison_range;
  return (
    isRangeSaved &&
    (changesTime || hasSavedRangesFirst(query, saved)) &&
    (!hasTimeAxis(query) || hasTimeAxis(saved)) &&
    (isColumnSaved || timeColumns.has(columnText(column ?? ""))) &&
    isSame(query.time_shift, saved.time_shift) &&
    isSame(compared(query), compared(saved)) &&
    isSubset(query.time_offsets, saved.time_offsets)
  );
}

const hasTimeAxis = (query: QueryObject) => query.is_timeseries ?? columnsOf(query).includes(TIMESTAMP_ALIAS);

/** The order decides which of several ranges is the time column. */
function hasSavedRangesFirst(query: QueryObject, saved: QueryObject): boolean {
  const ranges = ({ filters }: QueryObject) => (filters ?? []).filter(isTemporalRange).map(filterText);
  const requested = ranges(query);
  return ranges(saved).every((range, i) => requested[i] === range);
}

type Form = Readonly<Record<string, unknown>>;

export function hasSavedAxis(
  requested: Form,
  saved: readonly Form[],
  { columns }: Pick<QueryDataset, "columns">,
): boolean {
  const times = new Set(columns.filter((column) => column.is_dttm).map((column) => column.column_name));
  const axisOf = ({ x_axis }: Form) => {
    const name = xAxisName(x_axis);
    return name !== undefined && times.has(name) ? name : undefined;
  };
  const axis = axisOf(requested);
  return saved.length === 0 ? axis === undefined : saved.some((form) => axisOf(form) === axis);
}
