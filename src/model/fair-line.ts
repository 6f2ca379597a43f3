interface Waiting<Taker> {
  person: string;
  taker: Taker;
}

/** Running and queued statements of one user. */
export interface Standing {
  running: number;
  waiting: number;
  /** Running statements, one of which must finish before the next queued one starts; 0 when none is queued. */
  ahead: number;
}

/**
 * A queue for a fixed number of slots. The last `kept` slots go to users who have none, so heavy users wait behind light
 * ones. The next slot goes to the user with the fewest, and no user has more than `perPerson`.
 */
export class FairLine<Taker> {
  readonly #kept: number;
  readonly #perPerson: number;
  readonly #taken = new Running();
  #waiting: Waiting<Taker>[] = [];

  constructor(kept: number, perPerson = Number.POSITIVE_INFINITY) {
    this.#kept = kept;
    this.#perPerson = perPerson;
  }

  standingOf(person: string): Standing {
    const running = this.#taken.of(person);
    const waiting = this.#waiting.filter((one) => one.person === person).length;
    const ahead = running >= this.#perPerson ? running : this.#taken.total;
    return { running, waiting, ahead: waiting === 0 ? 0 : ahead };
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
      if (has >= this.#perPerson) continue;
      if (has === 0) return one;
      if (free > this.#kept && (!next || has < this.#taken.of(next.person))) next = one;
    }
    return next;
  }
}

/** How much of each person is under way in this process: jobs, or bytes. */
export class Running {
  readonly #counts = new Map<string, number>();

  of(person: string): number {
    return this.#counts.get(person) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  begin(person: string, amount = 1): void {
    this.#counts.set(person, this.of(person) + amount);
  }

  end(person: string, amount = 1): void {
    const left = this.of(person) - amount;
    if (left > 0) this.#counts.set(person, left);
    else this.#counts.delete(person);
  }
}
