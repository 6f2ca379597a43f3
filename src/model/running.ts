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
