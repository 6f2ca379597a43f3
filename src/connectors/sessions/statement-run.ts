import { typedError } from "../../model/errors.ts";
import { ColumnsBuilder, columnsOf, type RowBatch } from "../columns.ts";
import type { ColumnarBatch, ColumnarResult, RunOptions } from "../connector.ts";
import { asTypedError, type EngineFailure, timeoutText } from "../failure.ts";

/** One run of a statement: until when it may run, and what its error is when it is stopped or fails. */
export interface StatementRun {
  /** Aborts when the caller wants no more, and at the time limit. */
  signal: AbortSignal;
  timeoutMs: number;
  /** From now on how long it takes is the reader's pace. */
  stopTimer(): void;
  /** What to throw: the caller's reason, that the time is up, or the engine's error as `failureOf` reads it. */
  errorOf(error: unknown, failureOf: (error: unknown) => EngineFailure): unknown;
}

export interface Statement {
  /** Name of the engine as people know it. */
  engine: string;
  sql: string;
}

/** Throws when the caller wants no answer any more, and for SQL that drivers would cut short. */
export function beginRun(statement: Statement, options: RunOptions, standardTimeoutMs: number): StatementRun {
  const { signal: caller, timeoutMs = standardTimeoutMs } = options;
  caller?.throwIfAborted();
  const { sql } = statement;
  if (sql.includes("\0")) throw typedError("SYNTAX_ERROR", "SQL cannot contain NUL characters", { extra: { sql } });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException("The time is up", "TimeoutError")), timeoutMs).unref();
  return {
    signal: caller ? AbortSignal.any([caller, limit.signal]) : limit.signal,
    timeoutMs,
    stopTimer: () => clearTimeout(timer),
    errorOf: (error, failureOf) => {
      if (caller?.aborted) return caller.reason;
      const timeout = { type: "BACKEND_TIMEOUT_ERROR" as const, message: timeoutText(timeoutMs) };
      return asTypedError(error, limit.signal.aborted ? timeout : failureOf(error), statement);
    },
  };
}

/** All rows as one result, with the time they took. Throws a typed error when they are too many to be held at once. */
export async function resultOf(batches: AsyncIterable<RowBatch>, options: RunOptions = {}): Promise<ColumnarResult> {
  const started = performance.now();
  let builder: ColumnsBuilder | undefined;
  for await (const { shapes, rows } of batches) {
    builder ??= new ColumnsBuilder(shapes, options);
    builder.append(rows);
  }
  const { columns, rows } = builder?.take() ?? { columns: [], rows: 0 };
  return { columns, rows, elapsedMs: performance.now() - started };
}

export async function* columnarBatches(
  batches: AsyncIterable<RowBatch>,
  options: RunOptions,
): AsyncGenerator<ColumnarBatch> {
  for await (const batch of batches) yield columnsOf(batch, options);
}
