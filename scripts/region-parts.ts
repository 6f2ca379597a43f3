import type { MultiPolygon, Polygon } from "geojson";

/** One landmass of a region, projected; y points up. */
export interface Part {
  region: number;
  rings: readonly (readonly (readonly number[])[])[];
  isRemote?: boolean;
}

/** West, south, east, north. */
type Span = readonly [number, number, number, number];

/** Land farther from the rest than this share of what is drawn so far is moved next to it. */
const FAR = 0.22;
/** Shares of the country's size: how wide moved land may be drawn, and how far apart. */
const INSET = 0.17;
const GAP = 0.035;

export function partsOf(geometry: Polygon | MultiPolygon, region: number): Part[] {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const up = (ring: readonly (readonly number[])[]) => ring.map(([x = 0, y = 0]) => [x, -y]);
  return polygons.map((rings) => ({ region, rings: rings.map(up) }));
}

export function span(parts: readonly Part[]): Span {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of parts.flatMap(({ rings }) => rings[0] ?? [])) {
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/**
 * Connected parts in place, and remote regions in a row below, each as large as possible. Remote parts of regions that
 * are drawn anyway are dropped: they would be specks.
 */
export function arranged(parts: readonly Part[]): Part[] {
  const groups = groupsOf(parts).sort((a, b) => landOf(b) - landOf(a));
  const core = groups[0] ?? [];
  const drawn = new Set(core.map(({ region }) => region));
  const remote = groups.slice(1).flatMap((group) => {
    const own = group.filter(({ region }) => !drawn.has(region));
    for (const { region } of own) drawn.add(region);
    return own.length > 0 ? [own] : [];
  });
  const [west, south, east, north] = span(core);
  const size = Math.max(east - west, north - south);
  let [x, y, high] = [west, south - size * GAP, 0];
  const moved = remote.flatMap((group) => {
    const box = span(group);
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    const factor = (size * INSET) / Math.max(width, height);
    if (x + width * factor > east && x > west) [x, y, high] = [west, y - high - size * GAP, 0];
    const at = [x, y];
    x += width * factor + size * GAP;
    high = Math.max(high, height * factor);
    const place = ([a = 0, b = 0]: readonly number[]) => [
      (at[0] ?? 0) + (a - box[0]) * factor,
      (at[1] ?? 0) + (b - box[3]) * factor,
    ];
    return group.map((part) => ({ ...part, isRemote: true, rings: part.rings.map((ring) => ring.map(place)) }));
  });
  return [...core, ...moved];
}

const landOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + areaOf(part), 0);

function coreOf(parts: readonly Part[]): { core: Part[]; rest: Part[] } {
  const sorted = [...parts].sort((a, b) => areaOf(b) - areaOf(a));
  const core = sorted.slice(0, 1);
  let rest = sorted.slice(1);
  for (let isGrowing = true; isGrowing; ) {
    const box = span(core);
    const reach = FAR * Math.max(box[2] - box[0], box[3] - box[1]);
    const near = rest.filter((part) => gapOf(box, span([part])) <= reach);
    core.push(...near);
    rest = rest.filter((part) => !near.includes(part));
    isGrowing = near.length > 0;
  }
  return { core, rest };
}

function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let left = [...parts];
  while (left.length > 0) {
    const { core, rest } = coreOf(left);
    groups.push(core);
    left = rest;
  }
  return groups;
}

function gapOf(a: Span, b: Span): number {
  const [x, y] = [Math.max(a[0] - b[2], b[0] - a[2], 0), Math.max(a[1] - b[3], b[1] - a[3], 0)];
  return Math.hypot(x, y);
}

function areaOf({ rings }: Part): number {
  const [ring = []] = rings;
  const sum = ring.reduce((total, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}
