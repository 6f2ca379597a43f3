import type { Actor } from "../../server/store/stamp.ts";
import { messageOf } from "./message.ts";
import { namesOfRows } from "./names.ts";
import { visibleAssertions, visibleValues } from "./policy.ts";
import { type AssertionRecord, assertionsByIds, assertionsOfDatasets, checkOf } from "./store.ts";

export interface AssertionStatus {
  id: number;
  dataset_id: number;
  name: string;
  isFailing: boolean;
  message: string;
}

/** Latest results of those that the user can see, for alerts about them. Inactive ones don't fail. */
export async function assertionStatuses(actor: Actor, ids: readonly number[]): Promise<AssertionStatus[]> {
  return statusesOf(actor, await assertionsByIds(actor.app.db, ids, visibleAssertions(actor.user)));
}

/** Those that fail now, of which the user can see. */
export async function failingOfDatasets(actor: Actor, datasetIds: readonly number[]): Promise<AssertionStatus[]> {
  const rows = await assertionsOfDatasets(actor.app.db, datasetIds, visibleAssertions(actor.user));
  return (await statusesOf(actor, rows)).filter(({ isFailing }) => isFailing);
}

async function statusesOf(actor: Actor, rows: readonly AssertionRecord[]): Promise<AssertionStatus[]> {
  const isVisible = await visibleValues(actor, rows);
  const namesIn = await namesOfRows(actor.app, rows);
  return rows.map((row) => ({
    id: row.id,
    dataset_id: row.dataset_id,
    name: row.name,
    isFailing: row.active && (row.state === "failed" || row.state === "error"),
    message: messageOf(checkOf(row), isVisible(row) ? row : { state: row.state }, namesIn(row)),
  }));
}
