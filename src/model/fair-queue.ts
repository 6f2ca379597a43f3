interface Waiting<Handle> {
  userKey: string;
  handle: Handle;
}

export interface QueueStatus {
  running: number;
  waiting: number;
  /** Running statements of which one must finish before the user's next one starts; 0 when none is queued. */
  ahead: number;
}

/**
 * The last `reserved` slots go to users without one, so heavy users wait behind light ones. The next slot goes to the
 * user with the fewest, and no user has more than `perUser`.
 */
export class FairSlots<Handle> {
  readonly #reserved: number;
  readonly #perUser: number;
  readonly #running = new RunningCounts();
  #waiting: Waiting<Handle>[] = [];

  constructor(reserved: number, perUser = Number.POSITIVE_INFINITY) {
    this.#reserved = reserved;
    this.#perUser = perUser;
  }

  statusOf(userKey: string): QueueStatus {
    const running = this.#running.of(userKey);
    const waiting = this.#waiting.filter((one) => one.userKey === userKey).length;
    const ahead = running >= this.#perUser ? running : this.#running.total;
    return { running, waiting, ahead: waiting === 0 ? 0 : ahead };
  }

  join(userKey: string, handle: Handle): void {
    this.#waiting.push({ userKey, handle });
  }

  leave(handle: Handle): boolean {
    const left = this.#waiting.filter((one) => one.handle !== handle);
    const wasQueued = left.length < this.#waiting.length;
    this.#waiting = left;
    return wasQueued;
  }

  empty(): Handle[] {
    return this.#waiting.splice(0).map(({ handle }) => handle);
  }

  /** The next entry for one of the free slots, which it holds until `end` is called for the user. */
  next(free: number): Waiting<Handle> | undefined {
    const next = this.#first(free);
    if (!next) return undefined;
    this.leave(next.handle);
    this.#running.begin(next.userKey);
    return next;
  }

  end(userKey: string): void {
    this.#running.end(userKey);
  }

  #first(free: number): Waiting<Handle> | undefined {
    if (free <= 0) return undefined;
    let next: Waiting<Handle> | undefined;
    for (const one of this.#waiting) {
      const count = this.#running.of(one.userKey);
      if (count >= this.#perUser) continue;
      if (count === 0) return one;
      if (free > this.#reserved && (!next || count < this.#running.of(next.userKey))) next = one;
    }
    return next;
  }
}

export class RunningCounts {
  readonly #counts = new Map<string, number>();

  of(userKey: string): number {
    return this.#counts.get(userKey) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  begin(userKey: string, amount = 1): void {
    this.#counts.set(userKey, this.of(userKey) + amount);
  }

  end(userKey: string, amount = 1): void {
    const left = this.of(userKey) - amount;
    if (left > 0) this.#counts.set(userKey, left);
    else this.#counts.delete(userKey);
  }
}
