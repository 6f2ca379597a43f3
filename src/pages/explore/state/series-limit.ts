import { isAdditiveMetric } from "../../../chart-kit/timeseries/frame.ts";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import type { QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { canonicalValue, isSameValue, toList } from "./form-values.ts";

export const MANY_SERIES = 25;
export const SERIES_LIMIT = 10;

interface SeriesRun {
  type: ChartType | undefined;
  formData: FormData;
  saved: FormData;
  columns: readonly string[];
}

/**
 * Number of series if it is too many. Undefined for series the chart was saved with, or with a limit set by the user.
 */
export function tooManySeries({ type, formData, saved, columns }: SeriesRun): number | undefined {
  const hasLimit = controlsOf(type?.sections ?? []).some((control) => control.name === "limit");
  if (!hasLimit || !isEmptyValue(formData.limit) || toList(formData.groupby).length === 0) return undefined;
  if (saved.viz_type === formData.viz_type && isSameValue(saved.groupby, formData.groupby)) return undefined;
  const series = columns.length - 1;
  return series > MANY_SERIES * Math.max(1, toList(formData.metrics).length) ? series : undefined;
}

const STACKABLE = new Set(["echarts_timeseries_bar", "echarts_area"]);

/** Bars and areas that add up are a stack with the rest as Others, whose top is the total. */
export function limitedSeries(formData: FormData, dataset: Dataset | undefined): Record<string, unknown> {
  const metrics = toList(formData.metrics as QueryMetric[] | undefined);
  const addsUp = metrics.length === 1 && metrics.every((metric) => isAdditiveMetric(metric, dataset));
  if (!addsUp || !STACKABLE.has(formData.viz_type)) return { limit: SERIES_LIMIT };
  const stack = isEmptyValue(formData.stack) ? "Stack" : formData.stack;
  return { limit: SERIES_LIMIT, group_others_when_limit_reached: true, stack };
}

export const seriesKey = (formData: FormData) => canonicalValue(toList(formData.groupby));
