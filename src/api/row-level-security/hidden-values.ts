import { TesseraError, type WireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/user.ts";
import { rulesFor } from "./rules.ts";

/** Whether any rule may hide rows of the database from the user. */
export async function hidesRows(app: App, user: User, databaseId: number): Promise<boolean> {
  const rules = await rulesFor(app, user);
  const isHere = (bound: { databaseId: number }) => bound.databaseId === databaseId;
  return rules.some((rule) => rule.isEverywhere || rule.links.some(isHere) || rule.places.some(isHere));
}

const KEPT_BACK =
  "The database could not compute this. What it says is kept back, since row level security hides rows from you.";

/**
 * A failure without the words of the database, where they may quote values: engines compute conditions in an order of
 * their own, also for rows that a rule hides.
 */
export function withoutHiddenValues(error: unknown): unknown {
  if (!(error instanceof TesseraError) || !("errors" in error.body)) return error;
  const errors = error.body.errors.map(
    (entry): WireError => (entry.error_type === "GENERIC_DB_ENGINE_ERROR" ? { ...entry, message: KEPT_BACK } : entry),
  );
  return new TesseraError(error.status, { ...error.body, errors }, { cause: error });
}
