import type { ServerTiming } from "../../../model/tile-profile.ts";
import { type ServerTimes, serverTimes, type Timeline } from "../../../server/timeline.ts";

/** When an answer was planned and which statements it needed, including those that another request started. */
export interface AnswerTiming extends Pick<ServerTiming, "cache" | "cacheSeconds"> {
  plannedMs: number;
  /** Statements of templates. */
  planning: Timeline | undefined;
  runs: readonly Timeline[];
}

export interface AnswerWindow {
  fromMs: number;
  toMs: number;
}

export function answerTimes({ plannedMs, runs }: AnswerTiming, window: AnswerWindow): ServerTimes {
  return serverTimes(window, { statements: runs.flatMap(({ statements }) => statements), plannedMs });
}

export function serverTimingOf(timing: AnswerTiming, window: AnswerWindow): ServerTiming {
  const { plannedMs, planning, runs, cache, cacheSeconds } = timing;
  const statements = runs.flatMap((run) => run.statements);
  const templates = serverTimes(
    { fromMs: window.fromMs, toMs: plannedMs },
    { statements: planning?.statements ?? [], plannedMs },
  );
  return {
    ...answerTimes(timing, window),
    cache,
    cacheSeconds,
    statements: statements.length,
    shared: statements.filter(({ isShared }) => isShared).length,
    templates: templates.queue + templates.engine,
    processing: runs.reduce((sum, run) => sum + run.processingMs, 0),
  };
}
