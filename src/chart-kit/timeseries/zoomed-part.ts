import type { Picture } from "../echart/picture.ts";

/** What a chart that zooms shows of its axis: positions of categories, times or numbers, both ends with it. */
export interface Part {
  startValue: number;
  endValue: number;
}

interface Zoomed {
  dataZoom?: { startValue?: unknown; endValue?: unknown; yAxisIndex?: unknown }[];
  series?: { data?: ArrayLike<unknown> }[];
}

/** The part in an option as ECharts tells it. */
export function partIn(option: object): Part | undefined {
  const { startValue, endValue } = (option as Zoomed).dataZoom?.[0] ?? {};
  return typeof startValue === "number" && typeof endValue === "number" ? { startValue, endValue } : undefined;
}

export function withPart(picture: Picture, part: Part): Picture {
  const { dataZoom = [] } = picture.option as Zoomed;
  return { ...picture, option: { ...picture.option, dataZoom: dataZoom.map((zoom) => ({ ...zoom, ...part })) } };
}

/** As wide as `part`, and with the mark in it; undefined: it is in it. */
export function partAround(
  { option }: Picture,
  mark: { seriesIndex?: number; dataIndex?: number },
  part: Part | undefined,
): Part | undefined {
  if (!part || mark.dataIndex === undefined) return undefined;
  const at = positionOf(option, mark.dataIndex, mark.seriesIndex);
  const length = part.endValue - part.startValue;
  if (at < part.startValue) return { startValue: at, endValue: at + length };
  return at > part.endValue ? { startValue: at - length, endValue: at } : undefined;
}

/** Equal for pictures over the same positions. */
export function positionsOf({ option }: Picture): string {
  const { length = 0 } = (option as Zoomed).series?.[0]?.data ?? {};
  return [length, positionOf(option, 0), positionOf(option, length - 1)].join(" ");
}

function positionOf(option: object, index: number, seriesIndex = 0): number {
  const { series = [], dataZoom = [] } = option as Zoomed;
  const point = series[seriesIndex]?.data?.[index];
  const isUpright = dataZoom[0]?.yAxisIndex !== undefined;
  return Array.isArray(point) ? Number(point[isUpright ? 1 : 0]) : index;
}
