import type { Kysely } from "kysely";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, notFound } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { permission } from "../../server/http/route.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { editableFolders, managedFolders } from "../../server/rights/folders.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { allowedAmong, anyOf, anyOfInList, type Condition, type Rule } from "../../server/rights/rule.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import type { PlacedType } from "./contract.ts";

export const VIEW = "Folder";
export const WRITE = permission("can_write", VIEW);

export const PLACED = {
  chart: { view: "Chart", table: "charts", listed: chartRules, open: chartRules },
  dashboard: { view: "Dashboard", table: "dashboards", listed: listedDashboardRules, open: openDashboardRules },
  dataset: { view: "Dataset", table: "datasets", listed: datasetRules, open: datasetRules },
} as const satisfies Record<PlacedType, { listed(user: User): Rule[]; [key: string]: unknown }>;

export const PLACED_TYPES = Object.keys(PLACED) as PlacedType[];

/** Condition over the objects of a type that are in the caller's lists. Undefined = all. */
export function listedObjects(user: User, type: PlacedType): Condition | undefined {
  const { view, table, listed } = PLACED[type];
  return user.can("can_read", view) ? anyOfInList(table, listed(user)) : sql<SqlBool>`(1 = 0)`;
}

/** Folders that the user can edit, and those with something in them that they can see. */
export function visibleFolders(user: User): Condition | undefined {
  if (user.isAdmin) return undefined;
  if (user.guest) return sql<SqlBool>`(1 = 0)`;
  const editable = editableFolders(user);
  const containing = PLACED_TYPES.map((type) => {
    const { table } = PLACED[type];
    const visible = listedObjects(user, type);
    return sql`select folder_ancestors.ancestor_id from folder_ancestors
      join ${sql.table(`${type}_folders`)} on ${sql.ref(`${type}_folders.folder_id`)} = folder_ancestors.folder_id
      join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${sql.ref(`${type}_folders.${type}_id`)}
      ${visible ? sql`where ${visible}` : sql``}`;
  });
  const ids = editable === "none" ? containing : [editable, ...containing];
  return sql<SqlBool>`folders.id in (${sql.join(ids, sql` union `)})`;
}

async function foldersAmong(
  db: Kysely<Tables>,
  user: User,
  { ids, allowed }: { ids: readonly number[]; allowed: RawBuilder<unknown> | "none" },
): Promise<Set<number>> {
  if (user.isAdmin) return new Set(ids);
  if (allowed === "none") return new Set();
  const rule: Rule = { by: "folder_editor", when: sql<SqlBool>`folders.id in (${allowed})` };
  return allowedAmong(db, { table: "folders", rules: [rule] }, ids);
}

export const editableAmong = (db: Kysely<Tables>, user: User, ids: readonly number[]) =>
  foldersAmong(db, user, { ids, allowed: editableFolders(user) });

export const managedAmong = (db: Kysely<Tables>, user: User, ids: readonly number[]) =>
  foldersAmong(db, user, { ids, allowed: managedFolders(user) });

export async function assertCanEdit(db: Kysely<Tables>, user: User, id: number): Promise<void> {
  if (!(await editableAmong(db, user, [id])).has(id)) throw forbidden(t("You can't edit this folder."));
}

export async function assertCanManage(db: Kysely<Tables>, user: User, id: number): Promise<void> {
  if (!(await managedAmong(db, user, [id])).has(id))
    throw forbidden(t("Only owners of the folder and administrators can change it."));
}

/** Throws a 404 for objects that the caller can't see, and a 403 for those that they can't change. */
export async function assertCanMove(
  { app, user }: Context,
  { type, ids }: { type: PlacedType; ids: readonly number[] },
): Promise<void> {
  const { view, table, open } = PLACED[type];
  if (!user.can("can_write", view)) throw forbidden();
  const visible = await allowedAmong(app.db, { table, rules: open(user) }, ids);
  if (ids.some((id) => !visible.has(id))) throw notFound();
  const editable = await allowedAmong(app.db, { table, rules: changeRules(user, type) }, ids);
  if (ids.some((id) => !editable.has(id))) throw forbidden(t("You can't edit one of the items."));
  await assertUnmanaged(app.db, { noun: type, ids });
}

/** Whether the user can open the dashboards in a folder and the folders in it. */
export async function canOpenAll(db: Kysely<Tables>, user: User, folderId: number): Promise<boolean> {
  const open = anyOf(openDashboardRules(user));
  if (!open) return true;
  const { rows } = await sql`select dashboards.id from dashboards
    join dashboard_folders on dashboard_folders.dashboard_id = dashboards.id
    join folder_ancestors on folder_ancestors.folder_id = dashboard_folders.folder_id
    where folder_ancestors.ancestor_id = ${folderId} and not ${open} limit 1`.execute(db);
  return rows.length === 0;
}
