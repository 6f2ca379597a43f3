import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { EChartSpec } from "../echart/echart-spec.ts";

interface Axis {
  type?: string;
  axisLabel?: object;
}

interface Zoomable {
  grid?: Record<string, number>;
  xAxis?: Axis;
  yAxis?: Axis;
  dataZoom?: { yAxisIndex?: number }[];
}

export function withSlider(picture: EChartSpec, theme: ChartTheme): EChartSpec {
  const { grid = {}, xAxis, yAxis, dataZoom: [axis = {}, ...own] = [] } = picture.option as Zoomable;
  const isUpright = axis.yAxisIndex !== undefined;
  const { left, right, top, bottom } = grid;
  const place = isUpright ? { right: 8, width: 18, top, bottom } : { bottom: 8, height: 18, left, right };
  const inside = {
    type: "inside",
    zoomOnMouseWheel: "ctrl",
    moveOnMouseWheel: false,
    moveOnMouseMove: !isUpright,
    preventDefaultMouseMove: false,
    ...axis,
  };
  const slider = {
    type: "slider",
    ...place,
    orient: isUpright ? "vertical" : "horizontal",
    borderColor: theme.border,
    fillerColor: `${theme.focus}22`,
    handleStyle: { color: theme.background, borderColor: theme.focus },
    moveHandleStyle: { color: theme.muted },
    dataBackground: { lineStyle: { color: theme.muted }, areaStyle: { color: theme.muted, opacity: 0.4 } },
    selectedDataBackground: { lineStyle: { color: theme.focus }, areaStyle: { color: theme.focus, opacity: 0.2 } },
    textStyle: { color: theme.textTertiary, fontSize: 11 },
    showDetail: false,
    brushSelect: false,
    ...axis,
  };
  const [name, along] = isUpright ? (["yAxis", yAxis] as const) : (["xAxis", xAxis] as const);
  const dataZoom = [inside, slider, ...own];
  return { ...picture, option: { ...picture.option, ...(along ? { [name]: named(along) } : {}), dataZoom } };
}

function named(axis: Axis): Axis {
  return axis.type === "time" ? { ...axis, axisLabel: { formatter: ZOOMED_TIMES, ...axis.axisLabel } } : axis;
}

const ZOOMED_TIMES = {
  year: "{yyyy}",
  month: "{MMM}",
  day: "{d} {MMM}",
  hour: "{HH}:{mm}",
  minute: "{HH}:{mm}",
  second: "{HH}:{mm}:{ss}",
  millisecond: "{mm}:{ss}.{SSS}",
};

/** Positions of categories, times or numbers; both ends are included. */
export interface ZoomRange {
  startValue: number;
  endValue: number;
}

interface Zoomed {
  dataZoom?: { startValue?: unknown; endValue?: unknown; yAxisIndex?: unknown }[];
  series?: { data?: ArrayLike<unknown> }[];
}

export function zoomRangeIn(option: object): ZoomRange | undefined {
  const { startValue, endValue } = (option as Zoomed).dataZoom?.[0] ?? {};
  return typeof startValue === "number" && typeof endValue === "number" ? { startValue, endValue } : undefined;
}

export function withZoomRange(picture: EChartSpec, part: ZoomRange): EChartSpec {
  const { dataZoom = [] } = picture.option as Zoomed;
  return { ...picture, option: { ...picture.option, dataZoom: dataZoom.map((zoom) => ({ ...zoom, ...part })) } };
}

/** Same width, moved to include the mark; undefined when it is already visible. */
export function zoomRangeAround(
  { option }: EChartSpec,
  mark: { seriesIndex?: number; dataIndex?: number },
  part: ZoomRange | undefined,
): ZoomRange | undefined {
  if (!part || mark.dataIndex === undefined) return undefined;
  const at = positionOf(option, mark.dataIndex, mark.seriesIndex);
  const length = part.endValue - part.startValue;
  if (at < part.startValue) return { startValue: at, endValue: at + length };
  return at > part.endValue ? { startValue: at - length, endValue: at } : undefined;
}

export function positionsOf({ option }: EChartSpec): string {
  const { length = 0 } = (option as Zoomed).series?.[0]?.data ?? {};
  return [length, positionOf(option, 0), positionOf(option, length - 1)].join(" ");
}

function positionOf(option: object, index: number, seriesIndex = 0): number {
  const { series = [], dataZoom = [] } = option as Zoomed;
  const point = series[seriesIndex]?.data?.[index];
  const isUpright = dataZoom[0]?.yAxisIndex !== undefined;
  return Array.isArray(point) ? Number(point[isUpright ? 1 : 0]) : index;
}
