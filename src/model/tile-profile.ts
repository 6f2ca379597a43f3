import { z } from "zod";

/** What the time of a chart on a dashboard is spent on, in this order. */
export const PHASES = ["wait", "plan", "queue", "engine", "encode", "wire", "decode", "draw"] as const;
export type Phase = (typeof PHASES)[number];
export type PhaseTimes = Record<Phase, number>;

export interface Interval {
  phase: Phase;
  fromMs: number;
  toMs: number;
}

export const NO_TIME: Readonly<PhaseTimes> = {
  wait: 0,
  plan: 0,
  queue: 0,
  engine: 0,
  encode: 0,
  wire: 0,
  decode: 0,
  draw: 0,
};

/** Divides the covered part of a window, so that times add up. Of overlapping intervals, the first in `order` counts. */
export function splitTime(
  { fromMs, toMs }: Omit<Interval, "phase">,
  intervals: readonly Interval[],
  order: readonly Phase[],
): PhaseTimes {
  const clipped = intervals
    .map((one) => ({ ...one, fromMs: Math.max(fromMs, one.fromMs), toMs: Math.min(toMs, one.toMs) }))
    .filter((one) => one.toMs > one.fromMs);
  const edges = [...new Set(clipped.flatMap((one) => [one.fromMs, one.toMs]))].sort((a, b) => a - b);
  const times: PhaseTimes = { ...NO_TIME };
  for (const [at, start] of edges.entries()) {
    const end = edges[at + 1];
    if (end === undefined) break;
    const running = new Set(clipped.filter((one) => one.fromMs <= start && one.toMs >= end).map(({ phase }) => phase));
    const phase = order.find((one) => running.has(one));
    if (phase) times[phase] += end - start;
  }
  return times;
}

const Milliseconds = z.number().min(0).max(86_400_000);
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** How the server answered one query context. Times are in milliseconds. */
export const ServerTiming = z.object({
  plan: Milliseconds,
  queue: Milliseconds,
  engine: Milliseconds,
  encode: Milliseconds,
  /** `bypassed`: the request asked for fresh data. `off`: the results are never cached. */
  cache: z.enum(["hit", "miss", "bypassed", "off"]),
  /** 0 = no limit. */
  cacheSeconds: z.number(),
  statements: Count,
  /** Statements that answered other charts too. */
  shared: Count,
  /** Of `plan`: queries made by templates. */
  templates: Milliseconds,
  /** Of `encode`: pivots, comparisons, forecasts. */
  processing: Milliseconds,
});
export type ServerTiming = z.infer<typeof ServerTiming>;

/** What an engine's plan says, without names or values. */
export const PlanFacts = z.object({
  /** Whole tables are read, and most of their rows used. */
  isFullScan: z.boolean(),
  /** Whole tables are read for a filter that an index could answer. */
  isIndexMissing: z.boolean(),
  /** Each row of one table is compared with each of another. */
  isNestedJoin: z.boolean(),
  /** The engine expects little work. */
  isCheap: z.boolean(),
});
export type PlanFacts = z.infer<typeof PlanFacts>;

export const ExplainFacts = z.object({
  ...PlanFacts.shape,
  /** How long the engine took to plan the statement, with its network. */
  explainMs: Milliseconds,
  /** Its cached result is used for less than a minute, as it depends on the time. */
  isChanging: z.boolean(),
});
export type ExplainFacts = z.infer<typeof ExplainFacts>;

/** One load of a chart on a dashboard, from what the user did to its drawing. */
export const TileProfile = z.strictObject({
  chartId: Count,
  wallMs: Milliseconds,
  phases: z.record(z.enum(PHASES), Milliseconds),
  /** The server's part; null if it wasn't split, as for background jobs. */
  server: ServerTiming.omit({ plan: true, queue: true, engine: true, encode: true }).nullable(),
  /** Of `wait` and `wire`: the browser was busy with other charts. */
  busyMs: Milliseconds,
  /** Of `draw`: loading the code of the chart type. */
  codeMs: Milliseconds,
  rows: Count,
  cells: Count,
  bytes: Count,
  isCut: z.boolean(),
  isGrouped: z.boolean(),
  /** Part of opening the page. */
  isFirst: z.boolean(),
  /** The chart needed the first value of a filter. */
  awaitsFilter: z.boolean(),
  hasFailed: z.boolean(),
  explained: ExplainFacts.nullable(),
});
export type TileProfile = z.infer<typeof TileProfile>;
