import type { Hit, Picture } from "./picture.ts";

/**
 * The mark that an arrow key leads to: left and right along a series, up and down between series, Home and End to its
 * ends. Gaps are skipped. undefined: the key leads nowhere.
 */
export function nextHit(picture: Picture, from: Hit | null, key: string): Hit | undefined {
  const walk = picture.walk ?? [];
  const first = walk[0];
  if (!first) return undefined;
  const row = Math.max(
    0,
    walk.findIndex((series) => series.seriesIndex === from?.seriesIndex),
  );
  const series = walk[row] ?? first;
  if (key === "ArrowRight") return seek(picture, series, from ? from.dataIndex + 1 : 0, 1);
  if (key === "ArrowLeft") return seek(picture, series, from ? from.dataIndex - 1 : series.length - 1, -1);
  if (key === "Home") return seek(picture, series, 0, 1);
  if (key === "End") return seek(picture, series, series.length - 1, -1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const step = key === "ArrowDown" ? 1 : -1;
  for (let next = row + (from ? step : 0); walk[next]; next += step) {
    const found = nearest(picture, walk[next] ?? first, from?.dataIndex ?? 0);
    if (found) return found;
  }
  return undefined;
}

type WalkedSeries = NonNullable<Picture["walk"]>[number];

function seek(picture: Picture, series: WalkedSeries, start: number, step: 1 | -1): Hit | undefined {
  for (let dataIndex = start; dataIndex >= 0 && dataIndex < series.length; dataIndex += step) {
    const hit = { seriesIndex: series.seriesIndex, dataIndex };
    if (picture.mark?.(hit)) return hit;
  }
  return undefined;
}

function nearest(picture: Picture, series: WalkedSeries, dataIndex: number): Hit | undefined {
  const start = Math.min(dataIndex, series.length - 1);
  return seek(picture, series, start, 1) ?? seek(picture, series, start, -1);
}
