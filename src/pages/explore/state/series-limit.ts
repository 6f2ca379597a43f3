import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
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

export const seriesKey = (formData: FormData) => canonicalValue(toList(formData.groupby));
