import type { Frame } from "./frame.ts";
import type { StackMode } from "./schema.ts";

/** Values as they are drawn: shares of the point's total when expanded, otherwise as they are. */
export function stacked(frame: Frame, mode: StackMode): readonly (readonly (number | null)[])[] {
  const values = frame.series.map((series) => series.values);
  if (mode !== "expand") return values;
  const totals = totalsOf(values, frame.x.length);
  return values.map((series) =>
    series.map((value, i) => (value === null ? null : totals[i] ? Math.abs(value) / totals[i] : 0)),
  );
}

/** Sum of sizes at each point. */
export function totalsOf(values: readonly (readonly (number | null)[])[], length: number): number[] {
  return Array.from({ length }, (_, i) => values.reduce((sum, series) => sum + Math.abs(series[i] ?? 0), 0));
}

/** The invisible series under a stream: centres every point's stack on the same line. */
export function streamBaseline(values: readonly (readonly (number | null)[])[], length: number): number[] {
  const totals = totalsOf(values, length);
  const widest = Math.max(0, ...totals);
  return totals.map((total) => (widest - total) / 2);
}

/** Lowest and highest value an axis has to show, stacks added up by name and sign. */
export function valueExtent(
  series: readonly { drawn: readonly (number | null)[]; stackName: string | undefined }[],
  length: number,
): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const cover = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (let i = 0; i < length; i++) {
    const sums = new Map<string, number>();
    for (const { drawn, stackName } of series) {
      const value = drawn[i] ?? null;
      if (value === null) continue;
      if (stackName === undefined) cover(value);
      else {
        const key = `${value < 0 ? "-" : "+"}${stackName}`;
        sums.set(key, (sums.get(key) ?? 0) + value);
      }
    }
    for (const sum of sums.values()) cover(sum);
  }
  return low > high ? [0, 0] : [low, high];
}
