/** The store took a request and doesn't respond to anyone. */
export class StoreHangsError extends Error {
  override readonly name = "StoreHangsError";
}

interface Pending {
  sinceMs: number;
  fail(): void;
}

const WAIT_PART = 1 / 3;

/**
 * Tells a store that hangs from a slow statement: when one has waited for a third of the limit, `probe` asks the store
 * over a new connection. Without a response within the rest of the limit, everything that waits fails.
 */
export class StoreWatch {
  readonly #waitMs: number;
  readonly #probeMs: number;
  readonly #probe: (limitMs: number) => Promise<boolean>;
  readonly #pending = new Set<Pending>();
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  #failsUntilMs = 0;

  constructor(limitMs: number, probe: (limitMs: number) => Promise<boolean>) {
    this.#waitMs = limitMs * WAIT_PART;
    this.#probeMs = limitMs - this.#waitMs;
    this.#probe = probe;
  }

  /** `abandon` is called when the work is given up. Rejects with StoreHangsError. */
  run<T>(start: () => Promise<T>, abandon: (started: Promise<T>) => void): Promise<T> {
    if (performance.now() < this.#failsUntilMs) return Promise.reject(hangs());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const started = start();
    const pending: Pending = {
      sinceMs: performance.now(),
      fail: () => {
        this.#pending.delete(pending);
        reject(hangs());
        abandon(started);
      },
    };
    this.#pending.add(pending);
    const end = () => this.#pending.delete(pending);
    started.then(end, end);
    started.then(resolve, reject);
    this.#schedule(this.#waitMs);
    return promise;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#timer || this.#isProbing) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#check();
    }, ms).unref();
  }

  async #check(): Promise<void> {
    const [oldest] = this.#pending;
    if (!oldest) return;
    const startMs = performance.now();
    const leftMs = oldest.sinceMs + this.#waitMs - startMs;
    if (leftMs > 0) return this.#schedule(leftMs);
    this.#isProbing = true;
    const responds = await this.#probe(this.#probeMs);
    this.#isProbing = false;
    if (responds) this.#proveAlive();
    else this.#fail(startMs);
    if (this.#pending.size > 0) this.#schedule(this.#waitMs);
  }

  #proveAlive(): void {
    const now = performance.now();
    for (const pending of this.#pending) pending.sinceMs = now;
  }

  #fail(probedMs: number): void {
    // Further statements of the same requests don't wait again.
    this.#failsUntilMs = performance.now() + this.#waitMs;
    for (const pending of [...this.#pending]) if (pending.sinceMs <= probedMs) pending.fail();
  }
}

const hangs = () => new StoreHangsError("the store doesn't respond");
