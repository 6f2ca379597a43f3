import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import type { FigureChange, FigureProps } from "../../chart-kit/kpi/figure.ts";
import { figureFormatter } from "../../chart-kit/kpi/format.ts";
import type { SparkPoint, Trend } from "../../chart-kit/kpi/spark.ts";
import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { extremes } from "../../chart-kit/values/measure.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { ChartDataResult, DataValue } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { axisLabel } from "./query.ts";
import type { Aggregation, BigNumberForm } from "./schema.ts";

export function pointsOf(result: ChartDataResult | undefined, axis: string, metric: string): SparkPoint[] {
  const points = rowsOf(result).flatMap((row): SparkPoint[] => {
    const x = epochMsOf(row[axis]);
    const y = row[metric];
    return x === undefined ? [] : [{ x, y: typeof y === "number" ? y : null }];
  });
  return points.sort((a, b) => a.x - b.x);
}

function epochMsOf(value: DataValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? epochOf(value) : undefined;
}

export function aggregate(points: readonly SparkPoint[], how: Aggregation): number | undefined {
  const values = points.flatMap((point) => (point.y === null ? [] : [point.y]));
  if (values.length === 0) return undefined;
  const sum = () => values.reduce((total, value) => total + value, 0);
  switch (how) {
    case "sum":
      return sum();
    case "mean":
      return sum() / values.length;
    case "min":
      return extremes(values, (value) => value)?.low;
    case "max":
      return extremes(values, (value) => value)?.high;
    case "median":
      return median(values);
    case "LAST_VALUE":
    case "raw":
      return values.at(-1);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

type Format = (value: DataValue | undefined) => string;

export function changeOf(
  points: readonly SparkPoint[],
  formData: BigNumberForm,
  format: Format,
): FigureChange | undefined {
  const lag = formData.compare_lag ?? 0;
  const [last, base] = [points.at(-1)?.y, points.at(-1 - lag)?.y];
  if (lag <= 0 || typeof last !== "number" || !base) return undefined;
  const share = (last - base) / Math.abs(base);
  if (!Number.isFinite(share)) return undefined;
  const direction = directionOf(share);
  return {
    direction,
    text: `${SIGNS[direction]}${formatPercent(Math.abs(share))}`,
    base: formData.compare_suffix?.trim() || t("vs {value}", { value: format(base) }),
    tone: formData.comparison_color_enabled ? toneOf(direction, formData.comparison_color_scheme) : undefined,
  };
}

const SIGNS = { up: "+", down: "−", same: "" } as const;

function directionOf(share: number): FigureChange["direction"] {
  if (share === 0) return "same";
  return share > 0 ? "up" : "down";
}

/** `Green`: higher is better; `Red`: lower is better. */
function toneOf(direction: FigureChange["direction"], scheme: string | null | undefined): FigureChange["tone"] {
  if (direction === "same") return undefined;
  const isMoreGood = scheme !== "Red";
  return (direction === "up") === isMoreGood ? "good" : "bad";
}

export function transform(input: TransformInput<BigNumberForm>): Drawing<FigureProps> {
  const { formData, results, dataset, theme } = input;
  const [course, overall] = results;
  const name = formData.metric ? metricLabel(formData.metric) : "";
  const points = pointsOf(course, axisLabel(formData), name);
  const format = figureFormatter(formData, {
    ...metricFormats(dataset, name),
    detected: course?.detected_currency,
  });
  const value = figureOf(formData, points, rowsOf(overall)[0]?.[name]);
  const time = timeFormatter(formData.time_format, timeGrainOf(formData));
  const change = changeOf(points, formData, format);
  const label = labelOf(name, dataset);
  const text = format(value);
  return {
    props: {
      text,
      isMissing: value === null,
      metricName: formData.show_metric_name ? label : undefined,
      subtitle: formData.subtitle || undefined,
      note: formData.show_timestamp ? momentOf(points, time) : undefined,
      change,
      trend:
        formData.show_trend_line === false ? undefined : trendOf({ points, formData, format, time, course, theme }),
      header: formData.header_font_size,
      sub: formData.subheader_font_size,
      subtitleSize: formData.subtitle_font_size,
      nameSize: formData.metric_name_font_size,
    },
    summary: summaryOf(`${label}: ${text}${change ? `, ${change.text} ${change.base}` : ""}`, { points, format, time }),
    isEmpty: points.length === 0 && value === null,
  };
}

function figureOf(formData: BigNumberForm, points: readonly SparkPoint[], overall: DataValue | undefined): DataValue {
  const how = formData.aggregation ?? "LAST_VALUE";
  return (how === "raw" ? overall : aggregate(points, how)) ?? null;
}

function momentOf(points: readonly SparkPoint[], time: (epochMs: number) => string): string | undefined {
  const last = points.findLast((point) => point.y !== null);
  return last && time(last.x);
}

interface TrendSource {
  points: readonly SparkPoint[];
  formData: BigNumberForm;
  format: Format;
  time(epochMs: number): string;
  course: ChartDataResult | undefined;
  theme: ChartTheme;
}

function trendOf({ points, formData, format, time, course, theme }: TrendSource): Trend | undefined {
  const known = points.filter((point) => point.y !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return undefined;
  const isFixed = formData.time_range_fixed && course?.from_dttm && course.to_dttm;
  const xRange = isFixed ? ([Number(course.from_dttm), Number(course.to_dttm)] as const) : undefined;
  return {
    points,
    labels: points.map((point) => ({ x: time(point.x), y: format(point.y) })),
    color: lineColor(formData.color_picker, theme),
    ground: theme.background,
    fromZero: formData.start_y_axis_at_zero !== false,
    xRange,
    xEnds: formData.show_x_axis ? [time(xRange?.[0] ?? first.x), time(xRange?.[1] ?? last.x)] : undefined,
    yEnds: formData.show_y_axis ? ends(known, format) : undefined,
  };
}

function ends(known: readonly SparkPoint[], format: Format): [string, string] {
  const found = extremes(known, (point) => point.y ?? 0);
  return [format(found?.low.y), format(found?.high.y)];
}

export const STARTING_COLOR = { r: 0, g: 122, b: 135, a: 1 };

function lineColor(picked: BigNumberForm["color_picker"], theme: ChartTheme): string {
  if (!picked || (picked.r === STARTING_COLOR.r && picked.g === STARTING_COLOR.g && picked.b === STARTING_COLOR.b)) {
    return theme.textTertiary;
  }
  return `rgba(${picked.r},${picked.g},${picked.b},${picked.a ?? 1})`;
}

function summaryOf(head: string, { points, format, time }: Pick<TrendSource, "points" | "format" | "time">): string {
  const known = points.filter((point) => point.y !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return head;
  const [low, high] = ends(known, format);
  const isFlat = known.every((point) => point.y === first.y);
  if (isFlat)
    return t("{number}; all equal to {value} from {from} to {to}.", {
      number: head,
      value: low,
      from: time(first.x),
      to: time(last.x),
    });
  return t("{number}; from {first} ({from}) to {last} ({to}), lowest {low}, highest {high}.", {
    number: head,
    first: format(first.y),
    from: time(first.x),
    last: format(last.y),
    to: time(last.x),
    low,
    high,
  });
}
