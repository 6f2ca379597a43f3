import { type SqlBool, sql } from "kysely";
import { anyColumnContains } from "../../server/http/list-filters.ts";
import type { CustomFilter } from "../../server/http/resource-list.ts";
import { unusedFilter } from "../../server/http/unused-filter.ts";
import { inFolder } from "../../server/store/folders.ts";
import { containsText } from "../../server/store/text-match.ts";

export const DASHBOARD_FILTERS: Readonly<Record<string, CustomFilter>> = {
  "dashboard_title:title_or_slug": anyColumnContains(["dashboards.dashboard_title", "dashboards.slug"]),
  "id:dashboard_is_favorite": (value, { user }) => (value ? favorite(user.id) : sql<SqlBool>`not ${favorite(user.id)}`),
  "id:dashboard_is_certified": (value) =>
    value
      ? sql`(dashboards.certified_by is not null and dashboards.certified_by <> '')`
      : sql`(dashboards.certified_by is null or dashboards.certified_by = '')`,
  "id:dashboard_in_folder": inFolder("dashboard"),
  "id:dashboard_is_unused": unusedFilter("dashboard"),
  "created_by:dashboard_created_by_me": (_, { user }) =>
    sql`(coalesce(dashboards.created_by_fk, 0) = ${user.id} or coalesce(dashboards.changed_by_fk, 0) = ${user.id})`,
  "created_by:dashboard_has_created_by": (value) =>
    value ? sql`dashboards.created_by_fk is not null` : sql`dashboards.created_by_fk is null`,
  "tags:dashboard_tags": (value) => tagged(containsText(sql.ref("tags.name"), String(value ?? ""))),
  "tags:dashboard_tag_id": (value) => tagged(sql`tags.id = ${Number(value) || 0}`),
};

function favorite(userId: number) {
  return sql<SqlBool>`dashboards.id in (select favorites.object_id from favorites
    where favorites.class_name = 'Dashboard' and favorites.user_id = ${userId})`;
}

function tagged(condition: ReturnType<typeof sql<SqlBool>>) {
  return sql<SqlBool>`dashboards.id in (select tagged_objects.object_id
    from tags join tagged_objects on tagged_objects.tag_id = tags.id
    where tagged_objects.object_type = 'dashboard' and ${condition})`;
}
