import { niceScale } from "../../../chart-kit/axes/nice-scale.ts";
import { parseBin } from "../../../chart-kit/bin-name.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";

/**
 * A shared scale for cells with the same metrics, so that they can be compared. Bounds set by the user stay, and so do
 * axes without bounds.
 */

export interface ScaledCell {
  form: FormData;
  results: readonly ChartDataResult[];
}

type Range = readonly [low: number, high: number];

/** Form data to override in every cell; cells have the same type and metrics. Hidden series don't count. */
export function sharedScale(
  all: readonly ScaledCell[],
  hidden: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const cells = shownOf(all, hidden);
  const [first] = cells;
  if (!first) return {};
  const { form } = first;
  if (isTimeseries(form.viz_type)) return timeseriesScale(form, cells);
  switch (form.viz_type) {
    case "bubble_v2":
      return { ...axisScale(form, cells, BUBBLE_X), ...axisScale(form, cells, BUBBLE_Y) };
    case "heatmap_v2":
      return heatScale(form, cells);
    case "gauge_chart":
      return gaugeScale(form, cells);
    case "histogram_v2":
      return binScale(form, cells);
    case "mixed_timeseries":
      return mixedScale(form, cells);
    case "box_plot":
      return boundsOf(
        form,
        { key: "y_axis_bounds", fromData: true },
        cells.map(({ results }) => boxRange(results[0])),
      );
    case "waterfall":
      return boundsOf(
        form,
        { key: "y_axis_bounds" },
        cells.map(({ results }) => stepRange(form, results[0])),
      );
    default:
      return {};
  }
}

const isTimeseries = (vizType: string) => vizType.startsWith("echarts_timeseries") || vizType === "echarts_area";

function shownOf(all: readonly ScaledCell[], hidden: ReadonlySet<string>): readonly ScaledCell[] {
  const isCut = hidden.size > 0 && all[0] !== undefined && isTimeseries(all[0].form.viz_type);
  return isCut ? all.map((cell) => without(cell, hidden)) : all;
}

function without({ form, results }: ScaledCell, hidden: ReadonlySet<string>): ScaledCell {
  const shown = results.map((result) => ({
    ...result,
    colnames: result.colnames?.filter((name, at) => at === 0 || !hidden.has(name)),
  }));
  return { form, results: shown };
}

const isBound = (value: unknown) => Array.isArray(value) && value.some((one) => one !== null && one !== undefined);

function timeseriesScale(form: FormData, cells: readonly ScaledCell[]): Record<string, unknown> {
  const { stack, logAxis, contributionMode, y_axis_bounds, truncateYAxis } = form;
  if (logAxis || contributionMode || isBound(y_axis_bounds) || stack === "Stream" || stack === "Expand") return {};
  const fromData = Boolean(truncateYAxis) || form.viz_type === "echarts_timeseries_scatter";
  const ranges = cells.map(({ results }) => timeseriesExtent(results[0], Boolean(stack)));
  return boundsOf(form, { key: "y_axis_bounds", fromData }, ranges);
}

function boundsOf(
  form: FormData,
  { key, fromData = false }: { key: string; fromData?: boolean },
  ranges: readonly (Range | undefined)[],
): Record<string, unknown> {
  const whole = union(ranges);
  if (!whole || isBound(form[key])) return {};
  const { min, max } = niceScale(whole, { count: 4, fromData });
  return { [key]: [min, max] };
}

function mixedScale(form: FormData, cells: readonly ScaledCell[]): Record<string, unknown> {
  const queries = [
    { isRight: Number(form.yAxisIndex ?? 0) === 1, isStacked: Boolean(form.stack) },
    { isRight: Number(form.yAxisIndexB ?? 0) === 1, isStacked: Boolean(form.stackB) },
  ];
  const rangesOf = (isRight: boolean) =>
    cells.flatMap(({ results }) =>
      queries.map((query, at) =>
        query.isRight === isRight ? timeseriesExtent(results[at], query.isStacked) : undefined,
      ),
    );
  const fromData = form.truncateYAxis === true;
  return {
    ...(form.logAxis ? {} : boundsOf(form, { key: "y_axis_bounds", fromData }, rangesOf(false))),
    ...(form.logAxisSecondary ? {} : boundsOf(form, { key: "y_axis_bounds_secondary", fromData }, rangesOf(true))),
  };
}

/** From the first edge of all cells to the last, and up to the highest bar: each cell has its own bins. */
function binScale(form: FormData, cells: readonly ScaledCell[]): Record<string, unknown> {
  const rows = cells.flatMap(({ results }) => (Array.isArray(results[0]?.data) ? results[0].data : []));
  const bins = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => {
      const bin = parseBin(name);
      return bin ? [{ ...bin, counts: numberIn(value) }] : [];
    }),
  );
  const across = rangeOf(bins.flatMap(({ low, high }) => [low, high]));
  const highest = rangeOf(bins.flatMap(({ counts }) => counts));
  if (!across || !highest) return {};
  return { x_axis_bounds: [...across], ...boundsOf(form, { key: "y_axis_bounds" }, [[0, highest[1]]]) };
}

function boxRange(result: ChartDataResult | undefined): Range | undefined {
  const rows = Array.isArray(result?.data) ? result.data : [];
  return rangeOf(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]): number[] => {
        if (/__(min|max)$/.test(name)) return numberIn(value);
        return name.endsWith("__outliers") && Array.isArray(value) ? value.flatMap(numberIn) : [];
      }),
    ),
  );
}

function stepRange({ x_axis, groupby, metric }: FormData, result: ChartDataResult | undefined): Range | undefined {
  const rows = Array.isArray(result?.data) ? result.data : [];
  const isBroken = Array.isArray(groupby) ? groupby.length > 0 : Boolean(groupby);
  const axis = isBroken && x_axis ? columnLabel(x_axis as QueryColumn) : undefined;
  const groups = Map.groupBy(rows, (row) => (axis === undefined ? undefined : row[axis]));
  return rangeOf(
    [...groups.values()].flatMap((group) => {
      let total = 0;
      const ends = group.flatMap((row) =>
        numberIn(row[metricLabel(metric as QueryMetric)]).map((one) => (total += one)),
      );
      return [0, ...ends];
    }),
  );
}

function timeseriesExtent(result: ChartDataResult | undefined, isStacked: boolean): Range | undefined {
  const series = (result?.colnames ?? []).slice(1);
  const rows = Array.isArray(result?.data) ? result.data : [];
  const values = rows.flatMap((row) => {
    const numbers = series.flatMap((name) => numberIn(row[name]));
    if (!isStacked) return numbers;
    return [sum(numbers.filter((one) => one > 0)), sum(numbers.filter((one) => one < 0))];
  });
  return rangeOf(values);
}

const BUBBLE_X = { metric: "x", bounds: "xAxisBounds", truncate: "truncateXAxis", log: "logXAxis" };
const BUBBLE_Y = { metric: "y", bounds: "y_axis_bounds", truncate: "truncateYAxis", log: "logYAxis" };

function axisScale(form: FormData, cells: readonly ScaledCell[], axis: typeof BUBBLE_X): Record<string, unknown> {
  const { [axis.metric]: metric } = form;
  if (form[axis.log] || (form[axis.truncate] && isBound(form[axis.bounds]))) return {};
  const whole = union(cells.map(({ results }) => metricRange(results[0], metric)));
  if (!whole) return {};
  const { min, max } = niceScale(whole, { count: 4, fromData: true });
  return { [axis.truncate]: true, [axis.bounds]: [min, max] };
}

function heatScale(form: FormData, cells: readonly ScaledCell[]): Record<string, unknown> {
  const { normalize_across, normalized, value_bounds } = form;
  if (isBound(value_bounds) || normalized || (normalize_across ?? "heatmap") !== "heatmap") return {};
  const whole = union(cells.map(({ results }) => metricRange(results[0], form.metric)));
  return whole ? { value_bounds: [...whole] } : {};
}

function gaugeScale(form: FormData, cells: readonly ScaledCell[]): Record<string, unknown> {
  const isFree = (value: unknown) => value === null || value === undefined || value === "";
  const whole = union(cells.map(({ results }) => metricRange(results[0], form.metric)));
  if (!whole || !isFree(form.min_val) || !isFree(form.max_val)) return {};
  const { min, max } = niceScale(whole, { count: 4 });
  return { min_val: min, max_val: max };
}

function metricRange(result: ChartDataResult | undefined, metric: unknown): Range | undefined {
  if (!metric) return undefined;
  const name = metricLabel(metric as QueryMetric);
  const rows = Array.isArray(result?.data) ? result.data : [];
  return rangeOf(rows.flatMap((row) => numberIn(row[name])));
}

function numberIn(value: unknown): number[] {
  return typeof value === "number" && Number.isFinite(value) ? [value] : [];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function rangeOf(values: readonly number[]): Range | undefined {
  if (values.length === 0) return undefined;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

function union(ranges: readonly (Range | undefined)[]): Range | undefined {
  return rangeOf(ranges.flatMap((range) => range ?? []));
}
