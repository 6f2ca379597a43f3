import { Running } from "./running.ts";

interface Waiting<Taker> {
  person: string;
  taker: Taker;
}

/**
 * A line for places of which each is one person's at a time. The last of them, as many as are `kept`, go to people who have
 * none: so whoever asks much waits behind those who ask little. The next place is of who has the fewest.
 */
export class FairLine<Taker> {
  readonly #kept: number;
  readonly #taken = new Running();
  #waiting: Waiting<Taker>[] = [];

  constructor(kept: number) {
    this.#kept = kept;
  }

  join(person: string, taker: Taker): void {
    this.#waiting.push({ person, taker });
  }

  /** Whether it stood in line: it does not any more. */
  leave(taker: Taker): boolean {
    const left = this.#waiting.filter((one) => one.taker !== taker);
    const wasThere = left.length < this.#waiting.length;
    this.#waiting = left;
    return wasThere;
  }

  /** All who stand in line, which is empty afterwards. */
  empty(): Taker[] {
    return this.#waiting.splice(0).map(({ taker }) => taker);
  }

  /** Who gets one of the free places, and has it from now on, until `end` is called for the person. */
  next(free: number): Waiting<Taker> | undefined {
    const next = this.#first(free);
    if (!next) return undefined;
    this.leave(next.taker);
    this.#taken.begin(next.person);
    return next;
  }

  end(person: string): void {
    this.#taken.end(person);
  }

  #first(free: number): Waiting<Taker> | undefined {
    if (free <= 0) return undefined;
    let next: Waiting<Taker> | undefined;
    for (const one of this.#waiting) {
      const has = this.#taken.of(one.person);
      if (has === 0) return one;
      if (free > this.#kept && (!next || has < this.#taken.of(next.person))) next = one;
    }
    return next;
  }
}
