/** A fixed pool. When all places are taken, callers wait for the next one in order. */
export class Places<Place> {
  readonly #idle: Place[] = [];
  readonly #waiting: ((place: Place) => void)[] = [];

  get idle(): readonly Place[] {
    return this.#idle;
  }

  take(): Promise<Place> {
    const place = this.#idle.pop();
    return place === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(place);
  }

  giveBack(place: Place): void {
    const next = this.#waiting.shift();
    if (next) next(place);
    else this.#idle.push(place);
  }
}
