import { postBrushIndex } from "../../../api/chart-data/brush-contract.ts";
import type { BinSpan, BrushDimension } from "../../../model/brush.ts";
import { queriesOf } from "../../../web/chart-view/chart-state.ts";
import { callForStream } from "../../../web/client/client.ts";
import type { Answers, ReadPart } from "./index-reader.ts";
import { IndexThread } from "./index-thread.ts";
import { type AnswerableTarget, isAnswerable, type Target } from "./targets.ts";

/** An index of the rows of some charts by the ranges of another one. */
export interface BrushIndex {
  /** Charts that it answers. */
  covered: ReadonlySet<number>;
  answer(ranges: readonly BinSpan[], chartIds: readonly number[]): Promise<Answers>;
}

interface Entry {
  id: number;
  index: Promise<BrushIndex | undefined>;
  /** Of the request, until it is answered. */
  abort: AbortController | undefined;
}

/** Indexes of charts that the pointer was near of last. */
const MOST_INDEXES = 3;

export class BrushIndexes {
  #thread: IndexThread | undefined;
  readonly #known = new Map<string, Entry>();
  #last = 0;

  /** Undefined if it can't be had: the charts have to be asked. */
  of(dimensions: readonly BrushDimension[], targets: readonly Target[]): Promise<BrushIndex | undefined> {
    const answerable = targets.filter(isAnswerable);
    if (dimensions.length === 0 || answerable.length === 0) return Promise.resolve(undefined);
    const key = JSON.stringify([
      dimensions,
      ...answerable.map(({ chartId, context, refreshKey }) => [chartId, refreshKey, queriesOf(context)]),
    ]);
    const known = this.#known.get(key);
    this.#known.delete(key);
    if (!known) this.abortRequests();
    const entry = known ?? this.#start(dimensions, answerable);
    this.#known.set(key, entry);
    if (!known) void this.#forgetFailed(key, entry.index);
    this.#evict();
    return entry.index;
  }

  #start(dimensions: readonly BrushDimension[], targets: readonly AnswerableTarget[]): Entry {
    this.#last += 1;
    const id = this.#last;
    const abort = new AbortController();
    this.#thread ??= new IndexThread();
    const of = { id, thread: this.#thread, signal: abort.signal };
    const index = loadIndex(of, dimensions, targets).catch(() => undefined);
    const entry: Entry = { id, index, abort };
    void index.then(() => {
      entry.abort = undefined;
    });
    return entry;
  }

  /** The server builds one index at a time for a user, and before the queries of charts if it is asked first. */
  abortRequests(): void {
    for (const [key, { abort }] of this.#known) {
      if (!abort) continue;
      abort.abort();
      this.#known.delete(key);
    }
  }

  /** It is asked again the next time. */
  async #forgetFailed(key: string, index: Promise<BrushIndex | undefined>): Promise<void> {
    if (!(await index) && this.#known.get(key)?.index === index) this.#known.delete(key);
  }

  #evict(): void {
    for (const [key, { id, abort }] of this.#known) {
      if (this.#known.size <= MOST_INDEXES) return;
      this.#known.delete(key);
      abort?.abort();
      void this.#thread?.ask({ kind: "forget", index: id });
    }
  }
}

async function loadIndex(
  { id, thread, signal }: { id: number; thread: IndexThread; signal: AbortSignal },
  dimensions: readonly BrushDimension[],
  targets: readonly AnswerableTarget[],
): Promise<BrushIndex> {
  const asked = targets.map(({ chartId, context }) => ({ key: String(chartId), context }));
  const body = { dimensions: [...dimensions], targets: asked };
  const response = await callForStream(postBrushIndex, { body }, { signal });
  const bytes = await response.arrayBuffer();
  const parts = (await thread.ask({ kind: "read", index: id, bytes })) as readonly ReadPart[];
  return {
    covered: new Set(targets.filter((target) => isCovered(target, parts)).map(({ chartId }) => chartId)),
    answer: async (ranges, chartIds) =>
      (await thread.ask({ kind: "answer", index: id, ranges, keys: chartIds.map(String) })) as Answers,
  };
}

function isCovered({ chartId, context }: AnswerableTarget, parts: readonly ReadPart[]): boolean {
  const own = parts.filter((part) => part.key === String(chartId) && part.isCovered);
  return own.length > 0 && own.length === context.queries.length;
}
