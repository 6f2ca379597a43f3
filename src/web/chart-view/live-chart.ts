import { useEffect, useMemo, useSyncExternalStore } from "react";
import { onReadersClock } from "../../chart-kit/format/zoned.ts";
import type { ExtraFormData } from "../../model/data-mask.ts";
import type { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import type { ChartState } from "./chart-state.ts";

export interface LiveResults {
  /** Undefined: the chart's own. */
  results?: readonly ChartDataResult[];
  /** The results aren't those of the range that is selected right now. */
  isStale: boolean;
  /** Shown until the chart has other results of its own than these, for which it has to make a request. */
  until?: { answered: ChartState["answered"] };
}

/**
 * Results that a page shows in a chart for a while instead of its own, such as while a range is being selected. They
 * change without a new request, and without the page around the chart.
 */
export class LiveChart {
  /** The request of the mounted chart with other filters; undefined if it can't be asked. */
  contextOf: ((extra: ExtraFormData | undefined) => QueryContext | undefined) | undefined;
  #shown: LiveResults | null = null;
  readonly #listeners = new Set<() => void>();

  readonly shown = (): LiveResults | null => this.#shown;

  /** True if the chart's own request only confirms what is shown, or is about to be. */
  readonly isToConfirm = (): boolean => this.#shown?.until !== undefined && !this.#shown.isStale;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(next: LiveResults | null): void {
    if (next === this.#shown) return;
    this.#shown = next;
    for (const listener of this.#listeners) listener();
  }

  markStale(): void {
    if (this.#shown?.isStale !== true || this.#shown.until) this.show({ results: this.#shown?.results, isStale: true });
  }
}

const nothing = () => null;
const never = () => () => undefined;

/** What is shown instead of `own`, on the reader's clock. */
export function useLiveResults(live: LiveChart | undefined, own: ChartState): LiveResults | null {
  const shown = useSyncExternalStore(live?.subscribe ?? never, live?.shown ?? nothing);
  const isOver = shown?.until !== undefined && hasNewer(own, shown.until);
  useEffect(() => {
    if (isOver) live?.show(null);
  }, [isOver, live]);
  return useMemo(() => {
    if (!shown || isOver) return null;
    return shown.results ? { ...shown, results: shown.results.map(onReadersClock) } : shown;
  }, [shown, isOver]);
}

function hasNewer(
  { status, answered }: ChartState,
  { answered: before }: { answered: ChartState["answered"] },
): boolean {
  return answered !== before || status === "failed" || status === "invalid" || status === "stopped";
}
