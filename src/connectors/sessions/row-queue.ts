import type { ColumnShape, RowBatch } from "../columns.ts";

export interface FlowControl {
  pause(): void;
  resume(): void;
}

const BATCHES_AHEAD = 2;
const BATCH_LENGTH = 4_000_000;

export class RowQueue {
  readonly #batchRows: number;
  readonly #flow: FlowControl;
  readonly #full: RowBatch["rows"][] = [];
  #shapes: readonly ColumnShape[] | undefined;
  #filling: (readonly unknown[])[] = [];
  #length = 0;
  #isPaused = false;
  #isDone = false;
  #failure: { error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(batchRows: number, flow: FlowControl) {
    this.#batchRows = batchRows;
    this.#flow = flow;
  }

  start(shapes: readonly ColumnShape[]): void {
    this.#shapes = shapes;
  }

  push(row: readonly unknown[]): void {
    this.#filling.push(row);
    for (const value of row) if (typeof value === "string") this.#length += value.length;
    if (this.#filling.length < this.#batchRows && this.#length < BATCH_LENGTH) return;
    this.#full.push(this.#filling);
    this.#filling = [];
    this.#length = 0;
    if (this.#full.length >= BATCHES_AHEAD && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#isDone = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** At least one batch unless the statement failed, so that empty results have columns. */
  async *batches(): AsyncGenerator<RowBatch, void, undefined> {
    let isFirst = true;
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      const rows = this.#full.shift();
      if (rows) {
        isFirst = false;
        yield { shapes: this.#shapes ?? [], rows };
        continue;
      }
      if (this.#isDone) break;
      this.#resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (isFirst || this.#filling.length > 0) yield { shapes: this.#shapes ?? [], rows: this.#filling };
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#flow.resume();
  }
}
