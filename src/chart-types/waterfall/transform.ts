import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { type NiceScale, niceScale } from "../../chart-kit/axes/nice-scale.ts";
import {
  areNumbers,
  areReadable,
  type Band,
  bandLabelHeight,
  bandLabels,
  cutRotated,
  plainValueAxis,
  rotatedHeight,
  rotatedLength,
} from "../../chart-kit/axes/plain-axes.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText } from "../../chart-kit/echart/base-option.ts";
import { type EChartSpec, MANY_MARKS } from "../../chart-kit/echart/echart-spec.ts";
import { drawnLayers } from "../../chart-kit/echart/many-shapes.ts";
import type { Shape } from "../../chart-kit/echart/shapes.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { axisNumberFormatter, fullNumberFormatter, tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import type { Margins } from "../../chart-kit/legend/legend.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { widest } from "../../chart-kit/text-width.ts";
import { verboseName } from "../../chart-kit/timeseries/frame.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { type Color, DECREASE, INCREASE, TOTAL, type WaterfallForm } from "./schema.ts";
import { type Step, stepsOf } from "./steps.ts";

type Input = TransformInput<WaterfallForm>;
type Kind = Step["kind"];

const KINDS: readonly Kind[] = ["increase", "decrease", "total"];
const LEGEND = 26;
const TITLE = 18;

interface Plan {
  input: Input;
  steps: readonly Step[];
  scale: NiceScale;
  names: Readonly<Record<Kind, string>>;
  colors: Readonly<Record<Kind, string>>;
  short(value: number): string;
  full(value: number): string;
  /** Values of all bars, shorter ones after longer ones. */
  valueTexts: readonly { texts: readonly string[]; width: number }[];
}

export function transform(input: Input): Drawing<EChartSpec> {
  const plan = planOf(input);
  const { steps, names, colors, full } = plan;
  const summary = summaryOf(plan);
  const mark = (index: number) => {
    const step = steps[index];
    if (!step) return null;
    const kind = names[step.kind];
    return step.name === kind ? `${kind}: ${full(step.value)}` : `${step.name}: ${kind}, ${full(step.value)}`;
  };
  return {
    summary,
    isEmpty: steps.length === 0,
    ...warningOf([skipsNames(plan) && t("Not all names fit. Hover over a bar to see its name")]),
    props: {
      ...drawnOf(plan),
      summary,
      size: 2 * steps.length,
      walk: [{ seriesIndex: 0, length: steps.length }],
      mark: ({ dataIndex }) => {
        const markText = mark(dataIndex);
        return markText === null ? null : { text: markText, selection: null, isSelected: false };
      },
      tooltip: ([hit]) => {
        const step = steps[hit?.dataIndex ?? -1];
        if (!step) return null;
        const row = { color: colors[step.kind], label: names[step.kind], value: full(step.value) };
        const after = { label: t("Running total"), value: full(step.to) };
        return { title: step.name, rows: step.kind === "total" ? [row] : [row, after] };
      },
    },
  };
}

function planOf(input: Input): Plan {
  const { formData: form, results, dataset } = input;
  const [result = {}] = results;
  const time = timeFormatter(form.x_axis_time_format, timeGrainOf(form));
  const isTime = (value: unknown): value is number => typeof value === "number" && isTemporal(input);
  const names = {
    increase: form.increase_label || t("Increase"),
    decrease: form.decrease_label || t("Decrease"),
    total: form.total_label || t("Total"),
  };
  const steps = stepsOf(result, form, {
    axis: (value) => (isTime(value) ? time(value) : labelOf(value)),
    total: names.total,
  });
  const saved = dataset?.metrics.find((one) => form.metric && one.metric_name === metricLabel(form.metric));
  const currency = withDetectedCurrency(form.currency_format, result.detected_currency);
  const ends = steps.flatMap((step) => [step.from, step.to]);
  const short = axisNumberFormatter(form.y_axis_format, currency);
  const compact = isAdaptive(form.y_axis_format) ? [axisNumberFormatter(".2~s", currency)] : [];
  const shown = form.show_value ? [short, ...compact] : [];
  return {
    input,
    steps,
    names,
    colors: colorsOf(input),
    scale: niceScale([ends.reduce((a, b) => Math.min(a, b), 0), ends.reduce((a, b) => Math.max(a, b), 0)], {
      count: input.height < 220 ? 2.5 : 5,
      min: form.y_axis_bounds?.[0] ?? null,
      max: form.y_axis_bounds?.[1] ?? null,
    }),
    short,
    valueTexts: shown.map((write) => {
      const texts = steps.map(({ value }) => write(value));
      return { texts, width: widest(texts, 11, true) };
    }),
    full: fullNumberFormatter(isAdaptive(form.y_axis_format) ? saved?.d3format : form.y_axis_format, currency),
  };
}

const isAdaptive = (format: string | undefined) => !format || format === "SMART_NUMBER";

function isTemporal({ formData, results }: Input): boolean {
  const [result] = results;
  const name = typeof formData.x_axis === "string" ? formData.x_axis : formData.x_axis?.label;
  return result?.coltypes?.[result.colnames?.indexOf(String(name)) ?? -1] === 2;
}

/** Stored charts have the default colors of Superset, which aren't from our palette. */
function colorsOf({ formData: form, theme }: Input): Plan["colors"] {
  const own = (color: Color, standard: Color, ownColor: string | undefined) =>
    ownColor && cssOf(color) === cssOf(standard) ? ownColor : cssOf(color);
  return {
    increase: own(form.increase_color, INCREASE, theme.categorical[8]),
    decrease: own(form.decrease_color, DECREASE, theme.categorical[6]),
    total: own(form.total_color, TOTAL, theme.others),
  };
}

const cssOf = ({ r, g, b, a }: Color) => `rgba(${r}, ${g}, ${b}, ${a})`;

function frameOf({ input, steps, scale, short }: Plan) {
  const { width, height, formData: form } = input;
  const density = densityOf(width, height);
  const isBare = density === "bare" || density === "figure";
  const xTitle = density === "full" ? form.x_axis_label : undefined;
  const yTitle = density === "full" ? form.y_axis_label : undefined;
  const left = isBare
    ? 4
    : Math.ceil(widest(scale.ticks.map(tickFormatter(short, scale.ticks)))) + 12 + (yTitle ? TITLE : 0);
  const texts = steps.map((step) => step.label);
  const layout = form.x_ticks_layout;
  const band: Band = { texts, layout, width: (width - left - 12) / Math.max(1, steps.length) };
  const named = namedTotals(steps, band);
  const labels = named ? { ...band, layout: "flat" as const } : band;
  const length = named ? undefined : rotatedNames(band, height);
  const axisHeight = (length ? rotatedHeight(length) + 8 : bandLabelHeight(labels, height * 0.35)) + 8;
  return { isBare, xTitle, yTitle, left, labels, named, length, axisHeight, hasLegend: form.show_legend && !isBare };
}

function skipsNames(plan: Plan): boolean {
  const { isBare, labels, named, length } = frameOf(plan);
  const isKnown = (isTemporal(plan.input) && !plan.input.formData.groupby) || areNumbers(labels.texts);
  if (isBare || length !== undefined || isKnown) return false;
  return named !== undefined || bandLabels(labels, plan.input.theme).interval !== 0;
}

/** Pixels along names that are rotated because their bands are too narrow; undefined = flat. */
function rotatedNames({ texts, width, layout }: Band, height: number): number | undefined {
  const isCramped = layout === "auto" && widest(texts) + 4 > width && width >= NARROWEST && !areReadable(texts, width);
  return isCramped && !areNumbers(texts) && height >= LOWEST ? rotatedLength(texts, height) : undefined;
}

const NARROWEST = 15;
const LOWEST = 160;

function drawnOf(plan: Plan): Pick<EChartSpec, "option" | "bitmaps"> {
  const { input, scale, names, colors, short } = plan;
  const { theme } = input;
  const frame = frameOf(plan);
  const { isBare, xTitle, yTitle, left, labels, axisHeight, hasLegend } = frame;
  const title = { nameLocation: "middle", nameTextStyle: { ...axisText(theme) } };
  const grid = { ...gridOf(plan, frame), outerBoundsMode: "none" };
  const { series, bitmaps } = drawnLayers([{ name: names.increase, shapes: manyBars(plan, grid) }], input);
  const option = {
    grid,
    ...(hasLegend ? { graphic: legend(plan) } : {}),
    xAxis: {
      type: "category",
      data: labels.texts,
      axisLine: { show: true, onZero: true, lineStyle: { color: theme.axisLine } },
      axisTick: { show: false },
      axisLabel: { ...nameLabels(plan, frame), show: !isBare },
      ...(xTitle ? { name: xTitle, nameGap: axisHeight + 2, ...title } : {}),
    },
    yAxis: {
      ...plainValueAxis(scale, { theme, tick: short, isShown: !isBare }),
      ...(yTitle ? { name: yTitle, nameGap: left - 14, ...title } : {}),
    },
    series: bitmaps ? series : [barSeries(plan)],
    color: KINDS.map((kind) => colors[kind]),
  };
  return { option, ...(bitmaps ? { bitmaps } : {}) };
}

function gridOf(plan: Plan, { isBare, xTitle, left, axisHeight, hasLegend }: ReturnType<typeof frameOf>): Margins {
  const { show_value: hasValues } = plan.input.formData;
  const below = hasNegative(plan) && hasValues ? 8 : 0;
  return {
    left,
    right: 12,
    top: (hasLegend ? LEGEND : 8) + (hasValues ? 14 : 0),
    bottom: isBare ? 4 : axisHeight + (xTitle ? TITLE : 0) + below,
  };
}

function barSeries(plan: Plan): Record<string, unknown> {
  return {
    type: "custom",
    name: plan.names.increase,
    data: plan.steps.map((step, index) => [index, step.from, step.to]),
    encode: { x: 0, y: [1, 2] },
    renderItem: (_: unknown, api: Api) => bar(plan, api),
  };
}

function manyBars({ input, steps, scale, colors }: Plan, grid: Margins): Shape[] {
  if (steps.length <= MANY_MARKS) return [];
  const band = (input.width - grid.left - grid.right) / steps.length;
  const length = input.height - grid.top - grid.bottom;
  const along = (value: number) => grid.top + ((scale.max - value) / (scale.max - scale.min)) * length;
  return steps.map(({ kind, from, to }, index): Shape => {
    const [top, bottom] = [along(Math.max(from, to)), along(Math.min(from, to))];
    const shape = { x: grid.left + index * band, y: top, width: Math.max(1, band), height: Math.max(1, bottom - top) };
    return { type: "rect", shape, fill: colors[kind] };
  });
}

function namedTotals(steps: readonly Step[], { texts, layout, width }: Band): ((index: number) => boolean) | undefined {
  const totals = steps.flatMap(({ kind }, index) => (kind === "total" ? [index] : []));
  if (totals.length < 2 || layout === "45°" || layout === "90°") return undefined;
  if (widest(texts) + 4 <= (layout === "staggered" ? 2 : 1) * width) return undefined;
  const room = Math.min(...totals.map((index, i) => index - (totals[i - 1] ?? -1))) * width;
  const isNamed = new Set(totals);
  return widest(totals.map((index) => texts[index] ?? "")) + 6 <= room ? (index) => isNamed.has(index) : undefined;
}

type NameFrame = Pick<ReturnType<typeof frameOf>, "labels" | "named" | "length" | "left">;

function nameLabels(plan: Plan, { labels, named, length, left }: NameFrame) {
  const { theme } = plan.input;
  if (length !== undefined) {
    const at = (index: number) => left + (index + 0.5) * labels.width;
    const formatter = (name: string, index: number) => cutRotated(name, { length, at: at(index) });
    return { ...axisText(theme), margin: 8, rotate: 45, interval: 0, formatter };
  }
  if (!named) return { ...bandLabels(labels, theme), showMaxLabel: keepsTotal(plan, labels) || null };
  const isInside = widest(labels.texts.slice(-1)) <= labels.width + 20;
  return { ...axisText(theme), margin: 8, interval: named, ...(isInside ? {} : { alignMaxLabel: "right" }) };
}

function keepsTotal({ input }: Plan, { texts, width }: { texts: readonly string[]; width: number }): boolean {
  return input.formData.show_total && widest(texts.slice(-1)) <= width + 20;
}

const hasNegative = ({ scale }: Plan) => scale.min < 0;

interface Api {
  value(dimension: number): number;
  coord(point: [number, number]): [number, number];
  size(extent: [number, number]): [number, number];
}

function bar(plan: Plan, api: Api): Record<string, unknown> {
  const index = api.value(0);
  const step = plan.steps[index];
  if (!step) return { type: "group", children: [] };
  const { theme } = plan.input;
  const [center, start] = api.coord([index, step.from]);
  const [, end] = api.coord([index, step.to]);
  const [band] = api.size([1, 0]);
  const width = Math.min(Math.max(64, plan.input.width / 10), Math.max(1, band * 0.68));
  const next = plan.steps[index + 1];
  const isLinked = next !== undefined && (next.from === step.to || next.to === step.to) && step.kind !== "total";
  const children: Record<string, unknown>[] = [
    {
      type: "rect",
      shape: {
        x: center - width / 2,
        y: Math.min(start, end),
        width,
        height: Math.max(1, Math.abs(end - start)),
        r: width > 8 ? 2 : 0,
      },
      style: { fill: plan.colors[step.kind] },
    },
  ];
  if (isLinked) {
    const shape = { x1: center + width / 2, x2: center + band - width / 2, y1: end, y2: end };
    children.push({ type: "line", silent: true, shape, style: { stroke: theme.textQuaternary, lineWidth: 1 } });
  }
  const text = plan.valueTexts.find(({ width: needed }) => needed + 4 <= band)?.texts[index];
  if (text !== undefined) children.push(valueText(plan, step, { text, center, y: end }));
  return { type: "group", children };
}

function valueText(plan: Plan, step: Step, at: { text: string; center: number; y: number }): Record<string, unknown> {
  const isBelow = step.to < step.from;
  return {
    type: "text",
    silent: true,
    style: {
      text: at.text,
      x: at.center,
      y: at.y + (isBelow ? 4 : -4),
      align: "center",
      verticalAlign: isBelow ? "top" : "bottom",
      fill: plan.input.theme.textSecondary,
      font: `600 11px ${plan.input.theme.fontFamily}`,
    },
  };
}

/** Not clickable: hiding steps would make the remaining bars meaningless. */
function legend({ input, names, colors, steps }: Plan): Record<string, unknown>[] {
  const { theme } = input;
  let x = 0;
  return KINDS.filter((kind) => steps.some((step) => step.kind === kind)).flatMap((kind) => {
    const at = x;
    x += widest([names[kind]]) + 30;
    return [
      { type: "circle", silent: true, shape: { cx: at + 4, cy: 8, r: 4 }, style: { fill: colors[kind] } },
      {
        type: "text",
        silent: true,
        x: at + 13,
        y: 8,
        style: {
          text: names[kind],
          fill: theme.textSecondary,
          font: `11px ${theme.fontFamily}`,
          verticalAlign: "middle",
        },
      },
    ];
  });
}

function summaryOf({ input, steps, full }: Plan): string {
  const metric = input.formData.metric ? verboseName(metricLabel(input.formData.metric), input.dataset) : "";
  const changes = steps.filter((step) => step.kind !== "total");
  if (changes.length === 0) return t("Waterfall chart: {metric}, no values.", { metric });
  const ends = endsText(changes, {
    valueIn: ({ value }) => value,
    say: ({ value, name }) => `${full(value)} (${name})`,
    write: full,
  });
  const whole = t("Waterfall chart: {metric}, {count, plural, one {# step} other {# steps}}; {ends}.", {
    metric,
    count: changes.length,
    ends,
  });
  if (input.formData.groupby) return whole;
  return `${whole} ${t("Total: {value}.", { value: full(changes.at(-1)?.to ?? 0) })}`;
}
