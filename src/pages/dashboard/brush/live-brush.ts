import { columnLabel } from "../../../model/adhoc.ts";
import { type BinSpan, type BrushDimension, binsOf } from "../../../model/brush.ts";
import type { MarkSelection, SelectionClause } from "../../../model/cross-filter.ts";
import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import type { LiveResults } from "../../../web/chart-view/live-chart.ts";
import { later } from "../../../web/client/clock.ts";
import type { BrushIndex } from "./brush-index.ts";
import { ExactQuery } from "./exact-query.ts";
import type { Answers } from "./index-reader.ts";
import type { Target } from "./targets.ts";

interface LiveBrushOptions {
  source: number;
  dimensions: readonly BrushDimension[];
  targets: readonly Target[];
  index: Promise<BrushIndex | undefined>;
  requestOf(chartId: number, selection: MarkSelection): QueryContext | undefined;
}

interface Move {
  selection: MarkSelection;
  /** Time of the input event. */
  at: number;
}

interface Evaluation {
  answers: Answers;
  move: Move;
}

/** An index that comes later doesn't hold the charts up. */
const INDEX_MS = 150;

/** One selection of a range, from its first move until it is released or canceled. */
export class LiveBrush {
  readonly source: number;
  readonly #options: LiveBrushOptions;
  readonly #exact = new Map<number, ExactQuery>();
  #index: BrushIndex | undefined;
  /** With the index, or while it is still being made. */
  #isReady = false;
  #latest: Move | undefined;
  #evaluated: Move | undefined;
  #next: Evaluation | undefined;
  /** Whose results the charts show. */
  #answered: Move | undefined;
  #isAnswering = false;
  /** For the next frame. */
  #isDrawn = false;
  #isOver = false;

  constructor(options: LiveBrushOptions) {
    this.#options = options;
    this.source = options.source;
    void options.index.then((index) => {
      this.#index = index;
      this.#isReady = true;
      this.#follow();
    });
    later(INDEX_MS, () => {
      this.#isReady = true;
      this.#follow();
    });
  }

  move(selection: MarkSelection, at: number): void {
    if (this.#latest && isSame(selection, this.#latest.selection)) return;
    this.#latest = { selection, at };
    this.#follow();
  }

  cancel(): void {
    this.#isOver = true;
    this.#stopQueries();
    for (const { live } of this.#options.targets) live.show(null);
  }

  /** `until` is undefined for charts that make no request of their own now. */
  release(until: (chartId: number) => LiveResults["until"]): void {
    const isAnswered = this.#answered === this.#latest;
    this.#isOver = true;
    // The charts' own requests join those for the same range first.
    later(0, () => this.#stopQueries());
    for (const { chartId, live } of this.#options.targets) {
      const next = until(chartId);
      const shown = live.shown();
      const isStale = shown?.isStale === true || !isAnswered;
      live.show(next && shown ? { ...shown, isStale, until: next } : null);
    }
  }

  #stopQueries(): void {
    for (const query of this.#exact.values()) query.stop();
  }

  #follow(): void {
    if (this.#isOver || !this.#latest || !this.#isReady) return;
    const { targets } = this.#options;
    const others = targets.filter(({ chartId }) => !this.#index?.covered.has(chartId));
    for (const { live } of others) live.markStale();
    for (const target of others) this.#ask(target, this.#latest.selection);
    if (others.length < targets.length && !this.#isAnswering) void this.#answer();
    else if (others.length === targets.length) this.#answered = this.#latest;
  }

  /** One evaluation at a time, then the latest; its answers are drawn in the next frame. */
  async #answer(): Promise<void> {
    this.#isAnswering = true;
    try {
      while (!this.#isOver && this.#latest && this.#evaluated !== this.#latest) {
        const move = this.#latest;
        this.#evaluated = move;
        this.#drawNext({ answers: await this.#answersOf(move.selection), move });
      }
    } catch {
      this.#index = undefined;
      this.#follow();
    } finally {
      this.#isAnswering = false;
    }
  }

  /** At once, which is shown earlier than what a frame draws, but only once per frame. */
  #drawNext(next: Evaluation): void {
    this.#next = next;
    if (this.#isDrawn) return;
    this.#draw();
  }

  #draw(): void {
    const latest = this.#next;
    this.#next = undefined;
    if (this.#isOver || !latest) return;
    this.#show(latest.answers, latest.move);
    this.#answered = latest.move;
    this.#isDrawn = true;
    requestAnimationFrame(() => {
      this.#isDrawn = false;
      measureMove(latest.move);
      later(0, () => this.#draw());
    });
  }

  async #answersOf(selection: MarkSelection): Promise<Answers> {
    const ranges = rangesOf(this.#options.dimensions, selection);
    if (!ranges || !this.#index) return {};
    return this.#index.answer(ranges, [...this.#index.covered]);
  }

  #show(answers: Answers, { selection }: Move): void {
    for (const target of this.#options.targets) {
      if (!this.#index?.covered.has(target.chartId)) continue;
      const results = resultsOf(target, answers);
      if (results) {
        this.#exact.get(target.chartId)?.stop();
        if (!isShown(target, results)) target.live.show({ results, isStale: false });
      } else {
        target.live.markStale();
        this.#ask(target, selection);
      }
    }
  }

  #ask({ chartId, live }: Target, selection: MarkSelection): void {
    const context = this.#options.requestOf(chartId, selection);
    if (!context) return;
    const query =
      this.#exact.get(chartId) ?? new ExactQuery((results, isStale) => this.#isOver || live.show({ results, isStale }));
    this.#exact.set(chartId, query);
    query.ask(context);
  }
}

/** Undefined if the selection isn't of ranges of these dimensions. */
export function rangesOf(
  dimensions: readonly BrushDimension[],
  selection: MarkSelection | null,
): BinSpan[] | undefined {
  const { clauses = [], isExcluded } = selection ?? {};
  if (clauses.length !== dimensions.length || isExcluded) return undefined;
  const ranges = dimensions.map((dimension, at) => {
    const clause = clauses[at];
    return clause && isOf(dimension, clause) ? binsOf(dimension, clause) : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function isOf(dimension: BrushDimension, { column, grain }: SelectionClause): boolean {
  return (
    columnLabel(column) === columnLabel(dimension.column) &&
    grain === ("grain" in dimension ? dimension.grain : undefined)
  );
}

/** Undefined if only the database can answer. */
export function resultsOf({ chartId, results }: Target, answers: Answers): ChartDataResult[] | undefined {
  const own = answers[chartId] ?? [];
  const merged = own.map((answer, at) => answer && { ...results[at], colzones: undefined, ...answer });
  return own.length > 0 && merged.every((result) => result !== null) ? (merged as ChartDataResult[]) : undefined;
}

/** Ranges next to each other often have the same rows, such as those of the same weeks. */
function isShown({ live }: Target, results: readonly ChartDataResult[]): boolean {
  const shown = live.shown();
  if (!shown?.results || shown.isStale) return false;
  return JSON.stringify(shown.results.map(numbersOf)) === JSON.stringify(results.map(numbersOf));
}

const numbersOf = ({ colnames, data, rowcount }: ChartDataResult) => [colnames, rowcount, data];

const isSame = (a: MarkSelection, b: MarkSelection) => JSON.stringify(a.clauses) === JSON.stringify(b.clauses);

/**
 * For performance panels: from the input until this frame is painted, which precedes other tasks. Observers keep the
 * entries, the page doesn't.
 */
function measureMove({ at }: Move): void {
  later(0, () => {
    performance.measure("brush", { start: at, end: performance.now() });
    performance.clearMeasures("brush");
  });
}
