import { DAY_MS } from "../calendar.ts";

/**
 * Edges of at most `bins` + 1 bins of the same width over a range of numbers, `to` included. The width is a power of two, so that engines
 * find a value's bin by a multiplication without rounding.
 */
export function numberEdges(from: number, to: number, bins: number): number[] {
  const span = Math.max(to - from, Number.MIN_VALUE);
  const widest = Math.max(Math.abs(from), Math.abs(to)) * 2 ** -40;
  let width = 2 ** Math.max(-40, Math.ceil(Math.log2(Math.max(span / bins, widest))));
  while (Math.floor(to / width) - Math.floor(from / width) > bins) width *= 2;
  return edgesFrom(Math.floor(from / width), Math.floor(to / width) + 1, width);
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const WIDTHS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
  DAY_MS,
];

/** Edges of at most `bins` + 1 bins of the same width over a range of epoch milliseconds, `to` excluded. */
export function timeEdges(from: number, to: number, bins: number): number[] {
  const least = (to - from) / bins;
  let width = WIDTHS_MS.find((one) => one >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  while (Math.ceil(to / width) - Math.floor(from / width) > bins + 1) width += Math.min(width, DAY_MS);
  return edgesFrom(Math.floor(from / width), Math.max(Math.floor(from / width) + 1, Math.ceil(to / width)), width);
}

const edgesFrom = (first: number, last: number, width: number) =>
  Array.from({ length: last - first + 1 }, (_, k) => (first + k) * width);
