import { FairLine } from "../../model/fair-line.ts";

/** Places that are there already, given out in a fair line. */
export class Places<Place> {
  readonly #idle: Place[] = [];
  readonly #line: FairLine<(place: Place) => void>;

  constructor(kept: number) {
    this.#line = new FairLine(kept);
  }

  get idle(): readonly Place[] {
    return this.#idle;
  }

  add(place: Place): void {
    this.#idle.push(place);
  }

  take(person: string): Promise<Place> {
    return new Promise((resolve) => {
      this.#line.join(person, resolve);
      this.#giveOut();
    });
  }

  giveBack(place: Place, person: string): void {
    this.#line.end(person);
    this.#idle.push(place);
    this.#giveOut();
  }

  #giveOut(): void {
    for (let next = this.#line.next(this.#idle.length); next; next = this.#line.next(this.#idle.length)) {
      next.taker(this.#idle.pop() as Place);
    }
  }
}
