import type { App } from "../app.ts";

/** Several servers on one store may run the same work at the same time. */
export interface PeriodicWork {
  readonly name: string;
  readonly everyMs: number;
  /** Aligned to the clock (each full minute, hour) instead of an interval after the last run. */
  readonly isOnTheClock?: boolean;
  run(app: App): Promise<void>;
}

const FIRST_AFTER_MS = 60_000;

export function startPeriodicWork(app: App, works: readonly PeriodicWork[]): void {
  for (const work of works) {
    let timer: NodeJS.Timeout;
    const waitMs = (defaultMs: number) =>
      work.isOnTheClock ? work.everyMs - (app.clock.now() % work.everyMs) : defaultMs;
    const turn = async () => {
      await work.run(app).catch((error: unknown) => app.log.error(`${work.name} failed`, { error }));
      timer = setTimeout(turn, waitMs(work.everyMs)).unref();
    };
    timer = setTimeout(turn, waitMs(FIRST_AFTER_MS)).unref();
    app.onClose(() => clearTimeout(timer));
  }
}
