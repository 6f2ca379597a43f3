import { FairLine, type Standing } from "./fair-line.ts";

/** Of all places, how many one person has at most where no setting says. */
export const halfOf = (places: number): number => Math.ceil(places / 2);

interface QueueSettings {
  /** Statements at once. */
  places: number;
  /** Of these, the ones that are left to people who have none. */
  kept: number;
  perPerson: number;
}

/** Lets a few statements run at once and has the others wait in a fair line. */
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

  /** What gives the place back, where one is free for the person at once. */
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

  /** Resolves with what gives the place back. Rejects with the signal's reason when that comes first. */
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
