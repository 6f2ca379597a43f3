import type { App } from "../app.ts";

/** Several servers on one store may run the same work at the same time. */
export interface PeriodicWork {
  readonly name: string;
  readonly everyMs: number;
  /** Aligned to the clock (each full minute, hour) instead of an interval after the last run. */
  readonly isOnTheClock?: boolean;
  /** Deletes what is older than its retention: only by a clock that has run evenly for a day. */
  readonly isRetention?: boolean;
  run(app: App): Promise<void>;
}

const FIRST_AFTER_MS = 60_000;
const SETTLED_MS = 24 * 60 * 60_000;

const PAUSED = "nothing is deleted by age for a day, since the clock was set";

export function startPeriodicWork(app: App, works: readonly PeriodicWork[]): void {
  for (const work of works) {
    let timer: NodeJS.Timeout;
    const waitMs = (defaultMs: number) =>
      work.isOnTheClock ? work.everyMs - (app.clock.now() % work.everyMs) : defaultMs;
    const turn = async () => {
      if (work.isRetention && app.clock.sinceSet() < SETTLED_MS) app.log.warn(PAUSED, { work: work.name });
      else await work.run(app).catch((error: unknown) => app.log.error(`${work.name} failed`, { error }));
      timer = setTimeout(turn, waitMs(work.everyMs)).unref();
    };
    timer = setTimeout(turn, waitMs(work.isRetention ? work.everyMs : FIRST_AFTER_MS)).unref();
    app.onClose(() => clearTimeout(timer));
  }
}
