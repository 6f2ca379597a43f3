/** How many jobs of each person run in this process. */
export class Running {
  readonly #counts = new Map<string, number>();

  of(person: string): number {
    return this.#counts.get(person) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  begin(person: string): void {
    this.#counts.set(person, this.of(person) + 1);
  }

  end(person: string): void {
    const left = this.of(person) - 1;
    if (left > 0) this.#counts.set(person, left);
    else this.#counts.delete(person);
  }
}
