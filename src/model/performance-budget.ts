import { z } from "zod";

const Limit = z.number().min(1).max(1e12).nullish();

/** What a view of a dashboard may take; each limit is optional. */
export const PerformanceBudget = z.looseObject({
  /** 95th percentile of the time from navigation to the last tile. */
  p95_ms: Limit,
  rows: Limit,
  /** Of the answers, as sent. */
  bytes: Limit,
});
export type PerformanceBudget = z.infer<typeof PerformanceBudget>;

export const BUDGET_KEYS = ["p95_ms", "rows", "bytes"] as const;
export type BudgetKey = (typeof BUDGET_KEYS)[number];

export type View = Record<"ms" | "rows" | "bytes", number>;

const LARGEST: View = { ms: 60 * 60 * 1000, rows: 1e9, bytes: 1e12 };
/** A browser's event has a few hundred. */
export const MAX_VIEW_TEXT = 4000;

/** From an entry of the action log; undefined if it isn't plausible. */
export function viewOf(ms: unknown, json: string | null | undefined): View | undefined {
  const { rows, bytes } = fieldsOf(json ?? "");
  const isPlausible = isUpTo(ms, LARGEST.ms) && isUpTo(rows, LARGEST.rows) && isUpTo(bytes, LARGEST.bytes);
  return isPlausible ? { ms, rows, bytes } : undefined;
}

const isUpTo = (value: unknown, largest: number): value is number =>
  typeof value === "number" && value >= 0 && value <= largest;

function fieldsOf(text: string): Record<string, unknown> {
  if (text.length > MAX_VIEW_TEXT) return {};
  try {
    return { ...(JSON.parse(text) as object | null) };
  } catch {
    return {};
  }
}

export interface MeasuredViews extends Record<BudgetKey, number> {
  views: number;
}

/** The 95th percentile of each. */
export function measureViews(views: readonly View[]): MeasuredViews {
  const of = (key: keyof View) => percentile95(views.map((view) => view[key]));
  return { views: views.length, p95_ms: of("ms"), rows: of("rows"), bytes: of("bytes") };
}

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

export interface BudgetExcess {
  key: BudgetKey;
  value: number;
  limit: number;
}

export function excessOver(budget: PerformanceBudget, measured: MeasuredViews): BudgetExcess[] {
  return BUDGET_KEYS.flatMap((key) => {
    const limit = budget[key];
    const value = measured[key];
    return limit != null && value > limit ? [{ key, value, limit }] : [];
  });
}
