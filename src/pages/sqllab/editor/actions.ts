import { createPermalink, formatSql } from "../../../api/sqllab/contract.ts";
import { call } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { copyAndSay } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Lab } from "../state/lab.ts";
import type { Creation } from "../state/runs.ts";
import { type Chosen, chosenSql, statementUnder, wholeSql } from "../state/statements.ts";
import { isOpen, type LabDialog, tabOf } from "../state/store.ts";

/** What can be done to the tab in front: read by the toolbar, the keys and the palette. */

const front = ({ store }: Lab) => tabOf(store.getState(), store.getState().active);

export const mayRun = () => can("can_execute_sql_query", "SQLLab");
export const maySave = () => can("can_write", "SavedQuery");

/** What Run would take now. */
export function chosenNow(lab: Lab): Chosen {
  const { selection } = lab.store.getState();
  return chosenSql(front(lab)?.sql ?? "", selection);
}

function runChosen(lab: Lab, chosen: Chosen, creation?: Creation): void {
  const tab = front(lab);
  if (!tab || !mayRun() || isOpen(lab.store.getState().runs[tab.key])) return;
  if (chosen.sql.trim() === "") toast.info("There is no SQL to run yet.", { noDuplicate: true });
  else if (tab.dbId === null) toast.info("Choose a database first.", { noDuplicate: true });
  else void lab.run(tab.key, { chosen, creation });
}

export const runNow = (lab: Lab, creation?: Creation) => runChosen(lab, chosenNow(lab), creation);

export function runStatement(lab: Lab): void {
  runChosen(lab, statementUnder(front(lab)?.sql ?? "", lab.store.getState().selection.from));
}

export const runAll = (lab: Lab) => runChosen(lab, wholeSql(front(lab)?.sql ?? ""));

/** Shows how the database would run it, in place of its rows. */
export function explain(lab: Lab): void {
  const chosen = chosenNow(lab);
  const isPlan = /^\s*explain\b/i.test(chosen.sql);
  runChosen(
    lab,
    isPlan || chosen.sql === "" ? chosen : { ...chosen, sql: `EXPLAIN\n${chosen.sql}`, line: chosen.line - 1 },
  );
}

export function stopNow(lab: Lab): void {
  lab.stop(lab.store.getState().active);
}

export async function format(lab: Lab): Promise<void> {
  const tab = front(lab);
  if (!tab || tab.sql.trim() === "") return;
  try {
    const { result } = await call(formatSql, { body: { sql: tab.sql, database_id: tab.dbId } });
    // What was written meanwhile is not undone by an answer to what was there before.
    if (tabOf(lab.store.getState(), tab.key)?.sql === tab.sql) lab.edit(tab.key, { sql: result });
  } catch (error) {
    toast.error(error);
  }
}

/** Copies a lasting link to the tab as it stands. */
export async function share(lab: Lab): Promise<void> {
  const tab = front(lab);
  if (!tab || tab.dbId === null) return;
  const { dbId, name, sql, catalog, schema, templateParams } = tab;
  try {
    const body = { dbId, name, sql, catalog, schema, autorun: false, templateParams: templateParams || null };
    const { key } = await call(createPermalink, { body });
    await copyAndSay(`${window.location.origin}/sqllab/p/${encodeURIComponent(key)}`);
  } catch (error) {
    toast.error(error);
  }
}

export function openDialog(lab: Lab, dialog: LabDialog): void {
  lab.store.setState({ dialog });
}
