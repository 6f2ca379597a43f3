import { dashboardUrl } from "../../model/dashboard.ts";
import { agoText, utcText } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { thumbnailUrl } from "../../server/pictures/thumbnail.ts";
import { canChange, ownersOf } from "../../server/rights/owners.ts";
import { foldersOf } from "../../server/store/folders.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { fullName, type UserName, usersById } from "../../server/store/users.ts";
import { briefChartsOfDashboard } from "../chart/index.ts";
import { folderOf } from "../folder/index.ts";
import { themesByIds } from "../theme/index.ts";
import { type DashboardRecord, type ListedDashboard, listedDashboards, rolesByDashboard, rolesOf } from "./store.ts";

type PersonOf = (id: number | null) => UserName | null;

function shared({ app, user }: Actor, dashboard: ListedDashboard, userOf: PersonOf) {
  const now = app.clock.now();
  const changedBy = userOf(dashboard.changed_by_fk);
  return {
    id: dashboard.id,
    uuid: dashboard.uuid,
    dashboard_title: dashboard.dashboard_title ?? "",
    slug: dashboard.slug,
    url: dashboardUrl(dashboard),
    thumbnail_url: thumbnailUrl({ app, user }, "dashboard", dashboard),
    published: dashboard.published,
    certified_by: dashboard.certified_by,
    certification_details: dashboard.certification_details,
    is_managed_externally: dashboard.is_managed_externally,
    external_url: dashboard.external_url,
    changed_by: changedBy,
    changed_by_name: fullName(changedBy),
    changed_on_delta_humanized: agoText(dashboard.changed_on, now),
    created_on_delta_humanized: agoText(dashboard.created_on, now),
    created_by: userOf(dashboard.created_by_fk),
  };
}

export async function presentDashboards(actor: Actor, ids: readonly number[]): Promise<WireRow[]> {
  const { app } = actor;
  const dashboards = await listedDashboards(app.db, ids);
  const owners = await ownersOf(app.db, "dashboard", ids);
  const tags = await tagsOf(app.db, "dashboard", ids);
  const roles = await rolesByDashboard(app.db, ids);
  const folders = await foldersOf(app.db, "dashboard", ids);
  const userOf = await usersById(
    app.db,
    dashboards.flatMap((dashboard) => [dashboard.changed_by_fk, dashboard.created_by_fk]),
  );
  const rows: WireRow[] = [];
  for (const dashboard of dashboards) {
    rows.push({
      ...shared(actor, dashboard, userOf),
      status: dashboard.published ? "published" : "draft",
      changed_on_utc: utcText(dashboard.changed_on),
      owners: owners.get(dashboard.id) ?? [],
      roles: roles.get(dashboard.id) ?? [],
      tags: tags.get(dashboard.id) ?? [],
      folder: folders.get(dashboard.id),
    });
  }
  return rows;
}

export async function presentDashboard(actor: Actor, dashboard: DashboardRecord) {
  const { app } = actor;
  const { id } = dashboard;
  const userOf = await usersById(app.db, [dashboard.changed_by_fk, dashboard.created_by_fk]);
  const charts = await briefChartsOfDashboard(app.db, id);
  const tags = (await tagsOf(app.db, "dashboard", [id])).get(id) ?? [];
  const [theme] = dashboard.theme_id === null ? [] : await themesByIds(app.db, [dashboard.theme_id]);
  return {
    ...shared(actor, dashboard, userOf),
    css: dashboard.css,
    theme: theme ? { id: theme.id, theme_name: theme.theme_name, json_data: theme.json_data } : null,
    json_metadata: dashboard.json_metadata,
    position_json: dashboard.position_json,
    changed_on: dashboard.changed_on,
    charts: charts.map((chart) => chart.slice_name),
    owners: (await ownersOf(app.db, "dashboard", [id])).get(id) ?? [],
    roles: await rolesOf(app.db, id),
    tags,
    custom_tags: tags.filter((tag) => tag.type === 1),
    folder: await folderOf(actor, "dashboard", id),
    can_edit: await canChange(app.db, actor.user, { noun: "dashboard", id }),
  };
}
