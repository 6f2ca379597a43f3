import { createPermalink, formatSql } from "../../../api/sqllab/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { can } from "../../../web/session/session.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { Lab } from "../state/lab.ts";
import type { Creation } from "../state/runs.ts";
import { allSql, type RunTarget, runTargetOf, statementAtCursor } from "../state/statements.ts";
import { isOpen, type LabDialog, tabOf } from "../state/store.ts";

const activeTab = ({ store }: Lab) => tabOf(store.getState(), store.getState().active);

export const canRun = () => can("can_execute_sql_query", "SQLLab");
export const canSave = () => can("can_write", "SavedQuery");

export function currentTarget(lab: Lab): RunTarget {
  const { selection } = lab.store.getState();
  return runTargetOf(activeTab(lab)?.sql ?? "", selection);
}

function runTarget(lab: Lab, target: RunTarget, creation?: Creation): void {
  const tab = activeTab(lab);
  if (!tab || !canRun() || isOpen(lab.store.getState().runs[tab.key])) return;
  if (target.sql.trim() === "") toast.info(t("Enter SQL to run first."), { noDuplicate: true });
  else if (tab.dbId === null) toast.info(t("Choose a database first."), { noDuplicate: true });
  else void lab.run(tab.key, { target, creation });
}

export const runNow = (lab: Lab, creation?: Creation) => runTarget(lab, currentTarget(lab), creation);

export function runStatement(lab: Lab): void {
  runTarget(lab, statementAtCursor(activeTab(lab)?.sql ?? "", lab.store.getState().selection.from));
}

export const runAll = (lab: Lab) => runTarget(lab, allSql(activeTab(lab)?.sql ?? ""));

export function explain(lab: Lab): void {
  const target = currentTarget(lab);
  const isPlan = /^\s*explain\b/i.test(target.sql);
  runTarget(
    lab,
    isPlan || target.sql === "" ? target : { ...target, sql: `EXPLAIN\n${target.sql}`, line: target.line - 1 },
  );
}

export function cancelRun(lab: Lab): void {
  lab.stop(lab.store.getState().active);
}

export async function format(lab: Lab): Promise<void> {
  const tab = activeTab(lab);
  if (!tab || tab.sql.trim() === "") return;
  try {
    const { result } = await call(formatSql, { body: { sql: tab.sql, database_id: tab.dbId } });
    // Don't overwrite what was typed while formatting.
    if (tabOf(lab.store.getState(), tab.key)?.sql === tab.sql) lab.edit(tab.key, { sql: result });
  } catch (error) {
    toast.error(error);
  }
}

export async function share(lab: Lab): Promise<void> {
  const tab = activeTab(lab);
  if (!tab || tab.dbId === null) return;
  const { dbId, name, sql, catalog, schema, templateParams } = tab;
  try {
    const body = { dbId, name, sql, catalog, schema, autorun: false, templateParams: templateParams || null };
    const { key } = await call(createPermalink, { body });
    await copyWithToast(`${window.location.origin}/sqllab/p/${encodeURIComponent(key)}`);
  } catch (error) {
    toast.error(error);
  }
}

export function openDialog(lab: Lab, dialog: LabDialog): void {
  lab.store.setState({ dialog });
}
