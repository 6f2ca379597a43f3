import type { App } from "../../server/app.ts";
import type { QueryRecord } from "../query/index.ts";
import { noteSavedRun } from "../saved-query/index.ts";
import { findTab } from "./store.ts";

/** A query that ran in the tab of a saved query was a run of that. */
export async function noteRun(app: App, query: QueryRecord, rows: number): Promise<void> {
  if (!/^\d{1,9}$/.test(query.sql_editor_id ?? "")) return;
  const tab = await findTab(app.db, Number(query.sql_editor_id));
  if (!tab || tab.saved_query_id === null || tab.user_id !== query.user_id) return;
  await noteSavedRun(app, tab.saved_query_id, rows);
}
