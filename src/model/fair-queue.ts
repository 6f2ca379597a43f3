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
  /** By user, in order of arrival, with the place in that order: thousands of one user may wait. */
  readonly #waiting = new Map<string, Map<Handle, number>>();
  readonly #users = new Map<Handle, string>();
  #arrived = 0;

  constructor(reserved: number, perUser = Number.POSITIVE_INFINITY) {
    this.#reserved = reserved;
    this.#perUser = perUser;
  }

  statusOf(userKey: string): QueueStatus {
    const running = this.#running.of(userKey);
    const waiting = this.#waiting.get(userKey)?.size ?? 0;
    const ahead = running >= this.#perUser ? running : this.#running.total;
    return { running, waiting, ahead: waiting === 0 ? 0 : ahead };
  }

  join(userKey: string, handle: Handle): void {
    const own = this.#waiting.get(userKey) ?? new Map<Handle, number>();
    this.#waiting.set(userKey, own.set(handle, this.#arrived++));
    this.#users.set(handle, userKey);
  }

  leave(handle: Handle): boolean {
    const userKey = this.#users.get(handle);
    if (userKey === undefined) return false;
    this.#users.delete(handle);
    const own = this.#waiting.get(userKey);
    own?.delete(handle);
    if (own?.size === 0) this.#waiting.delete(userKey);
    return true;
  }

  empty(): Handle[] {
    const all = [...this.#waiting.values()].flatMap((own) => [...own]);
    this.#waiting.clear();
    this.#users.clear();
    return all.toSorted(([, a], [, b]) => a - b).map(([handle]) => handle);
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
    let next: (Waiting<Handle> & { count: number; arrived: number }) | undefined;
    for (const [userKey, own] of this.#waiting) {
      const count = this.#running.of(userKey);
      if (count >= this.#perUser || (count > 0 && free <= this.#reserved)) continue;
      for (const [handle, arrived] of own) {
        const isBefore = !next || count < next.count || (count === next.count && arrived < next.arrived);
        if (isBefore) next = { userKey, handle, count, arrived };
        break;
      }
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
