/** People. */
const REMEMBERED = 1000;

/** A queue in which the person who was served longest ago comes next, so that many tasks of one delay nobody else. */
export class FairQueue<Task extends { person: string }> {
  readonly #waiting: Task[] = [];
  readonly #servedAt = new Map<string, number>();
  #served = 0;

  get size(): number {
    return this.#waiting.length;
  }

  add(task: Task): void {
    this.#waiting.push(task);
  }

  next(): Task | undefined {
    let best = 0;
    for (let i = 1; i < this.#waiting.length; i++) if (this.#turnOf(i) < this.#turnOf(best)) best = i;
    const [task] = this.#waiting.splice(best, 1);
    if (task) this.#remember(task.person);
    return task;
  }

  clear(): Task[] {
    return this.#waiting.splice(0);
  }

  #remember(person: string): void {
    this.#servedAt.delete(person);
    this.#servedAt.set(person, ++this.#served);
    const [oldest] = this.#servedAt.keys();
    if (this.#servedAt.size > REMEMBERED && oldest !== undefined) this.#servedAt.delete(oldest);
  }

  #turnOf(index: number): number {
    return this.#servedAt.get(this.#waiting[index]?.person ?? "") ?? 0;
  }
}
