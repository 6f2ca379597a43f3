import { type Diff, joinDiffs } from "./records.ts";

/** One undoable step, named for the person ("Moved How late"). */
export interface Step {
  label: string;
  diff: Diff;
  /** Steps with the same key, one after the other, are one (typing in one field). */
  mergeKey?: string;
}

export const UNDO_LIMIT = 50;

/**
 * Steps done and undone. Positions are counted from the start of the editing session, so that "how far from what is
 * saved" stays right when old steps fall off the end. Only the last 50 steps can be undone.
 */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];
  #dropped = 0;
  /** Position of the saved state; NaN when it can no longer be reached. */
  #saved = 0;
  /** The last step may not be merged into: it was saved, undone to, or ended. */
  #isSealed = true;

  get lastDone(): Step | undefined {
    return this.#done.at(-1);
  }

  get nextUndone(): Step | undefined {
    return this.#undone.at(-1);
  }

  /** Steps that can no longer be undone. */
  get overflow(): number {
    return this.#dropped;
  }

  /** Steps between the saved state and now, either way; 0 when nothing is unsaved. */
  get unsaved(): number {
    const distance = Math.abs(this.#position - this.#saved);
    return Number.isNaN(distance) ? this.#position : distance;
  }

  push(step: Step): void {
    if (step.diff.size === 0) return;
    if (this.#undone.length > 0 && this.#saved > this.#position) this.#saved = Number.NaN;
    this.#undone = [];
    const last = this.#done.at(-1);
    if (last && step.mergeKey !== undefined && last.mergeKey === step.mergeKey && !this.#isSealed) {
      this.#merge(last, step);
      return;
    }
    this.#done.push(step);
    this.#isSealed = false;
    if (this.#done.length <= UNDO_LIMIT) return;
    this.#done.shift();
    this.#dropped += 1;
  }

  /** Takes the last step back; the caller applies its diff backwards. */
  undo(): Step | undefined {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    this.#isSealed = true;
    return step;
  }

  redo(): Step | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    this.#isSealed = true;
    return step;
  }

  markSaved(): void {
    this.#saved = this.#position;
    this.#isSealed = true;
  }

  /** The next step starts anew even with the same merge key (the field lost its focus). */
  seal(): void {
    this.#isSealed = true;
  }

  get #position(): number {
    return this.#dropped + this.#done.length;
  }

  #merge(last: Step, step: Step): void {
    const diff = joinDiffs(last.diff, step.diff);
    this.#done.pop();
    if (diff.size > 0) this.#done.push({ ...last, diff });
  }
}
