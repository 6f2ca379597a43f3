import { type PhaseTimes, splitTime } from "../model/tile-profile.ts";
import { inWork } from "./work-context.ts";

/** A statement on a connected database, in milliseconds of `performance.now()`. */
export interface StatementRun {
  startMs: number;
  queuedMs: number;
  endMs: number;
  isShared?: boolean;
}

/** Which statements a piece of work ran. */
export interface Timeline {
  readonly statements: StatementRun[];
  processingMs: number;
}

export const newTimeline = (): Timeline => ({ statements: [], processingMs: 0 });

export const onTimeline = <Result>(timeline: Timeline, work: () => Result): Result => inWork({ timeline }, work);

export type ServerTimes = Pick<PhaseTimes, "plan" | "queue" | "engine" | "encode">;

/** What comes before the last statement is planning, unless a statement waits or runs; what comes after it is encoding. */
export function serverTimes(
  window: { fromMs: number; toMs: number },
  { statements, plannedMs }: { statements: readonly StatementRun[]; plannedMs: number },
): ServerTimes {
  const lastMs = statements.reduce((last, { endMs }) => Math.max(last, endMs), plannedMs);
  const { plan, queue, engine, encode } = splitTime(
    window,
    [
      { phase: "plan", fromMs: window.fromMs, toMs: lastMs },
      { phase: "encode", fromMs: lastMs, toMs: window.toMs },
      ...statements.flatMap(({ startMs, queuedMs, endMs }) => [
        { phase: "queue" as const, fromMs: startMs, toMs: startMs + queuedMs },
        { phase: "engine" as const, fromMs: startMs + queuedMs, toMs: endMs },
      ]),
    ],
    ["engine", "queue", "encode", "plan"],
  );
  return { plan, queue, engine, encode };
}

/** As in https://www.w3.org/TR/server-timing/ */
export const serverTimingHeader = (times: Readonly<Record<string, number>>): string =>
  Object.entries(times)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(", ");
