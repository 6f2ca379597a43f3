import { finite } from "../frame.ts";
import { type Numbers, type QuantileOptions, quantileAt } from "./statistics.ts";

/** `end` is exclusive. Both only increase with the row. */
export interface Span {
  start(row: number): number;
  end(row: number): number;
}

interface Sliding {
  values: Numbers;
  span: Span;
  type: string;
  options: Readonly<Record<string, unknown>>;
  needed: number;
}

export const MEDIAN: QuantileOptions = { q: 0.5, method: "linear" };

export const quantileOf = ({ quantile, interpolation }: Readonly<Record<string, unknown>>): QuantileOptions => ({
  q: Number(quantile ?? 0.5),
  method: String(interpolation ?? "linear"),
});

export function largeWindow(sliding: Sliding): Numbers {
  const { type, options } = sliding;
  if (type === "min") return extremes(sliding, (a, b) => a <= b);
  if (type === "max") return extremes(sliding, (a, b) => a >= b);
  if (type === "median") return quantiles(sliding, MEDIAN);
  if (type === "quantile") return quantiles(sliding, quantileOf(options));
  return moments(sliding);
}

/** Sums of powers up to each row, of the values minus their mean to limit rounding errors. */
function moments({ values, span, type, options, needed }: Sliding): Numbers {
  const known = values.filter((value) => value !== null);
  const center = type === "sum" || known.length === 0 ? 0 : known.reduce((a, b) => a + b, 0) / known.length;
  const powers = Array.from({ length: 5 }, () => new Float64Array(values.length + 1));
  values.forEach((value, row) => {
    let term = value === null ? 0 : 1;
    for (const power of powers) {
      power[row + 1] = (power[row] ?? 0) + term;
      term *= (value ?? 0) - center;
    }
  });
  const ddof = typeof options.ddof === "number" ? options.ddof : 1;
  return values.map((_, row) => {
    const [from, to] = [span.start(row), span.end(row)];
    const sums = powers.map((power) => (power[to] ?? 0) - (power[from] ?? 0));
    const count = sums[0] ?? 0;
    if ((type === "count" ? to - from : count) < needed) return null;
    return count === 0 && type !== "count" ? null : finite(momentOf(type, sums, { center, ddof }) ?? Number.NaN);
  });
}

interface Moments {
  n: number;
  means: readonly [number, number, number, number];
  center: number;
  ddof: number;
  m2: number;
}

const varianceOf = ({ n, m2, ddof }: Moments) => (n <= ddof ? null : (m2 * n) / (n - ddof));

const MOMENTS: Readonly<Record<string, (moments: Moments) => number | null>> = {
  count: ({ n }) => n,
  sum: ({ n, means }) => means[0] * n,
  mean: ({ means, center }) => means[0] + center,
  var: varianceOf,
  cov: varianceOf,
  std: (moments) => Math.sqrt(varianceOf(moments) ?? Number.NaN),
  corr: ({ m2 }) => (m2 > 0 ? 1 : null),
  skew: ({ n, m2, means: [m, squares, cubes] }) => {
    const m3 = cubes - 3 * m * squares + 2 * m ** 3;
    return n < 3 ? null : ((m3 / m2 ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2);
  },
  kurt: ({ n, m2, means: [m, squares, cubes, fourths] }) => {
    const m4 = fourths - 4 * m * cubes + 6 * m ** 2 * squares - 3 * m ** 4;
    return n < 4 ? null : ((n - 1) / ((n - 2) * (n - 3))) * (((n + 1) * m4) / m2 ** 2 - 3 * (n - 1));
  },
};

function momentOf(type: string, sums: readonly number[], { center, ddof }: { center: number; ddof: number }) {
  const [n = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums;
  const m2 = Math.max(0, s2 / n - (s1 / n) ** 2);
  return MOMENTS[type]?.({ n, means: [s1 / n, s2 / n, s3 / n, s4 / n], center, ddof, m2 }) ?? null;
}

/** Keeps the candidates of a window sorted, so that the first is the result. */
function extremes({ values, span, needed }: Sliding, isBetter: (a: number, b: number) => boolean): Numbers {
  const candidates: number[] = [];
  let [first, entered, left, count] = [0, 0, 0, 0];
  const enter = (row: number) => {
    const value = values[row] ?? null;
    if (value === null) return;
    count++;
    while (candidates.length > first && isBetter(value, values[candidates.at(-1) ?? 0] ?? 0)) candidates.pop();
    candidates.push(row);
  };
  return values.map((_, row) => {
    for (; entered < span.end(row); entered++) enter(entered);
    for (; left < span.start(row); left++) if (values[left] !== null) count--;
    while ((candidates[first] ?? left) < left) first++;
    return count < Math.max(1, needed) ? null : (values[candidates[first] ?? 0] ?? null);
  });
}

/** A tree of counts over the ranks of all values finds the one at a position in logarithmic time. */
function quantiles({ values, span, needed }: Sliding, options: QuantileOptions): Numbers {
  const ranked = [...new Set(values.filter((value) => value !== null))].sort((a, b) => a - b);
  const rankOf = new Map(ranked.map((value, rank) => [value, rank]));
  const tree = new RankTree(ranked.length);
  let [entered, left, count] = [0, 0, 0];
  const change = (row: number, by: 1 | -1) => {
    const rank = rankOf.get(values[row] ?? Number.NaN);
    if (rank === undefined) return;
    count += by;
    tree.add(rank, by);
  };
  return values.map((_, row) => {
    for (; entered < span.end(row); entered++) change(entered, 1);
    for (; left < span.start(row); left++) change(left, -1);
    if (count < Math.max(1, needed)) return null;
    return quantileAt(count, options, (at) => ranked[tree.at(at)] ?? 0);
  });
}

class RankTree {
  readonly #counts: Int32Array;
  readonly #top: number;

  constructor(size: number) {
    this.#counts = new Int32Array(size + 1);
    this.#top = 2 ** Math.floor(Math.log2(Math.max(1, size)));
  }

  add(rank: number, by: number): void {
    for (let i = rank + 1; i < this.#counts.length; i += i & -i) this.#counts[i] = (this.#counts[i] ?? 0) + by;
  }

  at(position: number): number {
    let rank = 0;
    let rest = position;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = rank + step;
      if (next < this.#counts.length && (this.#counts[next] ?? 0) <= rest) {
        rest -= this.#counts[next] ?? 0;
        rank = next;
      }
    }
    return rank;
  }
}
