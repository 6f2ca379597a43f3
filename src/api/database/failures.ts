import { untranslated } from "../../connectors/failure.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError, wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";

/**
 * The last failed connection of each database is stored until the database answers again, so that administrators learn
 * of it. Nothing waits for these writes, and losing one is acceptable.
 */

/** Between writes of the same state: other servers may have stored another one. */
const REPEAT_MS = 60_000;

interface Known {
  hasFailed: boolean;
  atMs: number;
}

export interface FailureLog {
  failed(databaseId: number, error: unknown): void;
  answered(databaseId: number): void;
}

export function failureLog(app: App): FailureLog {
  const known = new Map<number, Known>();
  const pending = new Set<Promise<unknown>>();
  app.onClose(async () => void (await Promise.all(pending)));

  function note(databaseId: number, hasFailed: boolean, write: () => Promise<unknown>): void {
    const nowMs = app.clock.elapsed();
    const last = known.get(databaseId);
    if (last?.hasFailed === hasFailed && nowMs - last.atMs < REPEAT_MS) return;
    known.set(databaseId, { hasFailed, atMs: nowMs });
    const written = write()
      .catch(() => known.delete(databaseId))
      .finally(() => pending.delete(written));
    pending.add(written);
  }

  return {
    failed: (databaseId, error) =>
      note(databaseId, true, () => {
        const row = { failed_on: app.clock.timestamp(), message: untranslated(messageOf(error)) };
        return app.db
          .insertInto("database_failures")
          .values({ database_id: databaseId, ...row })
          .onConflict((conflict) => conflict.column("database_id").doUpdateSet(row))
          .execute();
      }),
    answered: (databaseId) =>
      note(databaseId, false, () =>
        app.db.deleteFrom("database_failures").where("database_id", "=", databaseId).execute(),
      ),
  };
}

function messageOf(error: unknown): string {
  const [first] = wireErrorsOf(error);
  return first?.message ?? (error instanceof TesseraError ? error.message : "");
}

/** Of servers that are gone for now, in the engine's terms. */
const GONE = /^CONNECTION_(?:PORT_CLOSED|HOST_DOWN|INVALID_HOSTNAME)_ERROR$/;

/** The error that says which database can't be reached. */
export function withDatabaseName(error: unknown, database: string): unknown {
  if (!(error instanceof TesseraError)) return error;
  const [first] = wireErrorsOf(error);
  if (!first || !GONE.test(first.error_type)) return error;
  const message = t(
    'The database "{database}" can\'t be reached: {problem} Try again in a moment. If it fails again, ask the administrator of the database.',
    { database, problem: sentence(first.message) },
  );
  const { error_type, level, extra } = first;
  return typedError(error_type, message, { level, ...(extra && { extra }), status: error.status, cause: error });
}

const sentence = (text: string) => (/[.!?。]$/.test(text) ? text : `${text}.`);

export const isConnectionFailure = (error: unknown) =>
  wireErrorsOf(error).some(({ error_type }) => error_type.startsWith("CONNECTION_"));
