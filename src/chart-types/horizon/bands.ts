/** How many times a row is folded over itself. */
export const BANDS = 4;

/** One fold of a row: an area in a box of the row's height, and how far from zero it is. */
export interface Fold {
  /** SVG path. */
  path: string;
  /** 0 nearest zero. */
  depth: number;
  isNegative: boolean;
}

interface Box {
  width: number;
  height: number;
  /** The value that fills all folds. */
  most: number;
}

/** The folds of a row: what is above the height goes on from the bottom in the next, deeper color; below zero likewise. */
export function folds(values: readonly (number | null)[], { width, height, most }: Box): Fold[] {
  if (!(most > 0)) return [];
  const step = most / BANDS;
  const made: Fold[] = [];
  for (const isNegative of [false, true]) {
    for (let depth = 0; depth < BANDS; depth++) {
      const heights = values.map((value) => {
        if (value === null) return null;
        const size = isNegative ? -value : value;
        return Math.max(0, Math.min(1, size / step - depth)) * height;
      });
      if (heights.some((one) => one !== null && one > 0))
        made.push({ path: area(heights, width, height), depth, isNegative });
    }
  }
  return made;
}

/** Areas with their feet at the bottom; gaps are left open. A lone point is as wide as a step. */
function area(heights: readonly (number | null)[], width: number, height: number): string {
  const step = width / Math.max(1, heights.length - 1);
  const write = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const runs: { from: number; tops: number[] }[] = [];
  for (const [index, top] of heights.entries()) {
    const run = runs.at(-1);
    if (top === null) continue;
    if (run && run.from + run.tops.length === index) run.tops.push(top);
    else runs.push({ from: index, tops: [top] });
  }
  return runs
    .map(({ from, tops }) => {
      const isLone = tops.length === 1;
      const half = isLone ? Math.max(0.75, Math.min(step, width) / 2) : 0;
      const points = isLone ? [tops[0] ?? 0, tops[0] ?? 0] : tops;
      const xs = points.map((_, i) => (isLone ? from * step + (i === 0 ? -half : half) : (from + i) * step));
      const line = points.map((top, i) => write(xs[i] ?? 0, height - top));
      return `M${write(xs[0] ?? 0, height)}L${line.join("L")}L${write(xs.at(-1) ?? 0, height)}Z`;
    })
    .join("");
}
