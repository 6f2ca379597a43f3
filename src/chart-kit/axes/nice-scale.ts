export interface NiceScale {
  min: number;
  max: number;
  interval: number;
  ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
/** Tried where the axis ends ask for them: 0, 60, 120, 180 reads better than 0, 100, 180. */
const LESS_ROUND = [3, 4, 6];
/** Interval lengths, each with the share of empty space it may save: 3 and 4 are harder to read than 5. */
const LENGTHS: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 0],
  [2.5, 0.04],
  [3, 0.12],
  [4, 0.08],
  [5, 0],
];

interface ScaleOptions {
  count?: number;
  fromData?: boolean;
  min?: number | null;
  max?: number | null;
  isSnug?: boolean;
}

/**
 * About `count` round intervals that cover the values. The axis ends one tick above the data so that no mark touches
 * the edge. Zero is included unless `fromData`. With `isSnug`, the side of zero with little data ends between two
 * ticks: values from -4 to 250 don't need an axis from -100.
 */
export function niceScale(extent: readonly [number, number], options: ScaleOptions = {}): NiceScale {
  const { count = 4, isSnug } = options;
  const [low, high] = coveredRange(extent, options);
  const isFree = isMissing(options.min) && isMissing(options.max);
  const interval = stepBetween(low, high, { count, min: options.min, max: options.max });
  const min = options.min ?? floorTo(low, interval);
  const max = options.max ?? ceilTo(high, interval);
  const ends = isFree && isSnug ? trimToData([low, high], { min, max, interval }) : { min, max };
  return { ...ends, interval, ticks: ticksOf(ends.min, ends.max, interval) };
}

function coveredRange(
  extent: readonly [number, number],
  { fromData, min, max }: ScaleOptions,
): readonly [number, number] {
  const low = min ?? (fromData ? extent[0] : Math.min(0, extent[0]));
  const high = max ?? (fromData ? extent[1] : Math.max(0, extent[1]));
  return high > low ? [low, high] : [low, low + (low === 0 ? 1 : Math.abs(low))];
}

const DECADES: readonly (readonly number[])[] = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]];

export function logTicks([low, high]: readonly [number, number]): readonly number[] {
  if (!(low > 0 && high > low)) return [];
  const first = Math.floor(Math.log10(low));
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => 10 ** (first + i));
  const within = DECADES.map((parts) =>
    decades.flatMap((power) => parts.map((part) => tidy(part * power))).filter((tick) => tick >= low && tick <= high),
  );
  const found = within.find((ticks) => ticks.length >= 3);
  if (found) return found;
  return niceScale([low, high], { count: 4, fromData: true }).ticks.filter((tick) => tick >= low && tick <= high);
}

type Ends = Pick<NiceScale, "min" | "max" | "interval">;

function trimToData([low, high]: readonly [number, number], { min, max, interval }: Ends) {
  const part = interval / 5;
  const isShort = (beyond: number) => beyond > 0 && beyond <= interval * 0.5;
  return {
    min: min === -interval && isShort(-low) ? -ceilTo(-low + part / 4, part) : min,
    max: max === interval && low < 0 && isShort(high) ? ceilTo(high + part / 4, part) : max,
  };
}

function stepBetween(low: number, high: number, options: { count: number; min: Bound; max: Bound }): number {
  const { count, min, max } = options;
  const isFree = isMissing(min) && isMissing(max);
  const isFixed = !isMissing(min) && !isMissing(max);
  const fitting = isFree ? fittingStep(low, high, count) : isFixed ? evenStep(low, high, count) : undefined;
  return fitting ?? roundStep((high - low) / count);
}

type Bound = number | null | undefined;
const isMissing = (bound: Bound) => bound === null || bound === undefined;

function fittingStep(low: number, high: number, count: number): number | undefined {
  const power = 10 ** Math.floor(Math.log10((high - low) / count));
  let best: { step: number; cost: number } | undefined;
  for (const [length, dislike] of [0.1, 1, 10].flatMap((scale) => LENGTHS.map(([a, b]) => [a * scale, b] as const))) {
    const step = tidy(length * power);
    const intervals = Math.ceil(high / step - 1e-9) - Math.floor(low / step + 1e-9);
    if (intervals < count * 0.6 || intervals > count + 1.5) continue;
    const cost = (intervals * step) / (high - low) + dislike + Math.abs(intervals - count) * 0.05;
    if (!best || cost < best.cost - 1e-9) best = { step, cost };
  }
  return best?.step;
}

function evenStep(low: number, high: number, count: number): number | undefined {
  const power = 10 ** Math.floor(Math.log10((high - low) / count));
  const isEven = (step: number) => [low / step, high / step].every((end) => Math.abs(end - Math.round(end)) < 1e-9);
  const fits = (step: number) =>
    isEven(step) && (high - low) / step <= count + 1.5 && (high - low) / step >= count * 0.6;
  const among = (lengths: readonly number[]) =>
    [0.1, 1, 10].flatMap((scale) => lengths.map((length) => tidy(length * scale * power))).find(fits);
  return among(STEPS.slice(0, -1)) ?? among(LESS_ROUND);
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return step * power;
}

function floorTo(value: number, interval: number): number {
  return tidy(Math.floor(value / interval + 1e-9) * interval);
}

function ceilTo(value: number, interval: number): number {
  return tidy(Math.ceil(value / interval - 1e-9) * interval);
}

function ticksOf(min: number, max: number, interval: number): number[] {
  const ticks: number[] = [];
  const first = ceilTo(min, interval);
  for (let i = 0; first + i * interval <= max + interval * 1e-6 && i < 100; i++) ticks.push(tidy(first + i * interval));
  return ticks;
}

/** Removes floating-point noise: 0.30000000000000004 -> 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
