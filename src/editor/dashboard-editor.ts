import { type DashboardDocument, fromRecords, toRecords } from "./dashboard-document.ts";
import { emptyHistory, markSaved, record, redo, seal, UNDO_LIMIT, undo, unsavedSteps } from "./history.ts";
import { type Records, shareUnchanged } from "./records.ts";

/** A change of the document: gets the current one, gives the next. */
export type Change = (document: DashboardDocument) => DashboardDocument;

export interface EditorSnapshot {
  document: DashboardDocument;
  /** The selected component of the layout. */
  selection: string | null;
  /** Name of the step that undo takes back, and of the one that redo repeats. */
  undoLabel: string | undefined;
  redoLabel: string | undefined;
  /** Steps away from what is saved. */
  unsaved: number;
  /** More steps were made than can be undone. */
  hasOverflowed: boolean;
}

/** A drag or a resize under way: changes show live and become one step when it completes, or none when cancelled. */
export interface Gesture {
  update(change: Change): void;
  complete(): void;
  cancel(): void;
}

/**
 * The headless dashboard editor: one document, its history and the selection. It knows nothing of React or the DOM;
 * views subscribe and draw the snapshot. Every edit leads from one set of records to another, so everything is undone
 * the same way.
 */
export class DashboardEditor {
  #records: Records;
  #snapshot: EditorSnapshot | undefined;
  #document: { of: Records; value: DashboardDocument } | undefined;
  #selection: string | null = null;
  #gesture: { label: string; start: Records } | undefined;
  #history = emptyHistory<Records>();
  readonly #listeners = new Set<() => void>();

  constructor(document: DashboardDocument) {
    this.#records = toRecords(document);
  }

  get document(): DashboardDocument {
    if (this.#document?.of !== this.#records) {
      this.#document = { of: this.#records, value: fromRecords(this.#records) };
    }
    return this.#document.value;
  }

  /** The same object until something changes: fit for React's useSyncExternalStore. */
  readonly getSnapshot = (): EditorSnapshot => {
    this.#snapshot ??= {
      document: this.document,
      selection: this.#selection,
      undoLabel: this.#history.past.at(-1)?.label,
      redoLabel: this.#history.future[0]?.label,
      unsaved: unsavedSteps(this.#history),
      hasOverflowed: this.#history.dropped > 0,
    };
    return this.#snapshot;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** One undoable step. Steps with the same `mergeKey` in a row are one. Edits that change nothing leave no step. */
  edit(label: string, change: Change, mergeKey?: string): void {
    if (this.#gesture) throw new Error(`edit during gesture: ${this.#gesture.label}`);
    this.#record(label, toRecords(change(this.document)), mergeKey);
  }

  begin(label: string): Gesture {
    if (this.#gesture) throw new Error(`gesture during gesture: ${this.#gesture.label}`);
    const gesture = { label, start: this.#records };
    this.#gesture = gesture;
    const finish = (keep: boolean) => {
      if (this.#gesture !== gesture) return;
      this.#gesture = undefined;
      const after = this.#records;
      this.#records = gesture.start;
      if (keep) this.#record(label, after);
      else this.#changed();
    };
    return {
      update: (change) => {
        if (this.#gesture !== gesture) return;
        this.#records = toRecords(change(fromRecords(gesture.start)));
        this.#changed();
      },
      complete: () => finish(true),
      cancel: () => finish(false),
    };
  }

  select(id: string | null): void {
    if (this.#selection === id) return;
    this.#selection = id;
    this.#changed();
  }

  undo(): void {
    this.#travel(undo);
  }

  redo(): void {
    this.#travel(redo);
  }

  /** What is on screen is saved: nothing is unsaved, the history stays. */
  markSaved(): void {
    this.#history = markSaved(this.#history);
    this.#changed();
  }

  /** Ends the merging of steps: the field being typed in lost its focus. */
  seal(): void {
    this.#history = seal(this.#history);
  }

  #record(label: string, changed: Records, mergeKey?: string): void {
    const state = this.#records;
    const after = shareUnchanged(state, changed);
    this.#records = after;
    const isBack = (earlier: Records) => shareUnchanged(earlier, after) === earlier;
    if (after !== state) this.#history = record(this.#history, { state, label, mergeKey }, isBack);
    this.#changed();
  }

  #travel(way: typeof undo): void {
    const step = this.#gesture ? undefined : way(this.#history, this.#records);
    if (!step) return;
    this.#records = step.state;
    this.#history = step.history;
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = undefined;
    if (this.#selection && !this.document.layout[this.#selection]) this.#selection = null;
    for (const listener of this.#listeners) listener();
  }
}

/** Shown once when more steps were made than can be undone. */
export const OVERFLOW_MESSAGE = `You have used all ${UNDO_LIMIT} undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.`;
