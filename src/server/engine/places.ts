import { Running } from "../jobs/running.ts";

interface Waiting<Place> {
  person: string;
  resolve(place: Place): void;
}

/**
 * Places of which each is one person's at a time. The last of them, as many as are `kept`, go to people who have none: so
 * whoever asks much waits behind those who ask little. The next place is of who has the fewest.
 */
export class Places<Place> {
  readonly #kept: number;
  readonly #idle: Place[] = [];
  readonly #taken = new Running();
  #waiting: Waiting<Place>[] = [];

  constructor(kept: number) {
    this.#kept = kept;
  }

  get idle(): readonly Place[] {
    return this.#idle;
  }

  add(place: Place): void {
    this.#idle.push(place);
  }

  take(person: string): Promise<Place> {
    return new Promise((resolve) => {
      this.#waiting.push({ person, resolve });
      this.#giveOut();
    });
  }

  giveBack(place: Place, person: string): void {
    this.#taken.end(person);
    this.#idle.push(place);
    this.#giveOut();
  }

  #giveOut(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const place = this.#idle.pop();
      if (place === undefined) return;
      const { person, resolve } = next;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#taken.begin(person);
      resolve(place);
    }
  }

  #next(): Waiting<Place> | undefined {
    const left = this.#idle.length;
    if (left === 0) return undefined;
    let next: Waiting<Place> | undefined;
    for (const one of this.#waiting) {
      const has = this.#taken.of(one.person);
      if (has === 0) return one;
      if (left > this.#kept && (!next || has < this.#taken.of(next.person))) next = one;
    }
    return next;
  }
}
