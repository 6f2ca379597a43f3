import type { Weighted } from "./map-spec.ts";
import type { Position } from "./spatial.ts";

export interface Cell {
  middle: Position;
  ring: readonly Position[];
  value: number;
  points: readonly number[];
}

export const AGGREGATIONS = [
  "sum",
  "min",
  "max",
  "mean",
  "median",
  "count",
  "variance",
  "deviation",
  "p1",
  "p5",
  "p95",
  "p99",
] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export interface CellOptions {
  shape: "square" | "hexagon";
  /** Side of a square or radius of a hexagon, in meters; null = automatic. */
  meters: number | null;
  aggregation: Aggregation;
}

const EARTH = 6_378_137;
const RADIAN = Math.PI / 180;
export const SHRINK = 0.92;
const ACROSS = { least: 12, most: 48 };
/** Minimum extent in degrees, as maps don't zoom in beyond level 12 automatically. */
const LEAST_SPAN = 0.05;

export function cellMeters(points: readonly Weighted[], chosen: number | null): number {
  if (chosen) return chosen;
  const lons = points.map(({ at }) => at[0]).sort((a, b) => a - b);
  const lats = points.map(({ at }) => at[1]).sort((a, b) => a - b);
  const span = (list: readonly number[]) =>
    (list[Math.ceil(0.98 * (list.length - 1))] ?? 0) - (list[Math.floor(0.02 * (list.length - 1))] ?? 0);
  const width = span(lons) * Math.cos((lats[Math.floor(lats.length / 2)] ?? 0) * RADIAN);
  const across = Math.max(ACROSS.least, Math.min(ACROSS.most, 4 * Math.sqrt(points.length)));
  const meters = (Math.max(width, span(lats), LEAST_SPAN) * RADIAN * EARTH) / across;
  const unit = 10 ** Math.floor(Math.log10(meters));
  return Math.ceil(meters / unit) * unit;
}

const FEW = 20;

export function placesOfCells(cells: readonly Cell[], points: readonly Weighted[]): readonly Position[] {
  if (cells.length >= FEW) return points.map(({ at }) => at);
  const reach = cells.length === 1 ? 3 : 1;
  return cells.flatMap(({ ring, middle: [x, y] }) =>
    ring.map(([lon, lat]): Position => [x + (lon - x) * reach, y + (lat - y) * reach]),
  );
}

/** Highest first. Sizes are exact at the center of the data; the projection stretches cells toward the poles. */
export function cellsOf(points: readonly Weighted[], { shape, meters, aggregation }: CellOptions): Cell[] {
  const latitudes = points.map(({ at }) => at[1]).sort((a, b) => a - b);
  const middle = latitudes[Math.floor(latitudes.length / 2)] ?? 0;
  const size = cellMeters(points, meters) / (EARTH * Math.cos(Math.max(-80, Math.min(80, middle)) * RADIAN));
  const bins = new Map<string, { x: number; y: number; points: number[] }>();
  points.forEach(({ at }, index) => {
    const [x, y] = binOf(project(at), size, shape);
    const key = `${x.toFixed(7)} ${y.toFixed(7)}`;
    const bin = bins.get(key) ?? { x, y, points: [] };
    bin.points.push(index);
    bins.set(key, bin);
  });
  const corners = shape === "square" ? SQUARE : HEXAGON;
  return [...bins.values()]
    .map(
      (bin): Cell => ({
        middle: unproject([bin.x, bin.y]),
        ring: corners.map(([x, y]) => unproject([bin.x + x * size * SHRINK, bin.y + y * size * SHRINK])),
        value: aggregate(
          bin.points.map((index) => points[index]?.weight ?? 0),
          aggregation,
        ),
        points: bin.points,
      }),
    )
    .sort((a, b) => b.value - a.value);
}

const SQUARE: readonly Position[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
  [-0.5, -0.5],
];
const HEXAGON: readonly Position[] = Array.from({ length: 7 }, (_, i) => {
  const angle = (i * Math.PI) / 3 + Math.PI / 6;
  return [Math.cos(angle), Math.sin(angle)];
});

function binOf([x, y]: Position, size: number, shape: CellOptions["shape"]): Position {
  if (shape === "square") return [(Math.floor(x / size) + 0.5) * size, (Math.floor(y / size) + 0.5) * size];
  // The nearer center of the two hexagon rows around the point.
  const [width, height] = [Math.sqrt(3) * size, 1.5 * size];
  const row = Math.floor(y / height);
  const candidates = [row, row + 1].map((r): Position => {
    const shift = r % 2 === 0 ? 0 : width / 2;
    return [Math.round((x - shift) / width) * width + shift, r * height];
  });
  const distance = (at: Position | undefined) => (at ? (at[0] - x) ** 2 + (at[1] - y) ** 2 : Infinity);
  const [first, second] = candidates;
  return (distance(first) <= distance(second) ? first : second) ?? [x, y];
}

const project = ([lon, lat]: Position): Position => [
  lon * RADIAN,
  Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, lat)) * RADIAN) / 2)),
];
const unproject = ([x, y]: Position): Position => [x / RADIAN, (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / RADIAN];

export function aggregate(values: readonly number[], aggregation: Aggregation): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = sum / Math.max(1, values.length);
  const variance = () => values.reduce((total, value) => total + (value - mean) ** 2, 0) / Math.max(1, values.length);
  const sorted = () => [...values].sort((a, b) => a - b);
  switch (aggregation) {
    case "sum":
      return sum;
    case "count":
      return values.length;
    case "mean":
      return mean;
    case "min":
      return values.reduce((least, value) => Math.min(least, value), Infinity);
    case "max":
      return values.reduce((most, value) => Math.max(most, value), -Infinity);
    case "variance":
      return variance();
    case "deviation":
      return Math.sqrt(variance());
    case "median":
      return quantile(sorted(), 0.5);
    default:
      return quantile(sorted(), Number(aggregation.slice(1)) / 100);
  }
}

export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}
