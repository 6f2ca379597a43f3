import type { App } from "../app.ts";

/** Work that is done again and again while a server runs. Several servers on one store may do it at the same time. */
export interface PeriodicWork {
  readonly name: string;
  readonly everyMs: number;
  /** Not that long after the turn before, but when the clock strikes: each full minute, hour. */
  readonly isOnTheClock?: boolean;
  run(app: App): Promise<void>;
}

const FIRST_AFTER_MS = 60_000;

/** Does each in its own time until the server ends; a failure is logged and the next turn comes as ever. */
export function startPeriodicWork(app: App, works: readonly PeriodicWork[]): void {
  for (const work of works) {
    let timer: NodeJS.Timeout;
    const waitMs = (usual: number) => (work.isOnTheClock ? work.everyMs - (app.clock.now() % work.everyMs) : usual);
    const turn = async () => {
      await work.run(app).catch((error: unknown) => app.log.error(`${work.name} failed`, { error }));
      timer = setTimeout(turn, waitMs(work.everyMs)).unref();
    };
    timer = setTimeout(turn, waitMs(FIRST_AFTER_MS)).unref();
    app.onClose(() => clearTimeout(timer));
  }
}
