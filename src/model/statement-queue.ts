import { FairSlots, type QueueStatus } from "./fair-queue.ts";

export const halfOf = (slots: number): number => Math.ceil(slots / 2);

interface QueueSettings {
  slots: number;
  reserved: number;
  perUser: number;
}

export class StatementQueue {
  readonly #slots: FairSlots<() => void>;
  /** One listener for all waiting statements of a request, since adding the next one takes longer with each. */
  readonly #stops = new WeakMap<AbortSignal, Set<() => void>>();
  #free: number;

  constructor({ slots, reserved, perUser }: QueueSettings) {
    this.#slots = new FairSlots(reserved, perUser);
    this.#free = slots;
  }

  statusOf(userKey: string): QueueStatus {
    return this.#slots.statusOf(userKey);
  }

  takeFree(userKey: string): (() => void) | undefined {
    let release: (() => void) | undefined;
    const go = () => {
      release = this.#releaseOnce(userKey);
    };
    this.#slots.join(userKey, go);
    this.#assignSlots();
    if (!release) this.#slots.leave(go);
    return release;
  }

  take(userKey: string, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#slots.leave(go);
        reject(signal?.reason);
      };
      const go = () => {
        if (signal) this.#stops.get(signal)?.delete(stop);
        resolve(this.#releaseOnce(userKey));
      };
      if (signal?.aborted) return stop();
      if (signal) this.#onAbort(signal, stop);
      this.#slots.join(userKey, go);
      this.#assignSlots();
    });
  }

  #onAbort(signal: AbortSignal, stop: () => void): void {
    const known = this.#stops.get(signal);
    if (known) {
      known.add(stop);
      return;
    }
    const stops = new Set([stop]);
    this.#stops.set(signal, stops);
    const stopAll = () => {
      for (const each of stops) each();
    };
    signal.addEventListener("abort", stopAll, { once: true });
  }

  #releaseOnce(userKey: string): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#slots.end(userKey);
      this.#free++;
      this.#assignSlots();
    };
  }

  #assignSlots(): void {
    for (let next = this.#slots.next(this.#free); next; next = this.#slots.next(this.#free)) {
      this.#free--;
      next.handle();
    }
  }
}
