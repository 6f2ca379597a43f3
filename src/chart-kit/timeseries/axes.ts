import { t } from "../../i18n/translate.ts";
import { DAY_MS } from "../../query/calendar.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { type NiceScale, niceScale } from "../axes/nice-scale.ts";
import { alignFirstLabel, areReadable, cutRotated, everyNthLabel, fitLabels, nameLines } from "../axes/plain-axes.ts";
import { grainLength, periodText, periodTicks, smallestStep, type TimeTick, timeTicks } from "../axes/time-ticks.ts";
import { axisText } from "../echart/base-option.ts";
import { POWERS, tickFormatter } from "../format/plain-number.ts";
import { SMART_DATE } from "../format/time-format.ts";
import { textWidth, widest } from "../text-width.ts";
import { hasOwnOrder } from "./order.ts";
import { isShareAxis, type Layout, type Plan } from "./plan.ts";

type Option = Record<string, unknown>;

export function axes(plan: Plan, layout: Layout): { xAxis: Option; yAxis: Option } {
  const category = { ...positionAxis(plan, layout), ...title(plan, layout, "x") };
  const value = { ...valueAxis(plan, layout), ...title(plan, layout, "y") };
  return plan.isHorizontal
    ? { xAxis: value, yAxis: { ...category, inverse: true } }
    : { xAxis: category, yAxis: value };
}

function isBare(plan: Plan): boolean {
  return plan.density === "bare" || plan.density === "figure";
}

function positionAxis(plan: Plan, layout: Layout): Option {
  const { theme, frame, form } = plan;
  const shared = {
    show: !isBare(plan),
    axisLine: { show: !layout.hidesValueAxis, onZero: true, lineStyle: { color: theme.axisLine, width: 1 } },
    axisTick: { show: false },
    splitLine: { show: false },
    minorTick: { show: form.minorTicks && frame.xKind !== "category" },
  };
  if (frame.xKind === "time") return { ...shared, ...timeAxis(plan, layout) };
  if (frame.xKind === "value") return { ...shared, ...numberAxis(plan, layout) };
  return { ...shared, ...categoryAxis(plan, layout) };
}

function timeAxis(plan: Plan, layout: Layout): Option {
  const { form, frame, formats } = plan;
  const label = { ...axisText(plan.theme), margin: 8, hideOverlap: true, rotate: form.xAxisLabelRotation };
  const times = frame.x.filter((value) => typeof value === "number");
  const first = times[0];
  const last = times.at(-1);
  if (form.zoomable || first === undefined || last === undefined) {
    return { type: "time", minInterval: smallestStep(times), axisLabel: { ...label, ...groupLabels(plan, times) } };
  }
  const isPlain = !form.x_axis_time_format || form.x_axis_time_format === SMART_DATE;
  const perLabel = isPlain ? 42 : textWidth(formats.x(last)) + 16;
  const most = form.xAxisLabelInterval === 0 ? frame.x.length : Math.floor(layout.plotWidth / perLabel);
  const [from, to] = first < last ? [first, last] : [last, first];
  const sorted = times.toSorted((a, b) => a - b);
  const every = ticksOf(plan, sorted, most);
  const ticks = isPlain && form.xAxisLabelInterval !== 0 ? besideFirst(every, [from, to], layout) : every;
  const texts = new Map(ticks.map((tick) => [tick.at, isPlain ? tick.text : formats.x(tick.at)]));
  return {
    type: "time",
    ...(isBeyond(plan, to) ? { max: lastPosition(plan) } : {}),
    axisLabel: {
      ...label,
      hideOverlap: form.xAxisLabelInterval !== 0,
      customValues: ticks.map((tick) => tick.at),
      ...alignFirst(ticks[0], [from, to], layout),
      formatter: (at: number) => texts.get(at) ?? formats.x(at),
    },
  };
}

/** A first label with a year may be wider than the margin. */
function alignFirst(tick: TimeTick | undefined, ends: Ends, layout: Layout): Option {
  return isCutFirst(tick, ends, layout) ? { alignMinLabel: "left" } : {};
}

type Ends = readonly [from: number, to: number];

function isCutFirst(tick: TimeTick | undefined, [from, to]: Ends, { grid, plotWidth }: Layout): tick is TimeTick {
  if (!tick || !(to > from)) return false;
  return textWidth(tick.text) / 2 > grid.left + ((tick.at - from) / (to - from)) * plotWidth;
}

const LABEL_SPACE = 8;

/** Leaves out a second label that would hide the first one, which has the year. */
function besideFirst(ticks: TimeTick[], ends: Ends, layout: Layout): TimeTick[] {
  const [first, second, ...rest] = ticks;
  if (!first || !second) return ticks;
  const apart = ((second.at - first.at) / (ends[1] - ends[0])) * layout.plotWidth;
  const width = textWidth(first.text) * (isCutFirst(first, ends, layout) ? 1 : 0.5);
  return width + LABEL_SPACE + textWidth(second.text) / 2 > apart ? [first, ...rest] : ticks;
}

const MOST_TICKS = { bar: 31, other: 12 };
const WEEK_LABEL = 64;

function ticksOf(plan: Plan, times: readonly number[], most: number): TimeTick[] {
  const { kind, form, now } = plan;
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const step = smallestStep(times);
  const forced = form.force_max_interval ? grainLength(timeGrainOf(form)) : undefined;
  const atLeast = Math.max(forced ?? 0, step);
  if (kind.mark !== "bar") return timeTicks([from, to], clampTicks(most, MOST_TICKS.other), { atLeast, now });
  const ticks = timeTicks([from, to], clampTicks(most, MOST_TICKS.bar), { atLeast, now });
  const groups = new Set(times);
  // A tick between two bars names none of them.
  if (step < DAY_MS || ticks.every(({ at }) => groups.has(at))) return ticks;
  return periodTicks(times, clampTicks((most * 42) / WEEK_LABEL, MOST_TICKS.bar), now);
}

const clampTicks = (most: number, limit: number) => Math.max(1, Math.min(Math.floor(most), limit));

const MOST_GROUPS = 1000;

/** Zoomed bars of days and longer periods are named by their own dates, not by round ones between them. */
function groupLabels({ kind, form, formats }: Plan, times: readonly number[]): Option {
  const step = smallestStep(times);
  if (kind.mark !== "bar" || step < DAY_MS || times.length > MOST_GROUPS) return {};
  const isPlain = !form.x_axis_time_format || form.x_axis_time_format === SMART_DATE;
  const write = isPlain ? (at: number) => periodText(at, step) : formats.x;
  return { customValues: [...times], formatter: write };
}

/** The last point covers a whole step: annotations within it are shown too. */
function lastPosition(plan: Plan): number {
  return Math.max(...plan.layers.flatMap((layer) => layer.marks.map((mark) => mark.to)));
}

const isBeyond = (plan: Plan, last: number) => plan.layers.some((layer) => layer.marks.some((mark) => mark.to > last));

function numberAxis(plan: Plan, layout: Layout): Option {
  const { form, formats, theme } = plan;
  const [min, max] = form.xAxisBounds ?? [null, null];
  const isBound = form.truncateXAxis && (min !== null || max !== null);
  const span = isBound || form.minorTicks ? null : spanOfLines(plan, layout);
  const own = span ? { customValues: span.ticks } : {};
  return {
    type: "value",
    scale: form.truncateXAxis,
    ...(form.truncateXAxis && min !== null ? { min } : {}),
    ...(form.truncateXAxis && max !== null ? { max } : {}),
    ...(span ? { min: span.min, max: span.max, axisTick: { show: false, ...own } } : {}),
    splitLine: { show: plan.kind.mark === "scatter", lineStyle: { color: theme.split } },
    axisLabel: {
      ...axisText(theme),
      ...own,
      margin: 8,
      hideOverlap: true,
      rotate: form.xAxisLabelRotation,
      formatter: formats.x,
    },
  };
}

const TICK_ROOM = 60;

function spanOfLines({ kind, form, frame }: Plan, layout: Layout): Omit<NiceScale, "interval"> | null {
  if ((kind.mark !== "line" && kind.mark !== "area") || form.zoomable) return null;
  const numbers = frame.x.filter((value) => typeof value === "number");
  const zero = form.truncateXAxis ? [] : [0];
  const min = numbers.reduce((a, b) => Math.min(a, b), zero[0] ?? Number.POSITIVE_INFINITY);
  const max = numbers.reduce((a, b) => Math.max(a, b), zero[0] ?? Number.NEGATIVE_INFINITY);
  if (!(max > min)) return null;
  const isWhole = numbers.every(Number.isInteger);
  let count = Math.max(2, Math.min(10, Math.floor(layout.plotWidth / TICK_ROOM)));
  let scale = niceScale([min, max], { count, fromData: true });
  while (isWhole && !Number.isInteger(scale.interval) && count > 1) {
    scale = niceScale([min, max], { count: --count, fromData: true });
  }
  return { min, max, ticks: scale.ticks.filter((tick) => tick >= min && tick <= max) };
}

function categoryAxis(plan: Plan, layout: Layout): Option {
  const { frame, formats, theme, isHorizontal } = plan;
  const labels = frame.x.map((value) => formats.x(value));
  const band = (isHorizontal ? layout.plotHeight : layout.plotWidth) / Math.max(1, labels.length);
  const isSelected = (index: number) => plan.selectedPoints?.[index] === true;
  const cut = isHorizontal
    ? (name: string) => nameLines(name, { width: layout.categoryWidth - 4, band, size: CATEGORY_FONT })
    : cutOf(plan, layout);
  return {
    type: "category",
    data: labels,
    boundaryGap: plan.kind.mark === "bar",
    axisLabel: {
      ...axisText(theme),
      margin: 8,
      rotate: layout.labelTurn,
      ...(isHorizontal ? { color: theme.textSecondary, fontSize: CATEGORY_FONT, lineHeight: 14 } : {}),
      ...labelFit(plan, layout, band),
      formatter: (text: string, index: number) =>
        isSelected(index) ? `{selected|${cut(text, index)}}` : cut(text, index),
      rich: { selected: { color: theme.text, fontWeight: 600, fontSize: isHorizontal ? CATEGORY_FONT : 11 } },
    },
  };
}

function cutOf({ kind, frame }: Plan, { labelLength: length, grid, plotWidth }: Layout) {
  if (length === undefined) return (name: string) => name;
  const [first, step] =
    kind.mark === "bar" ? [0.5, plotWidth / frame.x.length] : [0, plotWidth / Math.max(1, frame.x.length - 1)];
  return (name: string, index: number) => cutRotated(name, { length, at: grid.left + (index + first) * step });
}

const LEAST_LINE = 13;
export const CATEGORY_FONT = 12;

const stepOfNames = (band: number) => Math.ceil(LEAST_LINE / band);

export function skippedNamesText(plan: Plan, layout: Layout): string | undefined {
  const { kind, form, frame, density } = plan;
  if (kind.mark !== "bar" || frame.xKind !== "category" || form.zoomable) return undefined;
  if (density !== "full" && density !== "compact") return undefined;
  return areNamesSkipped(plan, layout) ? t("Not all names fit. Hover over a bar to see its name") : undefined;
}

function areNamesSkipped(plan: Plan, layout: Layout): boolean {
  const { isHorizontal, form, frame } = plan;
  if (form.xAxisLabelInterval === 0) return false;
  const band = (isHorizontal ? layout.plotHeight : layout.plotWidth) / Math.max(1, frame.x.length);
  if (isHorizontal) return stepOfNames(band) > 1;
  // Readers can infer numbers and months.
  if (hasOwnOrder(frame.x)) return false;
  return form.xAxisLabelRotation === 0 ? labelFit(plan, layout, band).interval !== 0 : band < LEAST_LINE;
}

function labelFit(plan: Plan, layout: Layout, band: number): Option {
  const { form, isHorizontal, frame, formats } = plan;
  const isAll = form.xAxisLabelInterval === 0;
  if (isHorizontal) {
    // ECharts skips too few labels when there are very many.
    const step = isAll ? 1 : stepOfNames(band);
    return { interval: everyNthLabel(step, frame.x.length) };
  }
  if (form.xAxisLabelRotation !== 0) return { interval: isAll ? 0 : "auto" };
  if (layout.labelTurn !== 0) return { interval: 0, hideOverlap: false };
  const names = frame.x.slice(0, 500).map((value) => formats.x(value));
  const needed = widest(names);
  if (needed + 4 <= band) return { interval: 0, hideOverlap: false };
  if (isAll) return band >= 28 ? { width: band - 6, overflow: "truncate", interval: 0 } : { interval: 0 };
  // Bands grow when zooming.
  if (form.zoomable && band < 44) return { interval: "auto", hideOverlap: true };
  const fit = fitLabels(needed + 4, { width: band, count: frame.x.length, isReadable: areReadable(names, band) });
  return { ...fit, ...alignFirstLabel(fit, { first: formats.x(frame.x[0] ?? null), width: band }) };
}

function valueAxis(plan: Plan, layout: Layout): Option {
  const { form, theme, formats } = plan;
  const isHidden = isBare(plan) || layout.hidesValueAxis || plan.stack === "stream";
  const range = plan.stack === "stream" ? streamRange(plan) : valueRange(plan, layout);
  const own = ownTicks(layout.scale, range);
  return {
    type: form.logAxis ? "log" : "value",
    axisLine: { show: false },
    axisTick: { show: false, ...own },
    axisLabel: {
      ...own,
      ...axisText(theme),
      margin: 8,
      hideOverlap: true,
      formatter: tickFormatter(formats.tick, layout.scale?.ticks ?? POWERS),
      show: !isHidden,
    },
    splitLine: { show: !isHidden, lineStyle: { color: theme.split, width: 1 } },
    minorTick: { show: form.minorTicks && !isHidden },
    minorSplitLine: { show: form.minorSplitLine && !isHidden, lineStyle: { color: theme.split, opacity: 0.6 } },
    ...range,
  };
}

/** ECharts would count ticks from the axis end, so they are set explicitly. */
function ownTicks(scale: NiceScale | null, { min, max, interval }: Option): Option {
  if (!scale || interval !== undefined || min !== scale.min || max !== scale.max) return {};
  return { customValues: scale.ticks };
}

const endsBetweenTicks = ({ min, max, ticks }: NiceScale) => ticks[0] !== min || ticks.at(-1) !== max;

function valueRange(plan: Plan, layout: Layout): Option {
  const { scale } = layout;
  const [min, max] = plan.form.y_axis_bounds ?? [null, null];
  const upper = max === null ? {} : { max };
  if (!scale) {
    const lower = lowerLogBound(plan, min);
    // ECharts starts bars at 1 on logarithmic axes.
    return { min: lower, startValue: lower, ...upper };
  }
  if (layout.hidesValueAxis) return { min: Math.min(0, scale.min), max: hiddenMax(plan, scale.max) };
  if (layout.naming !== "legend" || isShareAxis(plan)) {
    return { min: scale.min, max: scale.max, ...(endsBetweenTicks(scale) ? {} : { interval: scale.interval }) };
  }
  return {
    splitNumber: plan.density === "full" && plan.height >= 200 ? 4 : 2,
    scale: plan.form.truncateYAxis || plan.kind.mark === "scatter",
    ...(min === null ? {} : { min }),
    ...upper,
  };
}

function streamRange({ form }: Plan): Option {
  const [min, max] = form.y_axis_bounds ?? [null, null];
  return { min: min ?? 0, max: max ?? "dataMax" };
}

function lowerLogBound(plan: Plan, bound: number | null): number {
  if (bound !== null && bound > 0) return bound;
  const positive = plan.series.flatMap((series) => series.drawn.filter((value) => value !== null && value > 0));
  const least = positive.reduce<number>((low, value) => Math.min(low, value ?? low), Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? 10 ** Math.floor(Math.log10(least)) : 1;
}

function hiddenMax(plan: Plan, fallback: number): number {
  if (plan.stack !== "none" || plan.form.y_axis_bounds?.[1]) return fallback;
  const most = plan.series.reduce((high, { drawn }) => drawn.reduce<number>((a, b) => Math.max(a, b ?? a), high), 0);
  return most > 0 ? most : fallback;
}

function title(plan: Plan, layout: Layout, axis: "x" | "y"): Option {
  const { form, theme, isHorizontal } = plan;
  const name = axis === "x" ? form.x_axis_title : form.y_axis_title;
  if (!name || plan.density !== "full") return {};
  const style = { color: theme.textTertiary, fontSize: 11, fontFamily: theme.fontFamily };
  if (axis === "y" && !isHorizontal && form.y_axis_title_position === "Top") {
    return { name, nameLocation: "end", nameGap: 10, nameTextStyle: { ...style, align: "left" } };
  }
  const isUpright = (axis === "y") !== isHorizontal;
  const margin = axis === "x" ? form.x_axis_title_margin : form.y_axis_title_margin;
  const room = isUpright ? layout.grid.left - 8 - margin : 26;
  return { name, nameLocation: "middle", nameGap: room + margin, nameTextStyle: style };
}
