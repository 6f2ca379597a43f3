import type { Transaction } from "kysely";
import { type RowSave, type SavedTable, saveRow } from "../store/row-saves.ts";
import { type Stamp, stampOf } from "../store/stamp.ts";
import type { Tables } from "../store/tables.ts";
import type { Context } from "./route.ts";

/**
 * What a save is based on travels as HTTP has it: the answer to a GET or PUT of one object names its state in `ETag`, and
 * a client that sends it back in `If-Match` is told (412) when its save would undo what others have changed since.
 * Clients that send nothing save as ever. The state's name is the moment of the last save.
 */
export function sayState({ reply }: Context, changedOn: string): void {
  reply.header("etag", `"${changedOn}"`);
}

/** The state that the caller's save is based on; undefined when it does not say, or wants to save over anything. */
export function stateBasedOn({ request }: Context): string | undefined {
  const value = request.headers["if-match"]?.trim();
  if (value === undefined || value === "*") return undefined;
  return value.replace(/^W\//, "").replace(/^"|"$/g, "");
}

/**
 * Saves a row that keeps no versions, and names its new state. Throws 412 when the caller's save is based on an older
 * state than the last, and would undo what was changed since.
 */
export async function saveIfMatch<Table extends SavedTable>(
  ctx: Context,
  save: Omit<RowSave<Table>, "basedOn">,
  work: (trx: Transaction<Tables>, stamp: Stamp) => Promise<unknown>,
): Promise<void> {
  const stamp = stampOf(ctx.app, ctx.user);
  await saveRow(ctx.app, { ...save, basedOn: stateBasedOn(ctx) }, (trx) => work(trx, stamp));
  sayState(ctx, stamp.now);
}
