import { FairLine, type Standing } from "./fair-line.ts";

/** The default limit for one user. */
export const halfOf = (places: number): number => Math.ceil(places / 2);

interface QueueSettings {
  /** Statements at once. */
  places: number;
  /** Of these, slots reserved for users who have none. */
  kept: number;
  perPerson: number;
}

/** Limits the statements that run at once and queues the others fairly by user. */
export class StatementQueue {
  readonly #line: FairLine<() => void>;
  #free: number;

  constructor({ places, kept, perPerson }: QueueSettings) {
    this.#line = new FairLine(kept, perPerson);
    this.#free = places;
  }

  standingOf(person: string): Standing {
    return this.#line.standingOf(person);
  }

  /** Returns the function that frees the slot, or undefined when none is free for the user now. */
  takeFree(person: string): (() => void) | undefined {
    let giveBack: (() => void) | undefined;
    const go = () => {
      giveBack = this.#giveBackOnce(person);
    };
    this.#line.join(person, go);
    this.#giveOut();
    if (!giveBack) this.#line.leave(go);
    return giveBack;
  }

  /** Resolves with the function that frees the slot. Rejects with the signal's reason when that comes first. */
  take(person: string, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#line.leave(go);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener("abort", stop);
        resolve(this.#giveBackOnce(person));
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      this.#line.join(person, go);
      this.#giveOut();
    });
  }

  #giveBackOnce(person: string): () => void {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#line.end(person);
      this.#free++;
      this.#giveOut();
    };
  }

  #giveOut(): void {
    for (let next = this.#line.next(this.#free); next; next = this.#line.next(this.#free)) {
      this.#free--;
      next.taker();
    }
  }
}
