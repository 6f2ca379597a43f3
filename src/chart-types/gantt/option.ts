import { timeTicks } from "../../chart-kit/axes/time-ticks.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnLayers, hasManyShapes } from "../../chart-kit/echart/many-shapes.ts";
import type { Shape } from "../../chart-kit/echart/shapes.ts";
import { SMART_DATE, timeFormatter } from "../../chart-kit/format/time-format.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import { textWidth, widest } from "../../chart-kit/text-width.ts";
import { queriedAt } from "../../chart-kit/timeseries/unfinished.ts";
import { clockOf, type GanttBar, type GanttLine } from "./bars.ts";
import type { GanttForm } from "./schema.ts";
import type { Plan } from "./transform.ts";

type Option = Record<string, unknown>;

const AXIS = 24;
const TITLE = 18;
const DAY = 86_400_000;

function frameOf({ input, groups, lines, height }: Plan) {
  const { formData: form, width } = input;
  const density = densityOf(width, height);
  const isBare = density === "bare" || density === "figure";
  const { xTitle, yTitle, xRoom, yRoom } = titlesOf(form, density === "full");
  const hasLegend = groups.length > 1 && form.show_legend && height >= 180 && !isBare;
  const names = groups.map((group) => group.name);
  const legend = hasLegend
    ? legendMargins(names, { ...form, width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const longest =
    widest(
      lines.map((line) => nameOf(line, hasLegend)),
      12,
    ) + 4;
  const labelWidth = isBare ? 0 : Math.min(width * 0.32, 200, longest);
  const grid = {
    left: Math.ceil(labelWidth) + (isBare ? 4 : 10) + legend.left + yRoom,
    right: 18 + legend.right,
    top: 6 + legend.top,
    bottom: (isBare ? 4 : AXIS) + legend.bottom + xRoom + (form.zoomable ? 40 : 0),
  };
  const plot = {
    width: Math.max(1, width - grid.left - grid.right),
    height: Math.max(1, height - grid.top - grid.bottom),
  };
  return { isBare, xTitle, yTitle, hasLegend, names, labelWidth, grid, plot };
}

function nameOf({ category, label }: GanttLine, hasLegend: boolean): string {
  return hasLegend || category === label ? category : `${category}, ${label}`;
}

function titlesOf(form: GanttForm, isShown: boolean) {
  const [xTitle, yTitle] = isShown ? [form.x_axis_title, form.y_axis_title] : [];
  return {
    xTitle,
    yTitle,
    xRoom: xTitle ? TITLE + form.x_axis_title_margin : 0,
    yRoom: yTitle ? TITLE + form.y_axis_title_margin : 0,
  };
}

export function drawnOf(plan: Plan): Pick<EChartSpec, "option" | "bitmaps"> {
  const frame = frameOf(plan);
  const bitmap = plan.input.formData.zoomable ? undefined : manyBars(plan, frame);
  const series = bitmap?.series ?? plan.groups.map((group) => seriesOf(plan, group));
  return { option: { ...axesOf(plan, frame), series }, ...(bitmap?.bitmaps ? { bitmaps: bitmap.bitmaps } : {}) };
}

function axesOf(plan: Plan, frame: ReturnType<typeof frameOf>): Option {
  const { input, lines } = plan;
  const { formData: form, theme } = input;
  const { isBare, xTitle, yTitle, hasLegend, names, labelWidth, grid, plot } = frame;
  const style = { nameLocation: "middle", nameTextStyle: axisText(theme) };
  const xName = { name: xTitle, nameGap: 26 + form.x_axis_title_margin, ...style };
  const yName = { name: yTitle, nameGap: labelWidth + 14 + form.y_axis_title_margin, ...style };
  return {
    grid: { ...grid, outerBoundsMode: "none" },
    ...(hasLegend ? { legend: legendOption(names, { ...form, width: input.width, height: plan.height }, theme) } : {}),
    xAxis: { ...timeAxis(plan, plot.width, isBare), ...(xTitle ? xName : {}) },
    yAxis: {
      ...lineAxis(plan, { labelWidth, band: plot.height / Math.max(1, lines.length), isBare, hasLegend }),
      ...(yTitle ? yName : {}),
    },
    ...(form.zoomable && !isBare ? { dataZoom: zoom(plan, grid) } : {}),
  };
}

type Group = Plan["groups"][number];

function seriesOf(plan: Plan, group: Group): Option {
  return {
    type: "custom",
    name: group.name,
    itemStyle: { color: seriesColor(group, plan) },
    cursor: "pointer",
    data: group.bars.map((bar, index) => [bar.from, bar.line, bar.to, index]),
    encode: { x: [0, 2], y: 1 },
    renderItem: (params: Params, api: Api) => drawn(plan, group, { params, api }),
  };
}

const seriesColor = (group: Group, plan: Plan) => (isFaded(group, plan) ? plan.input.theme.muted : group.color);

function manyBars(plan: Plan, { grid, plot }: ReturnType<typeof frameOf>) {
  const { groups, lines, input, height } = plan;
  const [begin, end] = rangeOf(plan);
  const across = (at: number) => grid.left + ((at - begin) / (end - begin)) * plot.width;
  const band = plot.height / Math.max(1, lines.length);
  const layers = groups.map((group) => ({
    name: group.name,
    shapes: group.bars.map((bar): Shape => {
      const at = { left: across(bar.from), right: across(bar.to), y: grid.top + (bar.line + 0.5) * band, band };
      return { type: "rect", ...shapeOf(at, { x: grid.left, width: plot.width }), ...styleOf(plan, group, bar) };
    }),
  }));
  if (!hasManyShapes(layers)) return undefined;
  const { series, bitmaps } = drawnLayers(layers, {
    theme: input.theme,
    width: input.width,
    height,
    isClickable: true,
  });
  const colored = series.map((one, i) => {
    const group = groups[i];
    return group ? { ...one, itemStyle: { color: seriesColor(group, plan) } } : one;
  });
  return { series: colored, bitmaps };
}

function isFaded({ bars }: Group, { isSelected }: Plan): boolean {
  return isSelected !== undefined && !bars.some(isSelected);
}

function timeAxis(plan: Plan, width: number, isBare: boolean): Option {
  const { bars, input } = plan;
  const { theme, formData: form } = input;
  const [from, to] = rangeOf(plan);
  const isPlain = !form.x_axis_time_format || form.x_axis_time_format === SMART_DATE;
  const write = timeFormatter(form.x_axis_time_format);
  const perLabel = isPlain ? 46 : textWidth(write(to)) + 16;
  const ticks = timeTicks([from, to], Math.max(1, Math.min(12, Math.floor(width / perLabel))), {
    now: queriedAt(input.results),
  });
  const texts = new Map(ticks.map((tick) => [tick.at, isPlain ? tick.text : write(tick.at)]));
  const own = form.zoomable ? {} : { customValues: ticks.map((tick) => tick.at) };
  return {
    type: "time",
    min: from,
    max: to,
    show: !isBare && bars.length > 0,
    axisLine: { show: true, lineStyle: { color: theme.axisLine } },
    axisTick: { show: false, ...own },
    splitLine: { show: !isBare, lineStyle: { color: theme.split } },
    axisLabel: {
      ...axisText(theme),
      margin: 8,
      hideOverlap: true,
      ...own,
      ...(form.zoomable ? {} : { formatter: (at: number) => texts.get(at) ?? write(at) }),
    },
  };
}

function rangeOf({ bars, input }: Plan): [number, number] {
  const from = bars.reduce((least, bar) => Math.min(least, bar.from), Number.POSITIVE_INFINITY);
  const to = bars.reduce((most, bar) => Math.max(most, bar.to), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(from)) return [0, DAY];
  const [first, last] = (input.formData.x_axis_time_bounds ?? []).map((text) => (text ? clockOf(text) : undefined));
  const begin = first === undefined ? from : Math.floor(from / DAY) * DAY + first;
  const end = last === undefined ? to : Math.floor(to / DAY) * DAY + last;
  return end > begin ? [begin, end] : [from, Math.max(to, from + 60_000)];
}

interface LineLabels {
  labelWidth: number;
  band: number;
  isBare: boolean;
  hasLegend: boolean;
}

const LABEL_LINE = 13;
const MIN_SPLIT = 5;

function namedLines({ lines, isSplit }: Plan, { band, hasLegend }: LineLabels): Set<number> {
  const named = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  lines.forEach((line, index) => {
    if ((isSplit && hasLegend && !line.isFirst) || (index - last) * band < LABEL_LINE) return;
    named.add(index);
    last = index;
  });
  return named;
}

function lineAxis(plan: Plan, at: LineLabels): Option {
  const { lines, input, isSplit } = plan;
  const { theme } = input;
  const named = namedLines(plan, at);
  return {
    type: "category",
    inverse: true,
    data: lines.map((line) => nameOf(line, at.hasLegend)),
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: {
      show: isSplit && !at.isBare && at.band >= MIN_SPLIT,
      interval: (index: number) => lines[index]?.isFirst === true,
      lineStyle: { color: theme.border },
    },
    axisLabel: {
      ...axisText(theme),
      color: theme.textSecondary,
      fontSize: 12,
      margin: 8,
      show: !at.isBare,
      width: at.labelWidth,
      overflow: "truncate",
      interval: (index: number) => named.has(index),
    },
  };
}

interface Params {
  coordSys: { x: number; y: number; width: number; height: number };
}
interface Api {
  value(dimension: number): number;
  coord(point: [number, number]): [number, number];
  size(extent: [number, number]): [number, number];
}

function drawn(plan: Plan, group: Group, { params, api }: { params: Params; api: Api }): Option {
  const bar: GanttBar | undefined = group.bars[api.value(3)];
  const [left, y] = api.coord([api.value(0), api.value(1)]);
  const [right] = api.coord([api.value(2), api.value(1)]);
  const [, band] = api.size([0, 1]);
  const { fill, opacity, stroke, lineWidth } = styleOf(plan, group, bar);
  return {
    type: "rect",
    ...shapeOf({ left, right, y, band }, params.coordSys),
    style: { fill, opacity, stroke, lineWidth },
  };
}

const HIDDEN = { x: -9, y: -9, width: 0, height: 0 };

function shapeOf(
  { left, right, y, band }: { left: number; right: number; y: number; band: number },
  { x, width }: { x: number; width: number },
) {
  const thickness = Math.min(Math.max(24, Math.min(40, band * 0.4)), Math.max(2, band * 0.62));
  const start = Math.max(left, x);
  const end = Math.min(Math.max(right, left + 2), x + width);
  if (end <= x || start >= x + width) return { ignore: true, shape: HIDDEN };
  const across = Math.max(2, end - start);
  return {
    ignore: false,
    shape: { x: start, y: y - thickness / 2, width: across, height: thickness, r: Math.min(3, thickness / 4) },
  };
}

function styleOf({ isSelected, input }: Plan, group: Group, bar: GanttBar | undefined) {
  const isMuted = isSelected !== undefined && bar !== undefined && !isSelected(bar);
  return {
    fill: isMuted ? input.theme.muted : group.color,
    opacity: 0.88,
    stroke: input.theme.background,
    lineWidth: 0.75,
  };
}

function zoom({ input }: Plan, grid: { left: number; right: number }): Option[] {
  const { theme } = input;
  return [
    { type: "inside", xAxisIndex: 0, filterMode: "weakFilter", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
    {
      type: "slider",
      xAxisIndex: 0,
      filterMode: "weakFilter",
      bottom: 8,
      height: 18,
      left: grid.left,
      right: grid.right,
      borderColor: theme.border,
      fillerColor: `${theme.focus}22`,
      handleStyle: { color: theme.background, borderColor: theme.focus },
      textStyle: { color: theme.textTertiary, fontSize: 11 },
      showDetail: false,
      brushSelect: false,
    },
  ];
}
