import type { App } from "../app.ts";
import { type SharedCache, sharedCache } from "./shared-cache.ts";

/** An LRU cache limited by bytes. Values are stored ready to send. Expired entries are dropped on access. */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  constructor(options: { maxBytes: number; now: () => number }) {
    this.#maxBytes = options.maxBytes;
    this.#now = options.now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Buffer | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.expiresAt <= this.#now()) {
      this.#bytes -= weightOf(key, entry.value);
      return undefined;
    }
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** `ttlMs` null = until evicted. Values over half the limit aren't cached. */
  set(key: string, value: Buffer, ttlMs: number | null): void {
    this.delete(key);
    const weight = weightOf(key, value);
    if (weight > this.#maxBytes / 2) return;
    this.#entries.set(key, { value, expiresAt: ttlMs === null ? Number.POSITIVE_INFINITY : this.#now() + ttlMs });
    this.#bytes += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= weightOf(oldest, entry.value);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= weightOf(key, entry.value);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}

interface Entry {
  value: Buffer;
  expiresAt: number;
}

const OVERHEAD_BYTES = 200;

const weightOf = (key: string, value: Buffer) => key.length * 2 + value.byteLength + OVERHEAD_BYTES;

/** This server's cache in memory, backed by the shared one when there is a Redis. */
export class AnswerCache {
  readonly #own: ResultCache;
  readonly #shared: SharedCache | undefined;
  /** Incremented when another server replaces an entry, so that a fetch in progress doesn't cache a stale value. */
  #replaced = 0;

  constructor(app: App, maxBytes: number = app.config.limits.cacheBytes) {
    this.#own = new ResultCache({ maxBytes, now: app.clock.elapsed });
    this.#shared = app.once(sharedCache);
    this.#shared?.onReplaced((key) => {
      this.#replaced++;
      if (key === null) this.#own.clear();
      else this.#own.delete(key);
    });
  }

  get size(): number {
    return this.#own.size;
  }

  get(key: string): Buffer | undefined | Promise<Buffer | undefined> {
    return this.#own.get(key) ?? (this.#shared && this.#fetch(key, this.#shared));
  }

  async #fetch(key: string, shared: SharedCache): Promise<Buffer | undefined> {
    const replaced = this.#replaced;
    const found = await shared.get(key);
    if (found && replaced === this.#replaced) this.#own.set(key, found.value, found.ttlMs);
    return found?.value;
  }

  async delete(key: string): Promise<void> {
    this.#own.delete(key);
    await this.#shared?.delete(key);
  }

  /** `seconds` 0 = until evicted. Resolves once every server can find the entry. */
  async set(key: string, value: Buffer, seconds: number): Promise<void> {
    const ttlMs = seconds === 0 ? null : seconds * 1000;
    this.#own.set(key, value, ttlMs);
    await this.#shared?.set(key, value, ttlMs);
  }
}
