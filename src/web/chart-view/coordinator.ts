import type { QueryContext } from "../../model/query-context.ts";

/**
 * One coordinator asks for the data of every chart on a page. Requests made in the same moment travel together in one
 * call whose answers stream back as they finish, so that a slow chart holds up none; identical requests are joined;
 * a call whose requesters have all gone is aborted, which cancels its queries in the database.
 */

export interface ChartAnswer {
  status: number;
  /** The body POST /api/v1/chart/data would have given. */
  body: unknown;
}

export interface Transport {
  /** One request, one answer. */
  single(context: QueryContext, signal: AbortSignal): Promise<ChartAnswer>;
  /** Many requests; `onAnswer` as each finishes. Rejects when the call itself fails. */
  batch(
    requests: readonly BatchRequest[],
    onAnswer: (key: string, answer: ChartAnswer) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Calls back once the current moment's requests are in. */
  soon(callback: () => void): void;
}

export interface BatchRequest {
  key: string;
  context: QueryContext;
}

/** The most that one call takes. */
const MOST_TOGETHER = 200;

interface Pending {
  key: string;
  context: QueryContext;
  waiting: Set<Waiter>;
  /** Set while its call is under way. */
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

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The answer to a query context. Rejects with an AbortError when `signal` aborts. */
  request(context: QueryContext, signal: AbortSignal): Promise<ChartAnswer> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const pending = this.#join(context);
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

  #join(context: QueryContext): Pending {
    const key = JSON.stringify(context);
    const same = this.#pending.get(key);
    if (same) return same;
    const pending: Pending = { key, context, waiting: new Set() };
    this.#pending.set(key, pending);
    if (this.#queue.length === 0) this.#transport.soon(() => this.#flush());
    this.#queue.push(pending);
    return pending;
  }

  #abandon(pending: Pending): void {
    this.#pending.delete(pending.key);
    this.#queue = this.#queue.filter((other) => other !== pending);
    const call = pending.call;
    if (!call) return;
    call.open.delete(pending);
    if (call.open.size === 0) call.abort.abort();
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (let start = 0; start < queue.length; start += MOST_TOGETHER) {
      const batch = queue.slice(start, start + MOST_TOGETHER);
      const call: Call = { abort: new AbortController(), open: new Set(batch) };
      for (const pending of batch) pending.call = call;
      void this.#send(batch, call);
    }
  }

  async #send(batch: readonly Pending[], call: Call): Promise<void> {
    const byKey = new Map(batch.map((pending, index) => [String(index), pending]));
    try {
      const [only] = batch;
      if (batch.length === 1 && only) {
        this.#settle(only, await this.#transport.single(only.context, call.abort.signal));
        return;
      }
      const requests = [...byKey].map(([key, { context }]) => ({ key, context }));
      await this.#transport.batch(
        requests,
        (key, answer) => {
          const pending = byKey.get(key);
          if (pending) this.#settle(pending, answer);
        },
        call.abort.signal,
      );
      this.#fail(call, new Error("the answer ended before every chart had its data"));
    } catch (error) {
      this.#fail(call, error);
    }
  }

  #settle(pending: Pending, answer: ChartAnswer): void {
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

/** Splits a stream of newline-delimited JSON into its values. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield line;
  }
  if (rest.trim()) yield rest;
}
