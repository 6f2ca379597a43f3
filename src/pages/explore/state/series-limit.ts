import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import type { FormData } from "../../../model/form-data.ts";
import { canonicalValue, isSameValue, toList } from "./form-values.ts";

/** More series than this cannot be told apart in one picture. */
export const MANY_SERIES = 25;
/** How many stay when there are too many. */
export const SERIES_LIMIT = 10;

interface SeriesRun {
  type: ChartType | undefined;
  formData: FormData;
  saved: FormData;
  /** Columns of the answer: one for the axis, one for each series. */
  columns: readonly string[];
}

/**
 * How many series a run brought, when they are too many and nobody asked for them: a chart saved with these dimensions
 * keeps its series, and a limit someone chose stays.
 */
export function tooManySeries({ type, formData, saved, columns }: SeriesRun): number | undefined {
  const hasLimit = controlsOf(type?.sections ?? []).some((control) => control.name === "limit");
  if (!hasLimit || !isEmptyValue(formData.limit) || toList(formData.groupby).length === 0) return undefined;
  if (saved.viz_type === formData.viz_type && isSameValue(saved.groupby, formData.groupby)) return undefined;
  const series = columns.length - 1;
  return series > MANY_SERIES * Math.max(1, toList(formData.metrics).length) ? series : undefined;
}

/** Names the dimensions a limit is for, so that it is set once for each choice of them. */
export const seriesKey = (formData: FormData) => canonicalValue(toList(formData.groupby));
