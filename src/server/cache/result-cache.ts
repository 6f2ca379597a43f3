/**
 * Bytes kept in memory up to a limit; what was used longest ago goes first. Values are ready to be sent, so a hit costs
 * a lookup. Expired entries are dropped when they are asked for.
 */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  constructor(options: { maxBytes: number; now: () => number }) {
    this.#maxBytes = options.maxBytes;
    this.#now = options.now;
  }

  /** Bytes held, keys and bookkeeping included. */
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

  /** Without a time to live the entry stays until it is pushed out. Values beyond the limit are not kept. */
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
