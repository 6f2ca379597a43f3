import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { bucketAt } from "../axes/grain-bucket.ts";
import type { Frame } from "./frame.ts";
import type { Plan } from "./plan.ts";
import type { TimeseriesForm } from "./schema.ts";

/** `cut`: the chart's time range starts or ends within the period. `running`: it wasn't over when it was queried. */
export type Unfinished = "cut" | "running";

/** By index; only the first and the last period can be. */
export function unfinishedPeriods(
  { formData, results }: Pick<TransformInput<TimeseriesForm>, "formData" | "results">,
  { x, xKind }: Pick<Frame, "x" | "xKind">,
): ReadonlyMap<number, Unfinished> {
  const found = new Map<number, Unfinished>();
  const grain = timeGrainOf(formData);
  if (xKind !== "time" || x.length < 2 || !grain) return found;
  const { from_dttm: since, to_dttm: until, queried_dttm: queried } = results[0] ?? {};
  const now = queried ? Date.parse(queried) : undefined;
  for (const index of [0, x.length - 1]) {
    const bucket = bucketAt(Number(x[index]), grain);
    const isInside = (at: number | null | undefined) =>
      bucket !== undefined && typeof at === "number" && at > bucket.from && at < bucket.to;
    if (isInside(now)) found.set(index, "running");
    else if (isInside(since) || isInside(until)) found.set(index, "cut");
  }
  return found;
}

export function unfinishedText(kind: Unfinished | undefined): string | undefined {
  if (kind === undefined) return undefined;
  return kind === "running" ? t("This period isn't over yet") : t("Only a part of this period is in the time range");
}

/** One sentence for readers who don't see the chart. */
export function unfinishedSummary({ unfinished, frame, formats }: Plan): string[] {
  return [...unfinished].map(([index, kind]) =>
    kind === "running"
      ? t("{period} isn't over yet.", { period: formats.xFull(frame.x[index] ?? null) })
      : t("Only a part of {period} is in the time range.", { period: formats.xFull(frame.x[index] ?? null) }),
  );
}

export const UNFINISHED_OPACITY = 0.5;
const DASH = [3, 4];
const MOST_LINES = 20;

/** Gaps in the background's color over the line to an unfinished period, which ECharts can't dash by itself. */
export function unfinishedGaps(plan: Plan): Record<string, unknown>[] {
  const { unfinished, frame, series, kind, theme } = plan;
  if (kind.mark !== "line" || kind.curve || plan.stack !== "none" || plan.form.area || series.length > MOST_LINES)
    return [];
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
