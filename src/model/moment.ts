/** Timestamps are epoch milliseconds; microseconds are a fraction of them. */

/** Until the year 2109 a double of milliseconds distinguishes microseconds. */
export const MICROSECOND_LIMIT_MS = 2 ** 42;

export function millisecondsOf(digits: string): number {
  return Number(digits.slice(0, 6).padEnd(6, "0")) / 1000;
}

interface Column {
  kind: string;
  values: readonly unknown[] | Float64Array;
}

export function inMilliseconds<C extends Column>(column: C): C {
  const { kind, values } = column;
  if (kind !== "temporal" || !values.some((value: unknown) => typeof value === "number" && !Number.isInteger(value)))
    return column;
  const floored = (value: unknown) => (typeof value === "number" ? Math.floor(value) : value);
  return { ...column, values: values instanceof Float64Array ? values.map(Math.floor) : values.map(floored) };
}

/** `2024-02-29 23:59:58`, with six fractional digits if there are any, like Python. */
export function momentText(epochMs: number): string {
  const micros = Math.round(epochMs * 1000);
  const text = new Date(Math.floor(epochMs)).toISOString().slice(0, 19).replace("T", " ");
  const fraction = ((micros % 1_000_000) + 1_000_000) % 1_000_000;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(6, "0")}`;
}

export function addMilliseconds(epochMs: number, ms: number): number {
  return epochMs + (Math.abs(epochMs) < MICROSECOND_LIMIT_MS ? ms : Math.floor(ms));
}
