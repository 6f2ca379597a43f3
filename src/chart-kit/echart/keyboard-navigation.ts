import type { EChartSpec, Hit, Walk } from "./echart-spec.ts";

export function nextHit(picture: EChartSpec, from: Hit | null, key: string): Hit | undefined {
  const walk = picture.walk ?? [];
  const row = Math.max(
    0,
    walk.findIndex((series) => series.seriesIndex === from?.seriesIndex && series.dataType === from?.dataType),
  );
  const series = walk[row];
  if (!series) return undefined;
  const path = alongSeries(series.length, from, key);
  if (path) return firstMark(picture, series, path);
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  return step === undefined ? undefined : otherSeries(picture, { row: row + (from ? step : 0), step }, from);
}

function alongSeries(length: number, from: Hit | null, key: string): number[] | undefined {
  const all = Array.from({ length }, (_, i) => i);
  const at = from?.dataIndex;
  switch (key) {
    case "ArrowRight":
      return all.slice(at === undefined ? 0 : at + 1);
    case "ArrowLeft":
      return all.slice(0, at).reverse();
    case "Home":
      return all;
    case "End":
      return all.reverse();
    default:
      return undefined;
  }
}

function otherSeries(
  picture: EChartSpec,
  { row, step }: { row: number; step: number },
  from: Hit | null,
): Hit | undefined {
  const walk = picture.walk ?? [];
  for (let next = row; walk[next]; next += step) {
    const series = walk[next] ?? { seriesIndex: 0, length: 0 };
    const start = Math.min(from?.dataIndex ?? 0, series.length - 1);
    const all = Array.from({ length: series.length }, (_, i) => i);
    const found = firstMark(picture, series, [...all.slice(start), ...all.slice(0, start).reverse()]);
    if (found) return found;
  }
  return undefined;
}

function firstMark(picture: EChartSpec, { seriesIndex, dataType }: Walk, path: readonly number[]): Hit | undefined {
  const hits = path.map((dataIndex): Hit => ({ seriesIndex, dataIndex, ...(dataType ? { dataType } : {}) }));
  return hits.find((hit) => picture.mark?.(hit));
}
