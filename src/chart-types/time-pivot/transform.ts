import { type NiceScale, niceScale } from "../../chart-kit/axes/nice-scale.ts";
import { plainValueAxis } from "../../chart-kit/axes/plain-axes.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText, tooltipOption } from "../../chart-kit/echart/base-option.ts";
import { type BitmapLayer, rasterize } from "../../chart-kit/echart/bitmap-layer.ts";
import {
  type EChartSpec,
  type Hit,
  SVG_MARKS,
  TOOLTIP_ROWS,
  type TooltipContent,
} from "../../chart-kit/echart/echart-spec.ts";
import { isolatedPoints } from "../../chart-kit/echart/isolated-points.ts";
import { paintLines } from "../../chart-kit/echart/translucent-lines.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { axisNumberFormatter, fullNumberFormatter, tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import { legendMargins, legendOption, type Margins } from "../../chart-kit/legend/legend.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { widest } from "../../chart-kit/text-width.ts";
import { verboseName } from "../../chart-kit/timeseries/frame.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import { type Period, type PeriodSeries, periodOf, splitIntoPeriods } from "./periods.ts";
import { STARTING_COLOR, type TimePivotForm } from "./schema.ts";

type Input = TransformInput<TimePivotForm>;

interface Plan {
  input: Input;
  title: string;
  period: Period;
  series: readonly PeriodSeries[];
  lines: readonly PeriodSeries[];
  earlier: readonly PeriodSeries[];
  color: string;
  short(value: number): string;
  full(value: number): string;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const plan = planOf(input);
  const { series, lines, earlier, full, period } = plan;
  const summary = summaryOf(plan);
  const pointAt = ({ seriesIndex, dataIndex }: Hit) => {
    const own = lines[seriesIndex];
    const point = own?.points[dataIndex];
    return own && point && point[1] !== null ? { own, offset: point[0], value: point[1] } : null;
  };
  return {
    summary,
    isEmpty: series.every(({ points }) => points.every(([, value]) => value === null)),
    props: {
      option: optionOf(plan),
      summary,
      size: series.reduce((sum, { points }) => sum + points.length, 0),
      walk: lines.map(({ points }, seriesIndex) => ({ seriesIndex, length: points.length })).toReversed(),
      mark: (hit) => {
        const point = pointAt(hit);
        if (!point) return null;
        const text = `${period.name(point.own.start)}, ${period.tick(point.offset)}: ${full(point.value)}`;
        return { text, selection: null, isSelected: false };
      },
      tooltip: (hits): TooltipContent | null => {
        const points = hits.map(pointAt).filter((point) => point !== null);
        const [first] = points;
        if (!first) return null;
        const newest = points.toSorted((a, b) => b.own.rank - a.own.rank);
        const more = Math.max(0, newest.length - TOOLTIP_ROWS) + earlier.length;
        return {
          title: period.tick(first.offset),
          rows: newest.slice(0, TOOLTIP_ROWS).map(({ own, value }) => ({
            color: colorOf(plan, own),
            label:
              own.rank === 0 ? t("{period} (current)", { period: period.name(own.start) }) : period.name(own.start),
            value: full(value),
            isFocus: own.rank === 0,
          })),
          ...(more > 0 ? { note: t("+ {count, number} more", { count: more }) } : {}),
        };
      },
    },
  };
}

const MAX_LINES = 24;

function earlierOf(form: TimePivotForm, { periods, points }: { periods: number; points: number }): number {
  const isStraight = !form.y_log_scale && CURVES[form.line_interpolation ?? ""]?.step === undefined;
  return isStraight && points > SVG_MARKS ? Math.max(0, periods - MAX_LINES) : 0;
}

function planOf(input: Input): Plan {
  const { formData: form, results, dataset, theme } = input;
  const [result = {}] = results;
  const metric = form.metric ? metricLabel(form.metric) : "";
  const axis = form.x_axis ? columnLabel(form.x_axis) : "";
  const points = rowsOf(result).flatMap((row): [number, number | null][] => {
    const at = typeof row[axis] === "string" ? epochOf(row[axis]) : row[axis];
    const value = row[metric] === null || row[metric] === undefined ? null : Number(row[metric]);
    return typeof at === "number" ? [[at, value !== null && Number.isFinite(value) ? value : null]] : [];
  });
  const period = periodOf(form.freq) ?? (periodOf("W-MON") as Period);
  const saved = dataset?.metrics.find((one) => one.metric_name === metric);
  const currency = withDetectedCurrency(form.currency_format, result.detected_currency);
  const isChosen = Boolean(form.y_axis_format) && form.y_axis_format !== "SMART_NUMBER";
  const format = isChosen ? form.y_axis_format : saved?.d3format;
  const { r, g, b } = form.color_picker ?? STARTING_COLOR;
  const isStarting = r === STARTING_COLOR.r && g === STARTING_COLOR.g && b === STARTING_COLOR.b;
  const series = splitIntoPeriods(points, period);
  const first = earlierOf(form, { periods: series.length, points: points.length });
  return {
    input,
    title: verboseName(metric, dataset),
    period,
    series,
    lines: series.slice(first),
    earlier: series.slice(0, first),
    color: isStarting ? theme.focus : `rgb(${r}, ${g}, ${b})`,
    short: axisNumberFormatter(isChosen || format?.includes("%") ? format : undefined, currency),
    full: fullNumberFormatter(format, currency),
  };
}

const fadeOf = ({ series, input }: Plan, { rank }: Pick<PeriodSeries, "rank">) => {
  const [least, most] = input.theme.mode === "dark" ? [0.32, 0.8] : [0.18, 0.62];
  return rank === 0 ? 1 : Math.max(least, most * (1 + rank / Math.max(2, series.length)));
};

const colorOf = (plan: Plan, own: PeriodSeries) => (own.rank === 0 ? plan.color : plan.input.theme.textTertiary);

const CURVES: Readonly<Record<string, Record<string, unknown>>> = {
  monotone: { smooth: true, smoothMonotone: "x" },
  basis: { smooth: true, smoothMonotone: "x" },
  cardinal: { smooth: true, smoothMonotone: "x" },
  "step-before": { step: "start" },
  "step-after": { step: "end" },
};

const namesOf = ({ earlier, lines, period }: Plan) => [
  ...(earlier.length > 0 ? [earlierName(earlier)] : []),
  ...lines.map((own) => period.name(own.start)),
];

function frameOf(plan: Plan) {
  const { input, series, period, short } = plan;
  const { formData: form, width, height } = input;
  const density = densityOf(width, height);
  const isBare = density === "bare" || density === "figure";
  const values = series.flatMap(({ points }) => points.flatMap(([, value]) => value ?? []));
  const [min, max] = form.y_axis_bounds ?? [null, null];
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const scale = niceScale([low, high], { count: height < 220 ? 2.5 : 5, min, max });
  const names = namesOf(plan);
  const first = series[0]?.start ?? 0;
  const xTitle = density === "full" ? form.x_axis_label : undefined;
  const yTitle = density === "full" ? form.y_axis_label : undefined;
  return {
    isBare,
    scale,
    names,
    xTitle,
    yTitle,
    length: lengthOf(series) ?? period.next(first) - first,
    hasLegend: form.show_legend && !isBare && height >= 180,
    left: isBare ? 4 : (form.left_margin ?? roomOf(scale.ticks.map(tickFormatter(short, scale.ticks)), yTitle)),
  };
}

const roomOf = (labels: readonly string[], title: string | undefined) =>
  Math.ceil(widest(labels)) + 12 + (title ? 18 : 0);

function lengthOf(series: readonly PeriodSeries[]): number | undefined {
  if (series.every(({ points }) => points.length < 2)) return undefined;
  const last = series.reduce((most, { points }) => points.reduce((far, [at]) => Math.max(far, at), most), 0);
  return last > 0 ? last : undefined;
}

function optionOf(plan: Plan): Record<string, unknown> {
  const { input, lines, earlier, period, short } = plan;
  const { formData: form, theme, width, height } = input;
  const { isBare, scale, names, xTitle, yTitle, length, hasLegend, left } = frameOf(plan);
  const bottom = isBare ? 4 : (form.bottom_margin ?? 24 + (xTitle ? 18 : 0));
  const top = 10 + (hasLegend ? legendMargins(names, { ...LEGEND, width, height }).top : 0);
  const title = { nameLocation: "middle", nameTextStyle: axisText(theme) };
  const grid = { left, right: 16, top, bottom };
  return {
    grid: { ...grid, outerBoundsMode: "none" },
    ...(hasLegend
      ? { legend: { ...legendOption(names, { ...LEGEND, width, height }, theme), itemStyle: FADING } }
      : {}),
    tooltip: { ...tooltipOption(theme), trigger: "axis" },
    xAxis: {
      type: "value",
      min: 0,
      max: length,
      axisLine: { show: true, lineStyle: { color: theme.axisLine } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...axisText(theme),
        show: !isBare,
        margin: 8,
        hideOverlap: true,
        customValues: ticksOf(period, length, (width - left - 16) / 46),
        formatter: period.tick,
      },
      ...(xTitle ? { name: xTitle, nameGap: 24, ...title } : {}),
    },
    yAxis: {
      ...plainValueAxis(scale, { theme, tick: short, isShown: !isBare }),
      ...(form.y_log_scale ? { type: "log", min: undefined, max: undefined, interval: undefined } : {}),
      ...(yTitle ? { name: yTitle, nameGap: left - 14, ...title } : {}),
    },
    series: [
      ...lines.map((own) => lineOf(plan, own)),
      ...(earlier.length > 0 ? [earlierSeries(plan, { grid, scale, length })] : []),
    ],
  };
}

function lineOf(plan: Plan, own: PeriodSeries): Record<string, unknown> {
  const isCurrent = own.rank === 0;
  const color = colorOf(plan, own);
  const opacity = fadeOf(plan, own);
  return {
    type: "line",
    name: plan.period.name(own.start),
    ...CURVES[plan.input.formData.line_interpolation ?? ""],
    data: own.points,
    ...(isolatedPoints(own.points.map(([, value]) => value)) ?? { showSymbol: false, symbol: "circle", symbolSize: 5 }),
    z: isCurrent ? 4 : 2,
    itemStyle: { color, opacity },
    lineStyle: { color, width: isCurrent ? 2.25 : LINE_WIDTH, opacity },
    emphasis: { focus: "none", lineStyle: { opacity: 1 } },
  };
}

const earlierName = (earlier: readonly PeriodSeries[]) =>
  t("{count, plural, one {# earlier period} other {# earlier periods}}", { count: earlier.length });

interface Place {
  grid: Margins;
  scale: NiceScale;
  length: number;
}

function earlierSeries(plan: Plan, place: Place): Record<string, unknown> {
  const { width, height, theme } = plan.input;
  const color = theme.textTertiary;
  let image: HTMLCanvasElement | undefined;
  return {
    type: "custom",
    name: earlierName(plan.earlier),
    coordinateSystem: "none",
    silent: true,
    z: 1,
    itemStyle: { color, opacity: fadeOf(plan, { rank: -MAX_LINES }) },
    data: [0],
    renderItem: () => {
      image ??= rasterize(bitmapOf(plan, place), { width, height });
      return { type: "image", silent: true, style: { image, x: 0, y: 0, width, height } };
    },
  };
}

function bitmapOf(plan: Plan, { grid, scale, length }: Place): Required<Pick<BitmapLayer, "paint">> {
  const { width, height, theme } = plan.input;
  const area = {
    x: grid.left,
    y: grid.top,
    width: width - grid.left - grid.right,
    height: height - grid.top - grid.bottom,
  };
  const lines = plan.earlier.map((own) => ({
    opacity: fadeOf(plan, own),
    points: own.points.map(([at, value]): readonly [number, number] | null =>
      value === null
        ? null
        : [area.x + (at / length) * area.width, area.y + ((scale.max - value) / (scale.max - scale.min)) * area.height],
    ),
  }));
  return { paint: (canvas, ratio) => paintLines(lines, { color: theme.textTertiary, area, ratio }, canvas) };
}

const LINE_WIDTH = 1.25;

const FADING = { borderWidth: 0, opacity: "inherit" };
const LEGEND = { legendType: "scroll", legendOrientation: "top", legendSort: null } as const;

function ticksOf({ step }: Period, length: number, most: number): number[] {
  const count = Math.floor(length / step + 1e-6) + 1;
  const every = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every * step);
}

function summaryOf({ title, series, period, full }: Plan): string {
  const current = series.at(-1);
  const last = current?.points.findLast(([, value]) => value !== null);
  if (!current || !last) return t("Period pivot: {title}, no values.", { title });
  const [offset, value] = last;
  const before = series.at(-2);
  const same = before?.points.find(([at]) => at === offset)?.[1] ?? null;
  const values = { title, count: series.length, period: period.name(current.start), value: full(value ?? 0) };
  if (same === null || !before) {
    return t(
      "Period pivot: {title}, {count, plural, one {# period} other {# periods}}. The last value of {period} is {value}.",
      values,
    );
  }
  return t(
    "Period pivot: {title}, {count, plural, one {# period} other {# periods}}. The last value of {period} is {value}; {same} at the same point in {before}.",
    { ...values, same: full(same), before: period.name(before.start) },
  );
}
