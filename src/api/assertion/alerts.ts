import type { Actor } from "../../server/store/stamp.ts";
import { messageOf } from "./message.ts";
import { editablePlaces, visibleAssertions, visibleValues } from "./policy.ts";
import { assertionsByIds, checkOf } from "./store.ts";

export interface AssertionStatus {
  id: number;
  name: string;
  isFailing: boolean;
  message: string;
}

/** Latest results of those that the user can see, for alerts about them. Inactive ones don't fail. */
export async function assertionStatuses(actor: Actor, ids: readonly number[]): Promise<AssertionStatus[]> {
  const rows = await assertionsByIds(actor.app.db, ids, visibleAssertions(actor.user));
  const isVisible = await visibleValues(actor, rows, await editablePlaces(actor, rows));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isFailing: row.active && (row.state === "failed" || row.state === "error"),
    message: messageOf(checkOf(row), isVisible(row) ? row : { state: row.state }),
  }));
}
