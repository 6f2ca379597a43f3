import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { ColumnsBuilder, columnsOf, type RowBatch } from "../columns.ts";
import type { ColumnarBatch, ColumnarResult, RunOptions } from "../connector.ts";
import { type EngineFailure, timeoutText, toDatabaseError } from "../failure.ts";

export interface StatementRun {
  /** Aborts by the caller or at the time limit. */
  signal: AbortSignal;
  timeoutMs: number;
  /** Call it after a stream's first rows: the rest depends on the reader's pace. */
  stopTimer(): void;
  errorOf(error: unknown, failureOf: (error: unknown) => EngineFailure): unknown;
}

export interface Statement {
  engine: string;
  sql: string;
}

export function beginRun(statement: Statement, options: RunOptions, standardTimeoutMs: number): StatementRun {
  const { signal: caller, timeoutMs = standardTimeoutMs } = options;
  caller?.throwIfAborted();
  const { sql } = statement;
  if (sql.includes("\0")) throw typedError("SYNTAX_ERROR", t("SQL can't contain NUL characters"), { extra: { sql } });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException("The time is up", "TimeoutError")), timeoutMs).unref();
  return {
    signal: caller ? AbortSignal.any([caller, limit.signal]) : limit.signal,
    timeoutMs,
    stopTimer: () => clearTimeout(timer),
    errorOf: (error, failureOf) => {
      if (caller?.aborted) return caller.reason;
      const timeout = { type: "BACKEND_TIMEOUT_ERROR" as const, message: timeoutText(timeoutMs) };
      return toDatabaseError(error, limit.signal.aborted ? timeout : failureOf(error), statement);
    },
  };
}

/** Throws a typed error over the size limit. */
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
