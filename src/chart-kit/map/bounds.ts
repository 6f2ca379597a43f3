import type { Position } from "./spatial.ts";

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

/** Web maps end here. */
const MAX_LATITUDE = 84;
/** A single place is shown with this much around it, degrees. */
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

/** Of all of them, but for a few that are far away. */
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
 * The bounds that hold nearly all places: where a few far ones (a fiftieth at most on each side) make the map much
 * wider, they are left outside the first view; they are there when one zooms out.
 */
export function coreBounds(positions: readonly Position[]): Bounds | null {
  const all = boundsOf(positions);
  if (!all || positions.length < 100) return all;
  const lons = positions.map(([lon]) => lon).sort((a, b) => a - b);
  const lats = positions.map(([, lat]) => lat).sort((a, b) => a - b);
  const at = (list: readonly number[], share: number) => list[Math.round(share * (list.length - 1))] ?? 0;
  const core: Bounds = wide([at(lons, 0.02), clamp(at(lats, 0.02)), at(lons, 0.98), clamp(at(lats, 0.98))]);
  const areaOf = ([west, south, east, north]: Bounds) => (east - west) * (north - south);
  return areaOf(all) > 3 * areaOf(core) ? grown(core, 0.08) : all;
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
