import { t } from "../i18n/translate.ts";
import { type DashboardDocument, fromRecords, toRecords } from "./dashboard-document.ts";
import { emptyHistory, markSaved, record, redo, seal, UNDO_LIMIT, undo, unsavedSteps } from "./history.ts";
import { type Records, shareUnchanged } from "./records.ts";

export type Change = (document: DashboardDocument) => DashboardDocument;

export interface EditorSnapshot {
  document: DashboardDocument;
  selection: string | null;
  undoLabel: string | undefined;
  redoLabel: string | undefined;
  unsaved: number;
  hasOverflowed: boolean;
}

/** A drag or resize in progress: changes show live and become one undo step on completion, none on cancel. */
export interface Gesture {
  update(change: Change): void;
  complete(): void;
  cancel(): void;
}

/**
 * Headless dashboard editor: document, history and selection. Independent of React and the DOM; views subscribe to
 * snapshots. Every edit maps records to records, so undo is generic.
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

  /** Stable until something changes, for React's useSyncExternalStore. */
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

  /** One undo step. Consecutive steps with the same `mergeKey` are merged; edits without changes add none. */
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

  markSaved(): void {
    this.#history = markSaved(this.#history);
    this.#changed();
  }

  /** Stops merging steps, such as when a field loses focus. */
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

export const overflowMessage = (): string =>
  t(
    "You have used all {count, number} undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.",
    { count: UNDO_LIMIT },
  );
