import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "../store/tables.ts";
import type { User } from "../user.ts";
import { always, type Condition, type Rule } from "./rule.ts";

/** What a folder holds. */
export type PlacedNoun = "chart" | "dashboard" | "dataset";

const inherited = (folders: RawBuilder<unknown>) => sql`select folder_ancestors.folder_id from folder_ancestors
  where folder_ancestors.ancestor_id in (${folders})`;

const ownedBy = (user: User) =>
  sql`select folder_owners.folder_id from folder_owners where folder_owners.user_id = ${user.id}`;

/** Query of ids: the owners of a folder also manage the folders in it. */
export function managedFolders(user: User): RawBuilder<unknown> | "none" {
  return user.id <= 0 ? "none" : inherited(ownedBy(user));
}

/** Query of ids: owners and named editors of a folder also edit the folders in it. */
export function editableFolders(user: User): RawBuilder<unknown> | "none" {
  return user.id <= 0 ? "none" : inherited(editedBy(user));
}

function editedBy(user: User): RawBuilder<unknown> {
  const roles = user.roles.map(({ id }) => id);
  const byRole = sql`union select folder_editor_roles.folder_id from folder_editor_roles
    where folder_editor_roles.role_id in (${sql.join(roles)})`;
  return sql`${ownedBy(user)}
    union select folder_editors.folder_id from folder_editors where folder_editors.user_id = ${user.id}
    ${roles.length > 0 ? byRole : sql``}`;
}

/** For objects that the user can see by another rule: a folder doesn't show anything to its editors. */
export function folderEditorRule(user: User, noun: PlacedNoun, visible: Condition | undefined): Rule {
  const folders = editableFolders(user);
  if (folders === "none") return always("folder_editor", false);
  const ids = sql`select ${sql.ref(`${noun}_folders.${noun}_id`)} from ${sql.table(`${noun}_folders`)}
    where ${sql.ref(`${noun}_folders.folder_id`)} in (${folders})`;
  const within = sql<SqlBool>`${sql.ref(`${noun}s.id`)} in (${ids})`;
  return { by: "folder_editor", when: visible ? sql<SqlBool>`(${within} and ${visible})` : within };
}

/** Rows `(dashboard_id, role_id, placed_by, shared_by, folder_id, distance)` of roles that folders show dashboards to. */
const VIEWERS = sql`dashboard_folders
  join folder_ancestors on folder_ancestors.folder_id = dashboard_folders.folder_id
  join folder_viewer_roles on folder_viewer_roles.folder_id = folder_ancestors.ancestor_id`;

export const RESTRICTED_BY_FOLDER = sql<SqlBool>`exists (select 1 from ${VIEWERS}
  where dashboard_folders.dashboard_id = dashboards.id)`;
export const RESTRICTED_BY_FOLDER_IN_LIST = sql<SqlBool>`dashboards.id in
  (select dashboard_folders.dashboard_id from ${VIEWERS})`;

/** Published dashboards in folders that a role of the user can view. */
export function folderRoleRule(user: User): Rule {
  const roles = user.roles.map(({ id }) => id);
  if (roles.length === 0) return always("folder_role", false);
  const shared = sql`from ${VIEWERS} where folder_viewer_roles.role_id in (${sql.join(roles)})`;
  return {
    by: "folder_role",
    when: sql<SqlBool>`(dashboards.published and exists (select 1 ${shared}
      and dashboard_folders.dashboard_id = dashboards.id))`,
    inList: sql<SqlBool>`(dashboards.published
      and +dashboards.id in (select dashboard_folders.dashboard_id ${shared}))`,
  };
}

/** Query of those who back what each folder shows of a dashboard to the user. */
export function folderShares(user: User, dashboardId: number) {
  const roles = user.roles.map(({ id }) => id);
  return sql<{ placed_by: number | null; shared_by: number | null }>`
    select distinct dashboard_folders.placed_by, folder_viewer_roles.shared_by from ${VIEWERS}
    where dashboard_folders.dashboard_id = ${dashboardId}
    and folder_viewer_roles.role_id in (${sql.join(roles.length > 0 ? roles : [-1])})`;
}

/** The name of the nearest folder by which one of the rules applies to an object. */
export async function folderGiving(
  db: Kysely<Tables>,
  user: User,
  { noun, id, rule }: { noun: PlacedNoun; id: number; rule: "folder_editor" | "folder_role" },
): Promise<string | undefined> {
  const roles = user.roles.map((role) => role.id);
  const giving =
    rule === "folder_editor"
      ? editedBy(user)
      : sql`select folder_id from folder_viewer_roles where role_id in (${sql.join([...roles, -1])})`;
  const { rows } = await sql<{ name: string }>`select folders.name from ${sql.table(`${noun}_folders`)} placed
    join folder_ancestors on folder_ancestors.folder_id = placed.folder_id
    join folders on folders.id = folder_ancestors.ancestor_id
    where ${sql.ref(`placed.${noun}_id`)} = ${id} and folders.id in (${giving})
    order by folder_ancestors.distance limit 1`.execute(db);
  return rows[0]?.name;
}
