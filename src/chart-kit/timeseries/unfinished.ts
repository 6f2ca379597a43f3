import type { TimeExtent, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { DAY_MS } from "../../query/calendar.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { type Bucket, bucketAt } from "../axes/grain-bucket.ts";
import type { Frame } from "./frame.ts";
import type { Layout, Plan } from "./plan.ts";
import type { TimeseriesForm } from "./schema.ts";

/**
 * `cut`: the chart's time range starts or ends within the period. `begun`, `ended`: the data does. `running`: it wasn't
 * over when it was queried.
 */
export type Unfinished = "cut" | "begun" | "ended" | "running";

/** By index; only the first and the last period can be. */
export function unfinishedPeriods(
  { formData, results, timeExtent }: Pick<TransformInput<TimeseriesForm>, "formData" | "results" | "timeExtent">,
  { x, xKind }: Pick<Frame, "x" | "xKind">,
): ReadonlyMap<number, Unfinished> {
  const found = new Map<number, Unfinished>();
  const grain = timeGrainOf(formData);
  if (xKind !== "time" || x.length < 2 || !grain) return found;
  const { from_dttm: since, to_dttm: until } = results[0] ?? {};
  const now = queriedAt(results);
  for (const index of [0, x.length - 1]) {
    const bucket = bucketAt(Number(x[index]), grain);
    const isInside = (at: number | null | undefined) =>
      bucket !== undefined && typeof at === "number" && at > bucket.from && at < bucket.to;
    if (isInside(now)) found.set(index, "running");
    else if (isInside(since) || isInside(until)) found.set(index, "cut");
    else if (bucket && timeExtent) {
      const part = dataPart(bucket, timeExtent);
      if (part) found.set(index, part);
    }
  }
  return found;
}

/** Daily data may end a day before its week; data of a few times a year or of office hours leaves longer gaps. */
function dataPart(bucket: Bucket, { from, to, moments }: TimeExtent): "begun" | "ended" | undefined {
  if (moments < FEW_MOMENTS) return undefined;
  const gap = (to - from) / (moments - 1) / DAY_MS;
  const { before, after } = bucket.to - bucket.from > DAY_MS ? longGaps(gap) : dayGaps(gap);
  if (from < bucket.to && from - bucket.from > before * DAY_MS) return "begun";
  return to >= bucket.from && bucket.to - to > after * DAY_MS ? "ended" : undefined;
}

interface Gaps {
  before: number;
  after: number;
}

function longGaps(gap: number): Gaps {
  const isDaily = gap > 0.95 && gap < 1.05;
  return isDaily ? { before: 0.9, after: 1.6 } : { before: 2.5 * Math.max(1, gap), after: 3.5 * Math.max(1, gap) };
}

/** Days of minutes or hours are whole even without a night or an evening. */
const dayGaps = (gap: number): Gaps => (gap < 1 / 12 ? { before: 0.75, after: 0.75 } : NEVER);

const NEVER: Gaps = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };

const FEW_MOMENTS = 10;

export function queriedAt([result]: readonly ChartDataResult[]): number | undefined {
  return result?.queried_dttm ? Date.parse(result.queried_dttm) : undefined;
}

export function unfinishedText(kind: Unfinished | undefined): string | undefined {
  if (kind === undefined) return undefined;
  if (kind === "running") return t("Partial: this period isn't over yet");
  if (kind === "begun") return t("Partial: the data begins within this period");
  if (kind === "ended") return t("Partial: the data ends within this period");
  return t("Partial: only a part of this period is in the time range");
}

/** One sentence for readers who don't see the chart. */
export function unfinishedSummary({ unfinished, frame, formats }: Plan): string[] {
  return [...unfinished].map(([index, kind]) => {
    const period = formats.xFull(frame.x[index] ?? null);
    if (kind === "running") return t("{period} isn't over yet.", { period });
    if (kind === "cut") return t("Only a part of {period} is in the time range.", { period });
    return t("The data covers only a part of {period}.", { period });
  });
}

export const UNFINISHED_OPACITY = 0.5;
const DASH = [3, 4];
const MOST_LINES = 20;

const isDashed = ({ kind, stack, form, series }: Plan) =>
  kind.mark === "line" && !kind.curve && stack === "none" && !form.area && series.length <= MOST_LINES;

/** Gaps in the background's color over the line to an unfinished period, which ECharts can't dash by itself. */
export function unfinishedGaps(plan: Plan): Record<string, unknown>[] {
  const { unfinished, frame, series, theme } = plan;
  if (!isDashed(plan)) return [];
  return [...unfinished.keys()].flatMap((index) => {
    const other = index === 0 ? 1 : index - 1;
    return series.map(({ drawn }) => ({
      type: "line",
      name: "",
      silent: true,
      symbol: "none",
      animation: false,
      tooltip: { show: false },
      z: 3,
      lineStyle: { color: theme.background, width: 3, type: DASH },
      data: [index, other].map((at) => [frame.x[at], drawn[at] ?? null]),
    }));
  });
}

/** Pales areas, curves and many lines from the unfinished period to the next one. */
export function unfinishedVeils(plan: Plan, { grid, plotWidth, plotHeight }: Layout): Record<string, unknown>[] {
  const { unfinished, frame, kind, form, theme, layers } = plan;
  const isLine = kind.mark === "line" || kind.mark === "area";
  if (!isLine || isDashed(plan) || form.zoomable || layers.length > 0) return [];
  const [first, last] = [Number(frame.x[0]), Number(frame.x.at(-1))];
  const placeOf = (index: number) => grid.left + ((Number(frame.x[index]) - first) / (last - first)) * plotWidth;
  return [...unfinished.keys()].map((index) => {
    const ends = [placeOf(index), placeOf(index === 0 ? 1 : index - 1)];
    const [left, right] = [Math.min(...ends), Math.max(...ends)];
    return {
      type: "rect",
      silent: true,
      z: 4,
      shape: { x: left, y: grid.top, width: right - left, height: plotHeight },
      style: { fill: theme.background, opacity: UNFINISHED_OPACITY },
    };
  });
}
