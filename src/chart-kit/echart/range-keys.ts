import type { Brush, BrushBox } from "./echart-spec.ts";

/** Positions in the stops of an axis: where the range began, and the end that moves. */
type Ends = readonly [anchor: number, end: number];
export interface SteppedRange {
  x?: Ends;
  y?: Ends;
}

export interface RangeStep {
  axis: "x" | "y";
  step: 1 | -1;
  /** Moves one end instead of the whole range. */
  isExtending: boolean;
}

const AXES = ["x", "y"] as const;

/** Undefined for other keys, and for axes without a range. `up`: the step towards the top. */
export function stepOf(key: string, isExtending: boolean, { axes, up }: { axes: Brush["axes"]; up: 1 | -1 }) {
  const steps: Readonly<Record<string, Pick<RangeStep, "axis" | "step">>> = {
    ArrowLeft: { axis: "x", step: -1 },
    ArrowRight: { axis: "x", step: 1 },
    ArrowUp: { axis: "y", step: up },
    ArrowDown: { axis: "y", step: up === 1 ? -1 : 1 },
  };
  const found = steps[key];
  return found && axes.includes(found.axis) ? { ...found, isExtending } : undefined;
}

/** Starts at `at`, positions in the stops; stays within them. */
export function stepped(
  { stops, axes }: Pick<Brush, "stops" | "axes">,
  range: SteppedRange | undefined,
  { at, ...move }: RangeStep & { at: { x: number; y: number } },
): SteppedRange {
  const along = (axis: "x" | "y"): Ends => range?.[axis] ?? [at[axis], at[axis]];
  const isOn = AXES.filter((axis) => axes.includes(axis));
  return Object.fromEntries(
    isOn.map((axis) => {
      const last = (stops[axis]?.length ?? 1) - 1;
      return [axis, range && axis === move.axis ? movedEnds(along(axis), last, move) : along(axis)];
    }),
  );
}

function movedEnds([anchor, end]: Ends, last: number, { step, isExtending }: RangeStep): Ends {
  const isInside = (position: number) => position >= 0 && position <= last;
  const [nextAnchor, nextEnd] = [isExtending ? anchor : anchor + step, end + step];
  return isInside(nextAnchor) && isInside(nextEnd) ? [nextAnchor, nextEnd] : [anchor, end];
}

export function boxOf({ stops }: Pick<Brush, "stops">, range: SteppedRange): BrushBox {
  const between = ([a, b]: Ends, places: readonly number[]): [number, number] => {
    const [from, to] = [places[a] ?? 0, places[b] ?? 0];
    return [Math.min(from, to), Math.max(from, to)];
  };
  return {
    ...(range.x && stops.x ? { x: between(range.x, stops.x) } : {}),
    ...(range.y && stops.y ? { y: between(range.y, stops.y) } : {}),
  };
}

/** The position of the stop that is closest to a value of the axis. */
export function closestStop(stops: readonly number[] = [], value: number | undefined): number {
  if (value === undefined) return 0;
  const distance = (position: number) => Math.abs((stops[position] ?? 0) - value);
  return stops.reduce((best, _, position) => (distance(position) < distance(best) ? position : best), 0);
}
