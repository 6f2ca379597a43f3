import { extremeIndexes, isDense } from "../../chart-kit/timeseries/downsample.ts";

export const BANDS = 4;

export interface Fold {
  path: string;
  /** 0 = nearest zero. */
  depth: number;
  isNegative: boolean;
}

interface Box {
  width: number;
  height: number;
  most: number;
}

/**
 * Values above the row height wrap to the bottom in a deeper color; negative values likewise. Downsampled to the
 * extremes per half pixel.
 */
export function folds(values: readonly (number | null)[], { width, height, most }: Box): Fold[] {
  if (!(most > 0)) return [];
  const step = most / BANDS;
  const across = width / Math.max(1, values.length - 1);
  // A single value fills the row.
  const start = values.length === 1 ? width / 2 : 0;
  const indexes = isDense(values.length, width) ? extremeIndexes([values], values.length, 2 * width) : values.keys();
  const runs = runsOf(values, indexes);
  const result: Fold[] = [];
  for (const isNegative of [false, true]) {
    const sizeOf = (at: number) => (isNegative ? -1 : 1) * (values[at] ?? 0);
    const furthest = runs.reduce((far, run) => run.reduce((own, at) => Math.max(own, sizeOf(at)), far), 0);
    for (let depth = 0; depth < BANDS && furthest / step > depth; depth++) {
      const topOf = (at: number) => Math.max(0, Math.min(1, sizeOf(at) / step - depth)) * height;
      result.push({
        path: runs.map((run) => area(run, topOf, { start, across, width, height })).join(""),
        depth,
        isNegative,
      });
    }
  }
  return result;
}

function runsOf(values: readonly (number | null)[], indexes: Iterable<number>): number[][] {
  const runs: number[][] = [];
  let run: number[] | undefined;
  for (const at of indexes) {
    if (values[at] === null) run = undefined;
    else if (run) run.push(at);
    else {
      run = [at];
      runs.push(run);
    }
  }
  return runs;
}

function area(
  run: readonly number[],
  topOf: (at: number) => number,
  { start, across, width, height }: { start: number; across: number; width: number; height: number },
): string {
  const write = (x: number, y: number) => `${(start + x).toFixed(1)},${y.toFixed(1)}`;
  const [first = 0, last = first] = [run[0], run.at(-1)];
  const half = run.length === 1 ? Math.max(0.75, Math.min(across, width) / 2) : 0;
  const line =
    run.length === 1
      ? [write(first * across - half, height - topOf(first)), write(first * across + half, height - topOf(first))]
      : run.map((at) => write(at * across, height - topOf(at)));
  return `M${write(first * across - half, height)}L${line.join("L")}L${write(last * across + half, height)}Z`;
}
