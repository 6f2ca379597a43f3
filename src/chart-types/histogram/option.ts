import { niceScale } from "../../chart-kit/axes/nice-scale.ts";
import type { Bin } from "../../chart-kit/bin-name.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText } from "../../chart-kit/echart/base-option.ts";
import { tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { legendOption } from "../../chart-kit/legend/legend.ts";
import { widest } from "../../chart-kit/text-width.ts";
import type { BinSeries } from "./bins.ts";
import type { Plan } from "./transform.ts";

const GAP = 0.12;
const LABEL_ROOM = 14;
const TICK_ROOM = 56;
const TITLE_HEIGHT = 18;
const RIGHT = 12;

interface Frame {
  isBare: boolean;
  hasTitles: boolean;
  hasLegend: boolean;
  left: number;
}

function frameOf({ input, series, scale, writer }: Plan): Frame {
  const { width, height, formData } = input;
  const density = densityOf(width, height);
  const isBare = density === "bare" || density === "figure";
  const hasTitles = density === "full";
  const labels = Math.ceil(widest(scale.ticks.map(tickFormatter(writer.tick, scale.ticks)))) + 10;
  return {
    isBare,
    hasTitles,
    hasLegend: series.length > 1 && formData.show_legend !== false && !isBare,
    left: isBare ? 0 : labels + (hasTitles && formData.y_axis_title ? TITLE_HEIGHT : 0),
  };
}

/** Bars between bin edges on a numeric axis; ECharts' bars only support categories. */
export function optionOf(plan: Plan): Record<string, unknown> {
  const { input, series, title } = plan;
  const { theme, formData } = input;
  const frame = frameOf(plan);
  const titleStyle = { nameTextStyle: { color: theme.textTertiary, fontSize: 11 }, nameLocation: "middle" };
  const names = series.map((one) => one.name);
  return {
    grid: {
      left: frame.left,
      right: RIGHT,
      top: (frame.hasLegend ? 26 : 8) + (formData.show_value ? 14 : 0),
      bottom: frame.isBare ? 2 : 22 + (frame.hasTitles ? TITLE_HEIGHT : 0),
    },
    ...(frame.hasLegend
      ? { legend: legendOption(names, { ...LEGEND, width: input.width, height: input.height }, theme) }
      : {}),
    xAxis: { ...xAxis(plan, frame), ...(frame.hasTitles ? { name: title, nameGap: 24, ...titleStyle } : {}) },
    yAxis: {
      ...yAxis(plan, frame),
      ...(frame.hasTitles && formData.y_axis_title
        ? { name: formData.y_axis_title, nameGap: frame.left - 12, ...titleStyle }
        : {}),
    },
    series: series.map((one, index) => seriesOption(one, index, plan)),
  };
}

function xAxis({ input, bins, writer }: Plan, { isBare, left }: Frame): Record<string, unknown> {
  const { theme, width } = input;
  const own = edgesOf(bins);
  // Cells of a chart grid share a range beyond their own edges.
  const { x_axis_bounds: ends } = input.formData;
  const edges = ends ?? own;
  return {
    type: "value",
    min: edges[0],
    max: edges.at(-1),
    splitLine: { show: false },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.axisLine } },
    axisTick: { show: false },
    axisLabel: {
      ...axisText(theme),
      show: !isBare,
      margin: 6,
      customValues: ends
        ? ticksBetween(ends, width - left - RIGHT)
        : labelledEdges(own, writer.edge, width - left - RIGHT),
      formatter: writer.edge,
      hideOverlap: true,
    },
  };
}

function yAxis({ input, scale, writer }: Plan, { isBare }: Frame): Record<string, unknown> {
  return {
    type: "value",
    min: scale.min,
    max: scale.max,
    interval: scale.interval,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: !isBare, lineStyle: { color: input.theme.split } },
    axisLabel: {
      ...axisText(input.theme),
      show: !isBare,
      margin: 8,
      formatter: tickFormatter(writer.tick, scale.ticks),
    },
  };
}

const LEGEND = {
  show_legend: true,
  legendType: "scroll",
  legendOrientation: "top",
  legendSort: null,
} as const;

export function edgesOf(bins: readonly Bin[]): number[] {
  const last = bins.at(-1);
  return last ? [...bins.map((bin) => bin.low), last.high] : [];
}

export function labelledEdges(edges: readonly number[], write: (edge: number) => string, width: number): number[] {
  const needed = widest(edges.map(write)) + LABEL_ROOM;
  const isRound = edges.every((edge) => Math.abs(edge * 10 - Math.round(edge * 10)) < 1e-6);
  if (isRound && needed * (edges.length - 1) <= width) return [...edges];
  return ticksBetween([edges[0] ?? 0, edges.at(-1) ?? 1], width);
}

function ticksBetween([first, last]: readonly [number, number], width: number): number[] {
  const count = Math.max(2, Math.min(6, Math.floor(width / TICK_ROOM)));
  const { ticks } = niceScale([first, last], { count, fromData: true });
  return ticks.filter((tick) => tick >= first && tick <= last);
}

function seriesOption({ name, counts }: BinSeries, index: number, plan: Plan): Record<string, unknown> {
  const { input, bins, series, writer } = plan;
  const { formData, theme } = input;
  const base = series.length > 1 ? input.colorOf(name) : singleColor(plan);
  const colorOf = (bin: Bin) => {
    if (series.length > 1 || formData.highlight_from === null || formData.highlight_from === undefined) return base;
    return bin.low >= formData.highlight_from ? theme.warm : theme.muted;
  };
  return {
    type: "custom",
    name,
    color: base,
    itemStyle: { color: base },
    encode: { x: [0, 1], y: 2 },
    data: bins.map((bin, at) => ({
      value: [bin.low, bin.high, counts[at] ?? 0],
      itemStyle: { color: colorOf(bin) },
    })),
    renderItem: (_params: unknown, api: CustomApi) =>
      bar(api, {
        index,
        of: series.length,
        label: formData.show_value ? writer.tick : undefined,
        widestLabel: widest(series.flatMap((other) => other.counts.map((count) => writer.tick(count ?? 0)))),
        ink: { color: theme.textSecondary, fontFamily: theme.fontFamily },
      }),
  };
}

function singleColor({ input, title }: Plan): string {
  return input.formData.color_scheme && input.formData.color_scheme !== "tessera"
    ? input.colorOf(title)
    : input.theme.focus;
}

interface CustomApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
  visual(key: string): string;
}

interface BarPlan {
  index: number;
  of: number;
  label?(value: number): string;
  widestLabel: number;
  ink: { color: string; fontFamily: string };
}

function bar(api: CustomApi, { index, of, label, widestLabel, ink }: BarPlan) {
  const count = api.value(2);
  const [left, top] = api.coord([api.value(0), count]);
  const [right, bottom] = api.coord([api.value(1), 0]);
  const inside = (right - left) * (1 - GAP);
  const width = Math.max(1, inside / of);
  const height = Math.max(0, bottom - top);
  const radius = Math.min(2, width / 2, height);
  const text = label && count > 0 && widestLabel <= (right - left) / of ? label(count) : "";
  return {
    type: "rect",
    shape: {
      x: left + (right - left - inside) / 2 + index * (inside / of),
      y: top,
      width,
      height,
      r: [radius, radius, 0, 0],
    },
    style: { fill: api.visual("color") },
    ...(text
      ? {
          textConfig: { position: "top", distance: 3 },
          textContent: { type: "text", style: { text, fill: ink.color, fontSize: 11, fontFamily: ink.fontFamily } },
        }
      : {}),
  };
}
