/** Moments are epoch milliseconds; where microseconds are kept they are a fraction of them. */

/** Up to here (year 2109) a double of milliseconds tells microseconds apart. */
export const MICROS_UNTIL_MS = 2 ** 42;

/** Milliseconds of the digits after the point of a second, with microseconds as their fraction. */
export function millisecondsOf(digits: string): number {
  return Number(digits.slice(0, 6).padEnd(6, "0")) / 1000;
}

/** A moment so many milliseconds later, with their fraction where a double tells it. */
export function laterBy(epochMs: number, ms: number): number {
  return epochMs + (Math.abs(epochMs) < MICROS_UNTIL_MS ? ms : Math.floor(ms));
}
