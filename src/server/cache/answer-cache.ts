import type { App } from "../app.ts";
import { ResultCache } from "./result-cache.ts";
import { type SharedCache, sharedCache } from "./shared-cache.ts";

/** The answers of one server in memory, and behind them those of all servers when there is a Redis. */
export class AnswerCache {
  readonly #own: ResultCache;
  readonly #shared: SharedCache | undefined;
  /** Grows with what other servers have replaced. */
  #replaced = 0;

  constructor(app: App) {
    this.#own = new ResultCache({ maxBytes: app.config.limits.cacheBytes, now: app.clock.now });
    this.#shared = app.once(sharedCache);
    this.#shared?.onReplaced((key) => {
      this.#replaced++;
      if (key === null) this.#own.clear();
      else this.#own.delete(key);
    });
  }

  /** Entries in this server's memory. */
  get size(): number {
    return this.#own.size;
  }

  /** A promise only where another server must be asked. */
  get(key: string): Buffer | undefined | Promise<Buffer | undefined> {
    return this.#own.get(key) ?? (this.#shared && this.#fetch(key, this.#shared));
  }

  async #fetch(key: string, shared: SharedCache): Promise<Buffer | undefined> {
    const replaced = this.#replaced;
    const found = await shared.get(key);
    if (found && replaced === this.#replaced) this.#own.set(key, found.value, found.ttlMs);
    return found?.value;
  }

  /** Seconds; 0: until it is pushed out. Resolves once every server can find it. */
  async set(key: string, value: Buffer, seconds: number): Promise<void> {
    const ttlMs = seconds === 0 ? null : seconds * 1000;
    this.#own.set(key, value, ttlMs);
    await this.#shared?.set(key, value, ttlMs);
  }
}
