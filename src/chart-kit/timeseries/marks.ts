import { blend } from "../colors/shade.ts";
import { axisText } from "../echart/base-option.ts";
import { SVG_MARKS } from "../echart/echart-spec.ts";
import { isolatedPoints } from "../echart/isolated-points.ts";
import { seriesColor } from "./end-labels.ts";
import { forecastBands, forecastLines } from "./forecast-series.ts";
import { layerSeries } from "./layer-series.ts";
import { figureText, hasLastValue } from "./layout.ts";
import type { Layout, Plan, PlannedSeries } from "./plan.ts";
import { streamBaseline } from "./stack.ts";
import { UNFINISHED_OPACITY, unfinishedGaps } from "./unfinished.ts";
import { valueLabel } from "./value-labels.ts";

type Option = Record<string, unknown>;

/**
 * Order: a stream's invisible base, the planned series, their forecast lines (which count as their series), then
 * decoration.
 */
export function marks(plan: Plan, layout: Layout): Option[] {
  const series = plan.series.map((one) => seriesOption(plan, layout, one));
  const own = plan.stack === "stream" ? [floor(plan), ...series] : series;
  return [
    ...own,
    ...forecastLines(plan),
    ...forecastBands(plan),
    ...formulaSeries(plan),
    ...layerSeries(plan),
    ...unfinishedGaps(plan),
  ];
}

export function seriesOffset(plan: Plan): number {
  return plan.stack === "stream" ? 1 : 0;
}

function seriesOption(plan: Plan, layout: Layout, series: PlannedSeries): Option {
  const shared = {
    name: series.label,
    ...(hasManyPoints(plan) ? numbers(plan, series) : { data: points(plan, series) }),
    ...(series.stackName
      ? { stack: series.stackName, stackStrategy: plan.stack === "stream" ? "all" : "samesign" }
      : {}),
    z: series.isSelected ? 3 : 2,
    cursor: plan.filterBy ? "pointer" : "default",
    label: valueLabel(plan, layout, series),
    labelLayout: plan.isHorizontal ? undefined : { hideOverlap: true },
  };
  if (plan.kind.mark === "bar") return { ...shared, ...bar(plan, series) };
  if (plan.kind.mark === "scatter") return { ...shared, ...scatter(plan, series), ...manyPoints(plan, series) };
  return { ...shared, ...line(plan, series) };
}

function points(plan: Plan, series: PlannedSeries): unknown[] {
  const { frame, form } = plan;
  const drawn = form.logAxis ? series.drawn.map((value) => (value !== null && value > 0 ? value : null)) : series.drawn;
  return drawn.map((value, i) => {
    const at = frame.xKind === "category" ? value : plan.isHorizontal ? [value, frame.x[i]] : [frame.x[i], value];
    const color = pointColor(plan, i);
    const isPale = plan.kind.mark === "bar" && plan.unfinished.has(i);
    if (!color && !isPale) return at;
    return { value: at, itemStyle: { ...(color && { color }), ...(isPale && { opacity: UNFINISHED_OPACITY }) } };
  });
}

function pointColor(plan: Plan, index: number): string | undefined {
  const { selectedPoints, categoryColors, theme, filterBy } = plan;
  if (selectedPoints && !selectedPoints[index]) return theme.muted;
  if (selectedPoints) return filterBy === "points" ? theme.focus : undefined;
  return categoryColors?.[index];
}

function bar(plan: Plan, series: PlannedSeries): Option {
  const color = seriesColor(plan, series);
  const isStacked = series.stackName !== undefined;
  const isDense = plan.frame.x.length > 60;
  const radius = isStacked || isDense ? 0 : plan.isHorizontal ? [0, 2, 2, 0] : [2, 2, 0, 0];
  return {
    type: "bar",
    ...gaps(plan, isDense),
    barMaxWidth: plan.isHorizontal ? thickest(plan) : 64,
    barMinHeight: 1,
    itemStyle: {
      color,
      borderRadius: radius,
      opacity: series.shift ? 0.5 : 1,
      ...(isStacked ? { borderColor: plan.theme.background, borderWidth: isDense ? 0 : 0.5 } : {}),
    },
    emphasis: { focus: plan.series.length > 1 ? "series" : "none", itemStyle: { color: "inherit" } },
    blur: { itemStyle: { opacity: 0.3 } },
    ...(isOneShape(plan, series) ? oneShape(plan, series) : {}),
  };
}

function gaps({ barFit, isHorizontal }: Plan, isDense: boolean): Option {
  if (barFit === "thin") return { barCategoryGap: "20%", barGap: 0 };
  return { barCategoryGap: isHorizontal ? "34%" : isDense ? "16%" : "36%", barGap: "8%" };
}

const thickest = ({ height, frame }: Plan) => Math.max(28, Math.min(48, (height / Math.max(1, frame.x.length)) * 0.5));

const HAIRLINE = 2;
const FEW_BARS = 200;

function isOneShape(plan: Plan, { drawn, stackName }: PlannedSeries): boolean {
  const { frame, form } = plan;
  const length = plan.isHorizontal ? plan.height : plan.width;
  if (frame.x.length < Math.max(FEW_BARS, length / HAIRLINE)) return false;
  if (form.show_value || plan.selectedPoints || plan.categoryColors) return false;
  // Missing values have no height in a stack.
  if (stackName !== undefined) return !form.logAxis && plan.series.every((other) => other.stackName === stackName);
  return plan.series.length === 1 && drawn.every((value) => value !== null && (!form.logAxis || value > 0));
}

function oneShape({ frame, isHorizontal }: Plan, { drawn, stackName }: PlannedSeries): Option {
  // Sampled bars cover the width of dropped ones; a low bar must stay visible beside a high one.
  const width = frame.sampledFrom === undefined ? {} : { barMinWidth: stackName === undefined ? 1 : HAIRLINE };
  const option = { large: true, largeThreshold: 0, progressive: 0, barCategoryGap: 0, ...width };
  if (stackName === undefined) return option;
  const at = (value: number, i: number) =>
    frame.xKind === "category" ? value : isHorizontal ? [value, frame.x[i]] : [frame.x[i], value];
  return { ...option, barMinHeight: 0, data: drawn.map((value, i) => at(value ?? 0, i)) };
}

const MANY_POINTS = 10_000;
const DENSE_MARKER_SIZE = 3;

function manyPoints(plan: Plan, { drawn }: PlannedSeries): Option {
  const { form } = plan;
  if (!hasManyPoints(plan) || form.show_value) return {};
  const symbolSize = drawn.length > MANY_POINTS ? Math.min(DENSE_MARKER_SIZE, form.markerSize) : form.markerSize;
  return { symbolSize, large: true, largeThreshold: 0, progressive: 0 };
}

const hasManyPoints = ({ kind, frame, series }: Plan) =>
  kind.mark !== "bar" && frame.xKind !== "category" && frame.x.length * series.length > SVG_MARKS;

function numbers({ frame, form }: Plan, { drawn }: PlannedSeries): Option {
  const data = new Float64Array(drawn.length * 2);
  drawn.forEach((value, i) => {
    data[2 * i] = Number(frame.x[i] ?? Number.NaN);
    data[2 * i + 1] = value === null || (form.logAxis && value <= 0) ? Number.NaN : value;
  });
  return { data, dimensions: ["x", "y"] };
}

function scatter(plan: Plan, series: PlannedSeries): Option {
  return {
    type: "scatter",
    ...layerOf(plan, series).layer,
    symbolSize: plan.form.markerSize,
    itemStyle: {
      color: seriesColor(plan, series),
      opacity: scatterOpacity(plan, series),
      borderColor: plan.theme.background,
      borderWidth: isSparse(plan) ? 1 : 0.5,
    },
    emphasis: { focus: plan.series.length > 1 ? "series" : "none", scale: 1.2 },
    blur: { itemStyle: { opacity: 0.12 } },
  };
}

const SPARSE = 100;
const isSparse = ({ frame, series }: Plan) => frame.x.length * series.length <= SPARSE;

function scatterOpacity(plan: Plan, series: PlannedSeries): number {
  const { isSelected, isFocus } = series;
  if (isSparse(plan)) return 1;
  if (layerOf(plan, series) === BACKGROUND) return BACKGROUND.pale.opacity;
  if (isSelected || !isFocus) return 0.9;
  return plan.theme.mode === "dark" ? 0.75 : 0.55;
}

function line(plan: Plan, series: PlannedSeries): Option {
  const { form, theme } = plan;
  const color = seriesColor(plan, series);
  const isHighlighted = plan.series.length === 1 || series.isSelected;
  const { layer, pale } = layerOf(plan, series);
  return {
    type: "line",
    ...layer,
    ...curve(plan),
    ...sampling(series),
    ...(series.forecast ? observed(plan) : symbols(plan, series)),
    triggerEvent: plan.filterBy === "series",
    connectNulls: false,
    itemStyle: {
      color,
      borderColor: theme.background,
      borderWidth: form.markerEnabled || series.forecast ? 0 : 1.5,
      ...pale,
    },
    lineStyle: {
      color,
      width: series.forecast ? 0 : isHighlighted ? 2 : 1.5,
      type: series.shift ? [4, 3] : "solid",
      cap: "round",
      join: "round",
      ...pale,
    },
    ...(hasArea(plan) ? { areaStyle: { color, opacity: areaOpacity(plan) } } : {}),
    ...paleLayer(plan, series),
    emphasis: {
      focus: plan.series.length > 1 ? "series" : "none",
      lineStyle: { width: series.forecast ? 0 : 2 },
    },
    blur: { lineStyle: { opacity: 0.25 }, ...(hasArea(plan) ? { areaStyle: { opacity: areaOpacity(plan) / 3 } } : {}) },
  };
}

const MANY_LINES = 40;

const BACKGROUND = { layer: { z: 1 }, pale: { opacity: 0.25 } };
const FOREGROUND = { layer: {}, pale: {} };

const isColorless = ({ theme }: Plan, { color, isSelected }: PlannedSeries) => color === theme.others && !isSelected;

/** Many series without a color of their own would cover the others. */
function layerOf(plan: Plan, series: PlannedSeries): typeof BACKGROUND | typeof FOREGROUND {
  const isCrowd = plan.series.length > MANY_LINES && plan.stack === "none" && !hasArea(plan);
  return isCrowd && isColorless(plan, series) ? BACKGROUND : FOREGROUND;
}

const FEW_COLORLESS = 3;
const PALE = { light: [0.55, 0.68], dark: [0.3, 0.45] } as const;

/** Without lines, which would add up to a block, and opaque, as thin areas overlap: neighbors differ in shade. */
function paleLayer(plan: Plan, series: PlannedSeries): Option {
  const isStacked = series.stackName !== undefined && hasArea(plan);
  if (!isStacked || !isColorless(plan, series)) return {};
  const colorless = plan.series.filter((other) => isColorless(plan, other));
  if (colorless.length <= FEW_COLORLESS) return {};
  const [first, second] = PALE[plan.theme.mode];
  const shade = colorless.indexOf(series) % 2 === 0 ? first : second;
  const color = blend(series.color, plan.theme.background, shade);
  return { lineStyle: { color, width: 0 }, areaStyle: { color, opacity: 1 } };
}

function hasArea(plan: Plan): boolean {
  return plan.kind.mark === "area" || plan.form.area || plan.stack === "stream";
}

function areaOpacity(plan: Plan): number {
  return plan.stack === "none" ? plan.form.opacity : Math.min(1, plan.form.opacity + 0.35);
}

const sampling = ({ stackName }: PlannedSeries): Option => (stackName ? {} : { sampling: "minmax" });

const SMOOTH: Option = { smooth: true, smoothMonotone: "x" };
const STEPS: readonly string[] = ["start", "middle", "end"];

function curve(plan: Plan): Option {
  const { kind, form } = plan;
  if (kind.curve === "smooth") return SMOOTH;
  if (kind.curve === "step") return { step: STEPS.includes(form.seriesType) ? form.seriesType : "start" };
  if (kind.mark !== "area" || form.seriesType === "line") return {};
  return form.seriesType === "smooth" ? SMOOTH : { step: form.seriesType };
}

function symbols(plan: Plan, series: PlannedSeries): Option {
  const { form } = plan;
  if (form.markerEnabled) return { showSymbol: true, symbol: "circle", symbolSize: form.markerSize };
  return isolatedPoints(series.drawn) ?? { showSymbol: form.show_value, symbol: "circle", symbolSize: 6 };
}

function observed(plan: Plan): Option {
  const { form, frame, width } = plan;
  const isDense = frame.x.length > width / 5;
  return { showSymbol: true, symbol: "circle", symbolSize: form.markerEnabled ? form.markerSize : isDense ? 3 : 4.5 };
}

function floor(plan: Plan): Option {
  const baseline = streamBaseline(
    plan.series.map((series) => series.drawn),
    plan.frame.x.length,
  );
  return {
    type: "line",
    name: "",
    stack: plan.series[0]?.stackName,
    stackStrategy: "all",
    silent: true,
    symbol: "none",
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
    data: baseline.map((value, i) => (plan.frame.xKind === "category" ? value : [plan.frame.x[i], value])),
  };
}

export function figure(plan: Plan, layout: Layout): Option[] {
  const isAlone = plan.density === "figure";
  const text = figureText(plan);
  const isShown = isAlone || (plan.density === "bare" && hasLastValue(plan));
  if (!text || !isShown) return [];
  const size = isAlone
    ? Math.max(14, Math.min(28, plan.height * 0.5, plan.width / Math.max(1, text.length * 0.62)))
    : 12;
  return [
    {
      type: "text",
      silent: true,
      x: isAlone ? plan.width / 2 : plan.width - 4,
      y: isAlone ? plan.height / 2 : layout.grid.top + layout.plotHeight / 2,
      style: {
        text,
        fill: plan.theme.text,
        font: `${isAlone ? 500 : 600} ${size}px ${axisText(plan.theme).fontFamily}`,
        textAlign: isAlone ? "center" : "right",
        textVerticalAlign: "middle",
      },
    },
  ];
}

const NAMES_Z = 6;

function formulaSeries(plan: Plan): Option[] {
  const lines = plan.formulas.map((formula): Option => ({ ...lineOf(plan, formula), z: 1, lineStyle: formula.style }));
  const named = plan.formulas.filter(({ name, showLabel }) => showLabel && name !== "");
  return [...lines, ...named.map((formula) => nameOf(plan, formula))];
}

function lineOf({ frame, isHorizontal }: Plan, { name, values }: Plan["formulas"][number]): Option {
  return {
    type: "line",
    name,
    silent: true,
    symbol: "none",
    tooltip: { show: false },
    data: values.map((value, i) => {
      if (isHorizontal) return [value, frame.xKind === "category" ? i : frame.x[i]];
      return frame.xKind === "category" ? value : [frame.x[i], value];
    }),
  };
}

function nameOf(plan: Plan, formula: Plan["formulas"][number]): Option {
  const { theme } = plan;
  return {
    ...lineOf(plan, formula),
    z: NAMES_Z,
    lineStyle: { opacity: 0 },
    endLabel: {
      show: true,
      formatter: () => formula.name,
      color: theme.textTertiary,
      fontSize: 11,
      align: "right",
      verticalAlign: "bottom",
      offset: [-8, -2],
      textBorderColor: theme.background,
      textBorderWidth: 3,
    },
  };
}
