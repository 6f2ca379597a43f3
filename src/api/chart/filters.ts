import { type SqlBool, sql } from "kysely";
import type { CustomFilter } from "../../server/http/resource-list.ts";
import { anyContainsText, containsText } from "../../server/store/text-match.ts";

/** Filters that only lists of charts have. */
export const CHART_FILTERS: Readonly<Record<string, CustomFilter>> = {
  "slice_name:chart_all_text": (value) => {
    const term = String(value ?? "");
    const texts = ["charts.slice_name", "charts.description", "charts.viz_type"].map((name) => sql.ref(name));
    return sql<SqlBool>`(${anyContainsText(texts, term)} or coalesce(charts.datasource_id in (select datasets.id
      from datasets where ${containsText(sql.ref("datasets.table_name"), term)}), false))`;
  },
  "id:chart_is_favorite": (value, { user }) => (value ? favorite(user.id) : sql<SqlBool>`not ${favorite(user.id)}`),
  "id:chart_is_certified": (value) =>
    value
      ? sql`(charts.certified_by is not null and charts.certified_by <> '')`
      : sql`(charts.certified_by is null or charts.certified_by = '')`,
  "id:chart_owned_created_favored_by_me": (_, { user }) =>
    sql`(charts.created_by_fk = ${user.id} or ${owned(user.id)} or ${favorite(user.id)})`,
  "created_by:chart_has_created_by": (value) =>
    value ? sql`charts.created_by_fk is not null` : sql`charts.created_by_fk is null`,
  "created_by:chart_created_by_me": (_, { user }) =>
    sql`(coalesce(charts.created_by_fk, 0) = ${user.id} or coalesce(charts.changed_by_fk, 0) = ${user.id})`,
  "tags:chart_tags": (value) => tagged(containsText(sql.ref("tags.name"), String(value ?? ""))),
  "tags:chart_tag_id": (value) => tagged(sql`tags.id = ${Number(value) || 0}`),
};

function favorite(userId: number) {
  return sql<SqlBool>`charts.id in (select favorites.object_id from favorites
    where favorites.class_name = 'slice' and favorites.user_id = ${userId})`;
}

function owned(userId: number) {
  return sql<SqlBool>`charts.id in (select chart_owners.chart_id from chart_owners
    where chart_owners.user_id = ${userId})`;
}

function tagged(condition: ReturnType<typeof sql<SqlBool>>) {
  return sql<SqlBool>`charts.id in (select tagged_objects.object_id
    from tags join tagged_objects on tagged_objects.tag_id = tags.id
    where tagged_objects.object_type = 'chart' and ${condition})`;
}
