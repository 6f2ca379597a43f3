import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { Picture } from "../echart/picture.ts";

interface Axis {
  type?: string;
  axisLabel?: object;
}

interface Zoomable {
  grid?: Record<string, number>;
  xAxis?: Axis;
  yAxis?: Axis;
  /** The axis that zooms, and what of it is shown first. */
  dataZoom?: { yAxisIndex?: number }[];
}

/** A picture with the slider under its axis, and zooming by the wheel with Ctrl. Fingers scroll the page over bars that lie down. */
export function withSlider(picture: Picture, theme: ChartTheme): Picture {
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

/** An axis of times, with names for whatever part of it is shown. */
function named(axis: Axis): Axis {
  return axis.type === "time" ? { ...axis, axisLabel: { formatter: ZOOMED_TIMES, ...axis.axisLabel } } : axis;
}

/** What ECharts prints by itself when the reader zooms into the axis. */
const ZOOMED_TIMES = {
  year: "{yyyy}",
  month: "{MMM}",
  day: "{d} {MMM}",
  hour: "{HH}:{mm}",
  minute: "{HH}:{mm}",
  second: "{HH}:{mm}:{ss}",
  millisecond: "{mm}:{ss}.{SSS}",
};
