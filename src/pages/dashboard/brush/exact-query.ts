import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import { fetchChartData } from "../../../web/chart-view/use-chart-data.ts";

/** Asks the database for one range at a time, and then for the latest one. */
export class ExactQuery {
  #next: QueryContext | undefined;
  #isRunning = false;
  #isWanted = true;
  readonly #abort = new AbortController();
  readonly #show: (results: readonly ChartDataResult[], isStale: boolean) => void;

  /** `isStale`: another range has been asked for meanwhile. */
  constructor(show: (results: readonly ChartDataResult[], isStale: boolean) => void) {
    this.#show = show;
  }

  ask(context: QueryContext): void {
    this.#next = context;
    this.#isWanted = true;
    if (!this.#isRunning) void this.#run();
  }

  /** The latest range needs no request. */
  skip(): void {
    this.#next = undefined;
    this.#isWanted = false;
  }

  stop(): void {
    this.#next = undefined;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#next) {
        const context = this.#next;
        this.#next = undefined;
        const { result } = await fetchChartData(context, this.#abort.signal);
        if (this.#isWanted && !this.#abort.signal.aborted) this.#show(result, this.#next !== undefined);
      }
    } catch {
      // The chart stays stale; its own request says why when the range is selected.
    } finally {
      this.#isRunning = false;
    }
  }
}
