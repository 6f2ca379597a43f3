import type { Transaction } from "kysely";
import { type RowSave, type SavedTable, saveRow } from "../store/row-saves.ts";
import { type Stamp, stampOf } from "../store/stamp.ts";
import type { Tables } from "../store/tables.ts";
import type { Context } from "./route.ts";

/**
 * Optimistic locking: responses to GET and PUT of an object have an `ETag`, the time of the last save. A save with
 * `If-Match` fails with 412 if others have saved since; without it, it always succeeds.
 */
export function setETag({ reply }: Context, changedOn: string): void {
  reply.header("etag", `"${changedOn}"`);
}

export function ifMatch({ request }: Context): string | undefined {
  const value = request.headers["if-match"]?.trim();
  if (value === undefined || value === "*") return undefined;
  return value.replace(/^W\//, "").replace(/^"|"$/g, "");
}

/** For rows without versions. Sets the new `ETag`. Throws a 412 if others have saved since. */
export async function saveIfMatch<Table extends SavedTable>(
  ctx: Context,
  save: Omit<RowSave<Table>, "basedOn">,
  work: (trx: Transaction<Tables>, stamp: Stamp) => Promise<unknown>,
): Promise<void> {
  const stamp = stampOf(ctx.app, ctx.user);
  await saveRow(ctx.app, { ...save, basedOn: ifMatch(ctx) }, (trx) => work(trx, stamp));
  setETag(ctx, stamp.now);
}
