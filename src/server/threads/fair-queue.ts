const MAX_USERS = 1000;

/** Serves the least recently served user next, so that many tasks of one user don't delay the others. */
export class FairQueue<Task extends { userKey: string }> {
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
    if (task) this.#remember(task.userKey);
    return task;
  }

  clear(): Task[] {
    return this.#waiting.splice(0);
  }

  #remember(user: string): void {
    this.#servedAt.delete(user);
    this.#servedAt.set(user, ++this.#served);
    const [oldest] = this.#servedAt.keys();
    if (this.#servedAt.size > MAX_USERS && oldest !== undefined) this.#servedAt.delete(oldest);
  }

  #turnOf(index: number): number {
    return this.#servedAt.get(this.#waiting[index]?.userKey ?? "") ?? 0;
  }
}
