import { densityOf } from "../../chart-kit/density.ts";
import { legendOption } from "../../chart-kit/legend.ts";
import { widest } from "../../chart-kit/text-width.ts";
import type { Bin, BinSeries } from "./bins.ts";
import type { Plan } from "./transform.ts";

/** Part of a bin's width that stays free. */
const GAP = 0.12;
const LABEL_ROOM = 14;
const TITLE_HEIGHT = 18;

/** Bars between their edges on a number axis: ECharts' own bars only know categories. */
export function optionOf(plan: Plan): Record<string, unknown> {
  const { input, bins, series, scale, writer, title } = plan;
  const { theme, width, height, formData } = input;
  const density = densityOf(width, height);
  const isBare = density === "bare" || density === "figure";
  const edges = edgesOf(bins);
  const hasTitle = density === "full" && title !== "";
  const hasLegend = series.length > 1 && formData.show_legend !== false && !isBare;
  const yLabels = scale.ticks.map(writer.tick);
  const left = isBare ? 0 : Math.ceil(widest(yLabels)) + 10 + (hasTitle && formData.y_axis_title ? TITLE_HEIGHT : 0);
  const label = { show: !isBare, color: theme.textTertiary, fontSize: 11, fontFamily: theme.fontFamily };
  const name = { nameTextStyle: { color: theme.textTertiary, fontSize: 11 }, nameLocation: "middle" };
  return {
    grid: {
      left,
      right: 12,
      top: (hasLegend ? 26 : 8) + (formData.show_value ? 14 : 0),
      bottom: isBare ? 2 : 22 + (hasTitle ? TITLE_HEIGHT : 0),
    },
    ...(hasLegend
      ? {
          legend: legendOption(
            series.map((one) => one.name),
            LEGEND,
            theme,
          ),
        }
      : {}),
    xAxis: {
      type: "value",
      min: edges[0],
      max: edges.at(-1),
      splitLine: { show: false },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.axisLine } },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        margin: 6,
        customValues: labelledEdges(edges, writer.edge, width - left - 12),
        formatter: writer.edge,
        hideOverlap: true,
      },
      ...(hasTitle ? { name: title, nameGap: 24, ...name } : {}),
    },
    yAxis: {
      type: "value",
      min: scale.min,
      max: scale.max,
      interval: scale.interval,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: !isBare, lineStyle: { color: theme.split } },
      axisLabel: { ...label, margin: 8, formatter: writer.tick },
      ...(hasTitle && formData.y_axis_title ? { name: formData.y_axis_title, nameGap: left - 12, ...name } : {}),
    },
    series: series.map((one, index) => seriesOption(one, index, plan)),
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

/** Every edge where the labels fit, else every second, third, ... so that all kept ones have room. */
export function labelledEdges(edges: readonly number[], write: (edge: number) => string, width: number): number[] {
  const needed = widest(edges.map(write)) + LABEL_ROOM;
  const room = width / Math.max(1, edges.length - 1);
  const step = Math.max(1, Math.ceil(needed / Math.max(1, room)));
  return edges.filter((_, index) => index % step === 0);
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
    renderItem: (_params: unknown, api: CustomApi) => bar(api, { index, of: series.length }),
    ...(formData.show_value
      ? {
          label: {
            show: true,
            position: "top",
            color: theme.textSecondary,
            fontSize: 11,
            formatter: ({ value }: { value: number[] }) => (value[2] ? writer.count(value[2]) : ""),
          },
        }
      : {}),
  };
}

/** One series without groups: its scheme's first colour. */
function singleColor({ input, title }: Plan): string {
  return input.formData.color_scheme && input.formData.color_scheme !== "tessera"
    ? input.colorOf(title)
    : input.theme.focus;
}

interface CustomApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
  visual(key: string): string;
  style(): Record<string, unknown>;
}

/** Bars of several groups share their bin side by side. */
function bar(api: CustomApi, { index, of }: { index: number; of: number }) {
  const [left, top] = api.coord([api.value(0), api.value(2)]);
  const [right, bottom] = api.coord([api.value(1), 0]);
  const inside = (right - left) * (1 - GAP);
  const width = Math.max(1, inside / of);
  const x = left + (right - left - inside) / 2 + index * (inside / of);
  const height = Math.max(0, bottom - top);
  const radius = Math.min(2, width / 2, height);
  return {
    type: "rect",
    shape: { x, y: top, width, height, r: [radius, radius, 0, 0] },
    style: { fill: api.visual("color") },
  };
}
