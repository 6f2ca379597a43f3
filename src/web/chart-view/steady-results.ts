import { useRef } from "react";
import type { ChartDataResult } from "../../model/query-context.ts";

type Row = Readonly<Record<string, unknown>>;
type Results = readonly ChartDataResult[] | undefined;

/** Results that would be drawn the same as the ones before are these, so that nothing is drawn again for them. */
export function useSteadyResults(given: Results): Results {
  const last = useRef({ given, drawn: given });
  if (given !== last.current.given) {
    const { drawn } = last.current;
    last.current = { given, drawn: drawn && given && areDrawnAlike(drawn, given) ? drawn : given };
  }
  return last.current.drawn;
}

/** Facts about a run, which no chart draws. */
const OF_RUN = new Set([
  "query",
  "language",
  "status",
  "error",
  "stacktrace",
  "cache_key",
  "cache_timeout",
  "cached_dttm",
  "queried_dttm",
  "is_cached",
  "applied_filters",
  "applied_template_filters",
]);

/** A period that wasn't over when one was read may have been when the other was. */
const MOST_APART_MS = 60_000;

export function areDrawnAlike(a: readonly ChartDataResult[], b: readonly ChartDataResult[]): boolean {
  return a.length === b.length && a.every((result, i) => isDrawnAlike(result, b[i] as ChartDataResult));
}

function isDrawnAlike(a: ChartDataResult, b: ChartDataResult): boolean {
  const names = [...Object.keys(a), ...Object.keys(b)].filter((name) => name !== "data" && !OF_RUN.has(name));
  const isSame = names.every((name) => isSameValue(a[name], b[name]));
  return isSame && isReadTogether(a, b) && areSameRows(a.data, b.data);
}

function isReadTogether({ queried_dttm: a }: ChartDataResult, { queried_dttm: b }: ChartDataResult): boolean {
  return a === b || Math.abs(Date.parse(a ?? "") - Date.parse(b ?? "")) < MOST_APART_MS;
}

function areSameRows(a: ChartDataResult["data"], b: ChartDataResult["data"]): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((row, i) => isSameRow(row, b[i]));
}

function isSameRow(a: Row, b: Row = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isSameValue(a[name], b[name]));
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
