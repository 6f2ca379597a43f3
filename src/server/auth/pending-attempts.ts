/** Waiting attempts that a right one lets try again: no more than the tightest limit frees. */
const RETRIED_AT_ONCE = 10;

/** Beyond that an attempt is refused at once, so that a flood of them takes no memory. */
const MAX_WAITING = 1000;

interface Pending {
  /** Attempts that are being verified. */
  count: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets attempts beyond a limit wait while earlier ones of the key are verified here, as each right one is taken back:
 * right ones never refuse each other, and no more wrong ones are verified than the limit allows.
 */
export class PendingAttempts {
  readonly #pending = new Map<string, Pending>();
  #rightOnes = 0;

  /** Answers what `attempt` does: 0, and then `settle` must be called, or the seconds to wait. */
  async reserve(key: string, attempt: () => Promise<number>): Promise<number> {
    for (;;) {
      const rightOnes = this.#rightOnes;
      const waitSeconds = await attempt();
      const pending = this.#pending.get(key);
      if (waitSeconds === 0) {
        if (pending) pending.count += 1;
        else this.#pending.set(key, { count: 1, waiting: [] });
        return 0;
      }
      // One that was taken back while the store counted this one made room.
      if (rightOnes !== this.#rightOnes) continue;
      if (!pending || pending.waiting.length >= MAX_WAITING) return waitSeconds;
      await new Promise<void>((resolve) => pending.waiting.push(resolve));
    }
  }

  settle(key: string, isRight: boolean): void {
    if (isRight) this.#rightOnes += 1;
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count === 0) this.#pending.delete(key);
    const retried = pending.count === 0 ? pending.waiting.length : isRight ? RETRIED_AT_ONCE : 0;
    for (const retry of pending.waiting.splice(0, retried)) retry();
  }
}
