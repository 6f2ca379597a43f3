import type { Position } from "./spatial.ts";

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

const MAX_LATITUDE = 84;
const LEAST_SPAN = 0.02;

export function boundsOf(positions: Iterable<Position>): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  if (west > east) return null;
  return wide([west, clamp(south), east, clamp(north)]);
}

export function unionOf(all: readonly (Bounds | null)[]): Bounds | null {
  return coreBounds(
    all.flatMap((one): Position[] =>
      one
        ? [
            [one[0], one[1]],
            [one[2], one[3]],
          ]
        : [],
    ),
  );
}

/**
 * Bounds of nearly all points: up to a fiftieth of the points on each side is left outside the first view if they would
 * make the map much larger. `most`: how many times larger the map may become to include them.
 */
export function coreBounds(positions: readonly Position[], most = 3): Bounds | null {
  const all = boundsOf(positions);
  if (!all || positions.length < 100) return all;
  const lons = sortedBy(positions, 0);
  const lats = sortedBy(positions, 1);
  const core: Bounds = wide([share(lons, FEW), share(lats, FEW), share(lons, 1 - FEW), share(lats, 1 - FEW)]);
  const areaOf = ([west, south, east, north]: Bounds) => (east - west) * (north - south);
  if (areaOf(all) <= most * areaOf(core)) return all;
  const [west, east] = coreRange(lons);
  const [south, north] = coreRange(
    sortedBy(
      positions.filter(([lon]) => lon >= west && lon <= east),
      1,
    ),
  );
  return grown(wide([west, south, east, north]), 0.04);
}

const FEW = 0.02;

const sortedBy = (positions: readonly Position[], axis: 0 | 1): number[] =>
  positions.map((position) => (axis === 0 ? position[0] : clamp(position[1]))).sort((a, b) => a - b);

const share = (sorted: readonly number[], at: number): number => sorted[Math.round(at * (sorted.length - 1))] ?? 0;

function coreRange(sorted: readonly number[]): readonly [number, number] {
  const first = Math.round(FEW * (sorted.length - 1));
  const last = sorted.length - 1 - first;
  const valueAt = (index: number) => sorted[index] ?? 0;
  const span = valueAt(last) - valueAt(first);
  const isNear = (value: number, other: number, edge: number) =>
    Math.abs(value - other) <= 0.12 * span && Math.abs(value - edge) <= 0.5 * span;
  let [low, high] = [first, last];
  while (low > 0 && isNear(valueAt(low - 1), valueAt(low), valueAt(first))) low--;
  while (high < sorted.length - 1 && isNear(valueAt(high + 1), valueAt(high), valueAt(last))) high++;
  return [valueAt(low), valueAt(high)];
}

function grown([west, south, east, north]: Bounds, share: number): Bounds {
  const [x, y] = [(east - west) * share, (north - south) * share];
  return [west - x, clamp(south - y), east + x, clamp(north + y)];
}

function wide([west, south, east, north]: Bounds): Bounds {
  const x = Math.max(0, (LEAST_SPAN - (east - west)) / 2);
  const y = Math.max(0, (LEAST_SPAN - (north - south)) / 2);
  return [west - x, south - y, east + x, north + y];
}

const clamp = (latitude: number) => Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
