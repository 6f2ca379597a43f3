/** Seconds after which a dashboard may ask again, as they are offered; 0: not at all. */
export const INTERVALS: readonly (readonly [number, string])[] = [
  [0, "Don't refresh"],
  [10, "10 seconds"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
  [1800, "30 minutes"],
  [3600, "1 hour"],
  [21600, "6 hours"],
  [43200, "12 hours"],
  [86400, "24 hours"],
];

/** "every 30 seconds", "every hour", whether offered or chosen freely. */
export function everyWords(seconds: number): string {
  const offered = INTERVALS.find(([value]) => value === seconds)?.[1] ?? `${seconds.toLocaleString("en-US")} seconds`;
  return `every ${offered.replace(/^1 (\w+?)s?$/, "$1")}`;
}
