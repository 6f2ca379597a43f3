import { type Kysely, type SqlBool, sql } from "kysely";
import type { Tables } from "../store/tables.ts";
import type { Guest, User } from "../user.ts";
import { readableDataset, readableDatasets } from "./datasets.ts";
import { folderEditorRule, folderRoleRule, RESTRICTED_BY_FOLDER, RESTRICTED_BY_FOLDER_IN_LIST } from "./folders.ts";
import { allowedAmong, always, anyOf, memoizePerUser, ownerRule, type Rule } from "./rule.ts";

const HAS_ROLES = sql<SqlBool>`exists (select 1 from dashboard_roles
  where dashboard_roles.dashboard_id = dashboards.id)`;
/** Restricted by its own roles or those of its folders. */
const RESTRICTED = sql<SqlBool>`(${HAS_ROLES} or ${RESTRICTED_BY_FOLDER})`;
const RESTRICTION: Rule = { by: "shared_role", when: RESTRICTED };
const HAS_CHARTS = sql<SqlBool>`exists (select 1 from dashboard_charts
  where dashboard_charts.dashboard_id = dashboards.id)`;

/** Shown in lists: the user's own dashboards, and published ones that they can open. */
export const listedDashboardRules = memoizePerUser((user: User): Rule[] => {
  if (user.guest) return [guestRule(user.guest)];
  const when = sql<SqlBool>`(dashboards.published and not ${RESTRICTED} and ${showsReadable(user)})`;
  const listed = sql<SqlBool>`(dashboards.published and ${isAmongReadable(user)}
    and dashboards.id not in (select dashboard_roles.dashboard_id from dashboard_roles)
    and not ${RESTRICTED_BY_FOLDER_IN_LIST})`;
  return [
    always("admin", user.isAdmin),
    ownerRule(user, "dashboard"),
    sharedRole(user),
    folderRoleRule(user),
    { by: "published_dataset", when, inList: listed },
    folderEditorRule(user, "dashboard", openUnrestricted(user)),
  ];
});

/** Openable by address: drafts too, unless they are restricted to roles. */
export const openDashboardRules = memoizePerUser((user: User): Rule[] => {
  if (user.guest) return [guestRule(user.guest)];
  return [
    always("admin", user.isAdmin),
    ownerRule(user, "dashboard"),
    sharedRole(user),
    folderRoleRule(user),
    { by: "no_charts", when: sql<SqlBool>`(not ${RESTRICTED} and not ${HAS_CHARTS})` },
    { by: "any_dataset", when: sql<SqlBool>`(not ${RESTRICTED} and ${showsReadable(user)})` },
  ];
});

const openUnrestricted = (user: User) =>
  sql<SqlBool>`(not ${RESTRICTED} and (not ${HAS_CHARTS} or ${showsReadable(user)}))`;

export function sharedRole(user: User): Rule {
  const roles = user.roles.map((role) => role.id);
  if (roles.length === 0) return always("shared_role", false);
  const shared = sql`from dashboard_roles where dashboard_roles.role_id in (${sql.join(roles)})`;
  const when = sql<SqlBool>`(dashboards.published and exists (select 1 ${shared}
    and dashboard_roles.dashboard_id = dashboards.id))`;
  const listed = sql<SqlBool>`(dashboards.published
    and +dashboards.id in (select dashboard_roles.dashboard_id ${shared}))`;
  return { by: "shared_role", when, inList: listed };
}

export async function isRestricted(db: Kysely<Tables>, id: number): Promise<boolean> {
  return (await allowedAmong(db, { table: "dashboards", rules: [RESTRICTION] }, [id])).has(id);
}

/** Applies to dashboards with roles of their own that one of the rules opens. */
export function restrictedTo(rules: readonly Rule[]): Rule {
  const open = anyOf(rules);
  return { by: "shared_role", when: open ? sql<SqlBool>`(${HAS_ROLES} and ${open})` : HAS_ROLES };
}

function guestRule({ dashboards: names, link }: Guest): Rule {
  if (link) return { by: "guest_token", when: openByLink(link) };
  if (names.length === 0) return always("guest_token", false);
  const named = sql.join([...names]);
  const when = sql<SqlBool>`exists (select 1 from embedded_dashboards
    where embedded_dashboards.dashboard_id = dashboards.id
    and (embedded_dashboards.uuid in (${named}) or cast(dashboards.id as text) in (${named})))`;
  return { by: "guest_token", when };
}

function openByLink({ dashboardId, maker }: NonNullable<Guest["link"]>) {
  const open = anyOf(openDashboardRules(maker));
  return sql<SqlBool>`(dashboards.id = ${dashboardId} ${open ? sql`and ${open}` : sql``})`;
}

function showsReadable(user: User) {
  const readable = readableDataset(user, "charts.datasource_id");
  if (!readable) return HAS_CHARTS;
  return sql<SqlBool>`exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
    where dashboard_charts.dashboard_id = dashboards.id and ${readable})`;
}

function isAmongReadable(user: User) {
  const readable = readableDatasets(user, "charts.datasource_id");
  if (!readable) return HAS_CHARTS;
  return sql<SqlBool>`+dashboards.id in (select dashboard_charts.dashboard_id
    from charts join dashboard_charts on dashboard_charts.chart_id = charts.id where ${readable})`;
}
