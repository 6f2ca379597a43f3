import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { ChangeOptions, ColumnarBatch } from "../connector.ts";
import { type Session, type SessionSettings, Sessions } from "./sessions.ts";

/** One writing transaction. Closing before `commit` rolls back. */
export interface WritingSession extends Session {
  commit(): Promise<void>;
}

/**
 * Runs the statements in a dedicated session and returns the last one's rows. Commits only when all succeeded and every
 * row was read.
 */
export async function* runChange(
  settings: Omit<SessionSettings, "open" | "max"> & { open(): Promise<WritingSession> },
  statements: readonly string[],
  options: ChangeOptions,
): AsyncGenerator<ColumnarBatch, void, undefined> {
  let writer: WritingSession | undefined;
  const open = async () => {
    if (writer) throw typedError("GENERIC_DB_ENGINE_ERROR", t("The connection was lost. Nothing was changed."));
    writer = await settings.open();
    return writer;
  };
  const sessions = new Sessions({ ...settings, open, max: 1 });
  try {
    for (const [i, sql] of statements.entries()) {
      await options.onStatement?.(i);
      for await (const batch of sessions.stream(sql, options)) if (i === statements.length - 1) yield batch;
    }
    if (writer?.isBroken)
      throw typedError("GENERIC_DB_ENGINE_ERROR", t("The connection was lost. Nothing was changed."));
    await writer?.commit().catch((error: unknown) => {
      throw settings.toError(error, statements.at(-1) ?? "");
    });
  } finally {
    await sessions.close();
  }
}
