/**
 * Shares one run of the work between concurrent callers with the same key. The work is aborted when every caller has
 * left; a caller that leaves early is rejected immediately without affecting the others.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  get size(): number {
    return this.#flights.size;
  }

  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiting++;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason);
        this.#leave(key, flight);
      };
      signal?.addEventListener("abort", leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { controller, waiting: 0, result: work(controller.signal) };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  #leave(key: string, flight: Flight<T>): void {
    flight.waiting--;
    if (flight.waiting > 0) return;
    this.#forget(key, flight);
    flight.controller.abort();
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

interface Flight<T> {
  controller: AbortController;
  waiting: number;
  result: Promise<T>;
}
