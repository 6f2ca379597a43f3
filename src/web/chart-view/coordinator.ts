import { t } from "../../i18n/translate.ts";
import type { AnswerHead } from "../../model/arrow-rows.ts";
import type { QueryContext } from "../../model/query-context.ts";
import type { ResponseFacts } from "../client/errors.ts";
import { type AnswerTimes, isProfiling } from "./profiler.ts";

/**
 * Loads the data of every chart on a page. Concurrent requests are batched into one call whose results stream back as
 * they finish, so that slow charts don't block others; identical requests are joined; a call is aborted once all
 * requesters have left, which cancels its database queries.
 */

export interface ChartAnswer {
  status: number;
  /** Body as of POST /api/v1/chart/data. */
  body: unknown;
  facts?: ResponseFacts;
  times?: AnswerTimes;
}

export interface Transport {
  single(context: QueryContext, signal: AbortSignal): Promise<ChartAnswer>;
  /** Calls `onAnswer` as each result arrives. Rejects if the call itself fails. */
  batch(
    requests: readonly BatchRequest[],
    onAnswer: (key: string, answer: ChartAnswer) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Calls back once the current batch is complete. */
  soon(callback: () => void): void;
  pause(ms: number): Promise<void>;
}

export interface BatchRequest {
  key: string;
  context: QueryContext;
}

const MAX_BATCH = 200;

/** How long requests for numbers that are shown already wait for the others. */
const CONFIRM_MS = 500;

interface Pending {
  key: string;
  context: QueryContext;
  isConfirmation: boolean;
  waiting: Set<Waiter>;
  call?: Call;
}

interface Waiter {
  resolve(answer: ChartAnswer): void;
  reject(error: unknown): void;
}

interface Call {
  abort: AbortController;
  open: Set<Pending>;
}

export class Coordinator {
  readonly #transport: Transport;
  readonly #pending = new Map<string, Pending>();
  #queue: Pending[] = [];
  /** Confirmations, while the requests before them are being answered. */
  #later: Pending[] = [];
  #afterSending: (() => void)[] = [];

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Rejects with an AbortError when `signal` aborts. Confirmations are of numbers that are shown already. */
  request(context: QueryContext, signal: AbortSignal, isConfirmation = false): Promise<ChartAnswer> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const pending = this.#join(context, isConfirmation);
    return new Promise((resolve, reject) => {
      const leave = () => {
        pending.waiting.delete(waiter);
        reject(signal.reason);
        if (pending.waiting.size === 0) this.#abandon(pending);
      };
      const waiter: Waiter = {
        resolve: (answer) => {
          signal.removeEventListener("abort", leave);
          resolve(answer);
        },
        reject: (error) => {
          signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      pending.waiting.add(waiter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Calls back when the requests so far have been sent, except for confirmations. */
  afterSending(callback: () => void): void {
    if (this.#queue.length === 0) callback();
    else this.#afterSending.push(callback);
  }

  /** Doesn't wait for more requests. */
  sendNow(): void {
    this.#flush();
  }

  /** Doesn't let confirmations wait, as what is shown isn't to be confirmed after all. */
  confirmNow(): void {
    this.#confirm(this.#later);
  }

  #join(context: QueryContext, isConfirmation: boolean): Pending {
    const key = JSON.stringify(context);
    const same = this.#pending.get(key);
    if (same) {
      if (!isConfirmation) this.#confirm([same]);
      same.isConfirmation &&= isConfirmation;
      return same;
    }
    const pending: Pending = { key, context, isConfirmation, waiting: new Set() };
    this.#pending.set(key, pending);
    if (this.#queue.length === 0) this.#transport.soon(() => this.#flush());
    this.#queue.push(pending);
    return pending;
  }

  #abandon(pending: Pending): void {
    this.#pending.delete(pending.key);
    this.#queue = this.#queue.filter((other) => other !== pending);
    this.#later = this.#later.filter((other) => other !== pending);
    const call = pending.call;
    if (!call) return;
    call.open.delete(pending);
    if (call.open.size === 0) call.abort.abort();
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    const first = queue.filter(({ isConfirmation }) => !isConfirmation);
    const confirmations = queue.filter(({ isConfirmation }) => isConfirmation);
    this.#later.push(...confirmations);
    const sent = this.#sendAll(first);
    if (first.length === 0) this.#confirm(confirmations);
    else if (confirmations.length > 0) {
      void Promise.race([sent, this.#transport.pause(CONFIRM_MS)]).then(() => this.#confirm(confirmations));
    }
    for (const callback of this.#afterSending.splice(0)) callback();
  }

  /** Those of them that still wait. */
  #confirm(confirmations: readonly Pending[]): void {
    const due = this.#later.filter((pending) => confirmations.includes(pending));
    this.#later = this.#later.filter((pending) => !due.includes(pending));
    void this.#sendAll(due);
  }

  /** Resolves once all are answered. */
  async #sendAll(queue: readonly Pending[]): Promise<void> {
    const calls: Promise<void>[] = [];
    for (let start = 0; start < queue.length; start += MAX_BATCH) {
      const batch = queue.slice(start, start + MAX_BATCH);
      const call: Call = { abort: new AbortController(), open: new Set(batch) };
      for (const pending of batch) pending.call = call;
      calls.push(this.#send(batch, call));
    }
    await Promise.all(calls);
  }

  async #send(batch: readonly Pending[], call: Call): Promise<void> {
    const byKey = new Map(batch.map((pending, index) => [String(index), pending]));
    try {
      const [only] = batch;
      if (batch.length === 1 && only && !isProfiling()) {
        this.#resolve(only, await this.#transport.single(only.context, call.abort.signal));
        return;
      }
      const requests = [...byKey].map(([key, { context }]) => ({ key, context }));
      await this.#transport.batch(
        requests,
        (key, answer) => {
          const pending = byKey.get(key);
          if (pending) this.#resolve(pending, answer);
        },
        call.abort.signal,
      );
      this.#fail(call, new Error(t("the response ended before every chart had its data")));
    } catch (error) {
      this.#fail(call, error);
    }
  }

  #resolve(pending: Pending, answer: ChartAnswer): void {
    this.#close(pending);
    for (const waiter of pending.waiting) waiter.resolve(answer);
  }

  #fail(call: Call, error: unknown): void {
    for (const pending of [...call.open]) {
      this.#close(pending);
      for (const waiter of pending.waiting) waiter.reject(error);
    }
  }

  #close(pending: Pending): void {
    pending.call?.open.delete(pending);
    if (this.#pending.get(pending.key) === pending) this.#pending.delete(pending.key);
  }
}

export interface Frame {
  head: AnswerHead;
  bytes: Uint8Array<ArrayBuffer>;
}

const NEWLINE = 10;

/**
 * Reads lines of JSON, each followed by as many bytes as it says. An incomplete frame at the end is left out. Servers of
 * an earlier version, which an update may still be replacing, have the body in the line.
 */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const received = new ByteQueue();
  let head: ReadHead | undefined;
  for await (const chunk of stream) {
    received.push(chunk);
    for (;;) {
      head ??= readHead(received);
      if (!head || received.length < head.bytes) break;
      yield { head, bytes: head.body ? encoded(head.body) : received.take(head.bytes) };
      head = undefined;
    }
  }
}

type ReadHead = AnswerHead & { body?: unknown };

const encoded = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));

function readHead(received: ByteQueue): ReadHead | undefined {
  const end = received.indexOf(NEWLINE);
  if (end < 0) return undefined;
  return JSON.parse(new TextDecoder().decode(received.take(end + 1))) as ReadHead;
}

class ByteQueue {
  #chunks: Uint8Array[] = [];
  length = 0;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  indexOf(byte: number): number {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(byte);
      if (at >= 0) return before + at;
      before += chunk.length;
    }
    return -1;
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const chunk = this.#chunks.shift() as Uint8Array;
      const part = chunk.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length));
    }
    this.length -= length;
    return taken;
  }
}
