import { formatTimestamp } from "../../clock.ts";
import type { Migration } from "../migrate.ts";

const KINDS = [
  ["chart", "charts", "select chart_id, user_id from chart_owners", "slice"],
  ["dashboard", "dashboards", "select dashboard_id, user_id from dashboard_owners", "Dashboard"],
  ["dataset", "datasets", "select dataset_id, user_id from dataset_owners", ""],
  [
    "query",
    "saved_queries",
    "select id, created_by_fk as user_id from saved_queries where created_by_fk is not null",
    "query",
  ],
] as const;

/** Name, kind and object of the tags that each object has by what it is. */
function tagsOf([type, table, owners, favorites]: (typeof KINDS)[number]): string {
  return `select 'type:${type}' as name, 2 as type, id as object_id from ${table}
    union select 'owner:' || user_id, 3, ${type === "query" ? "id" : `${type}_id`} from (${owners}) as people
    union select 'favorited_by:' || user_id, 4, object_id from favorites join ${table} on ${table}.id = object_id
      where class_name = '${favorites}'`;
}

/** Tags that the server keeps itself, for what is there already; and what is owned by whom, found by the person. */
export const keptTags: Migration = {
  name: "0016-kept-tags",
  statements: () => {
    const now = formatTimestamp(Date.now());
    return [
      ...["dataset", "chart", "dashboard", "report"].map(
        (noun) => `create index ${noun}_owners_by_user on ${noun}_owners (user_id)`,
      ),
      "create index trash_owners_by_user on trash_owners (user_id)",
      ...KINDS.flatMap((kind) => [
        `insert into tags (name, type, created_on, changed_on)
          select distinct name, type, '${now}', '${now}' from (${tagsOf(kind)}) as kept where true
          on conflict (name) do nothing`,
        `insert into tagged_objects (tag_id, object_type, object_id)
          select tags.id, '${kind[0]}', kept.object_id from tags join (${tagsOf(kind)}) as kept on kept.name = tags.name
          where tags.type <> 1 on conflict do nothing`,
      ]),
    ];
  },
};
