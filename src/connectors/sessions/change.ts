import { typedError } from "../../model/errors.ts";
import type { ChangeOptions, ColumnarBatch } from "../connector.ts";
import { type Session, type SessionSettings, Sessions } from "./sessions.ts";

/** A session of one transaction that may write. Closing it before `commit` undoes everything. */
export interface WritingSession extends Session {
  commit(): Promise<void>;
}

/**
 * Runs the statements one after another in one session of their own and gives the rows of the last; what they did is
 * kept only when all of them went through and every row was read.
 */
export async function* changed(
  settings: Omit<SessionSettings, "open" | "max"> & { open(): Promise<WritingSession> },
  statements: readonly string[],
  options: ChangeOptions,
): AsyncGenerator<ColumnarBatch, void, undefined> {
  let writer: WritingSession | undefined;
  const open = async () => {
    if (writer) throw typedError("GENERIC_DB_ENGINE_ERROR", "The connection was lost; nothing was changed.");
    writer = await settings.open();
    return writer;
  };
  const sessions = new Sessions({ ...settings, open, max: 1 });
  try {
    for (const [i, sql] of statements.entries()) {
      await options.onStatement?.(i);
      for await (const batch of sessions.stream(sql, options)) if (i === statements.length - 1) yield batch;
    }
    if (writer?.isBroken) throw typedError("GENERIC_DB_ENGINE_ERROR", "The connection was lost; nothing was changed.");
    await writer?.commit().catch((error: unknown) => {
      throw settings.toError(error, statements.at(-1) ?? "");
    });
  } finally {
    await sessions.close();
  }
}
