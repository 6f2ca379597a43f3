import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import { fetchChartData } from "../../../web/chart-view/use-chart-data.ts";
import { later } from "../../../web/client/clock.ts";

/**
 * Asks the database for one range at a time, and then for the latest one. Between two, it waits as long as the first took,
 * which leaves half of the time to the charts that follow by an index.
 */
export class ExactQuery {
  #next: QueryContext | undefined;
  #isRunning = false;
  #abort = new AbortController();
  readonly #show: (results: readonly ChartDataResult[], isStale: boolean) => void;

  /** `isStale`: another range has been asked for meanwhile. */
  constructor(show: (results: readonly ChartDataResult[], isStale: boolean) => void) {
    this.#show = show;
  }

  ask(context: QueryContext): void {
    this.#next = context;
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#next = undefined;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#next) {
      const context = this.#next;
      this.#next = undefined;
      this.#abort = new AbortController();
      const startedMs = performance.now();
      await this.#answer(context, this.#abort.signal);
      const tookMs = performance.now() - startedMs;
      if (this.#next) await new Promise<void>((resolve) => later(tookMs, resolve));
    }
    this.#isRunning = false;
  }

  async #answer(context: QueryContext, signal: AbortSignal): Promise<void> {
    try {
      const { result } = await fetchChartData(context, signal);
      if (!signal.aborted) this.#show(result, this.#next !== undefined);
    } catch {
      // The chart stays stale; its own request says why when the range is selected.
    }
  }
}
