import type { FrameValues } from "../frame.ts";

/** Whole numbers beyond 2^53 stand as bigints; beside them all are whole and are calculated without rounding. */
type Whole = bigint | null;

/** The values of a column of whole numbers of which some are beyond 2^53; undefined for every other column. */
export function maybeWhole(values: FrameValues): Whole[] | undefined {
  if (values instanceof Float64Array || !values.some((value) => typeof value === "bigint")) return undefined;
  const isWhole = values.every((value) => value === null || typeof value === "bigint" || Number.isSafeInteger(value));
  return isWhole ? values.map((value) => (value === null ? null : BigInt(value as number | bigint))) : undefined;
}

/** As a number where that is exact. */
export function narrowed(value: Whole): number | Whole {
  const number = value === null ? null : Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
