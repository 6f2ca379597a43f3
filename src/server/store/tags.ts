import { type Kysely, type SqlBool, sql } from "kysely";
import { byIds } from "./by-ids.ts";
import type { Tables, TaggedType } from "./tables.ts";

export type TagName = {
  id: number;
  name: string;
  type: number;
};

export function tagSearch(type: TaggedType, column: string) {
  const and = sql<SqlBool>`tagged_objects.object_type = ${type}`;
  return { type: "many", table: "tagged_objects", own: "object_id", column, other: "tag_id", and } as const;
}

const tagged = (type: TaggedType) =>
  byIds((db, ids) =>
    db
      .selectFrom("tagged_objects")
      .innerJoin("tags", "tags.id", "tagged_objects.tag_id")
      .select(["tagged_objects.object_id", "tags.id", "tags.name", "tags.type"])
      .where("object_type", "=", type)
      .where("object_id", "in", [...ids])
      .orderBy("tags.name")
      .compile(),
  );
const TAGGED = {
  query: tagged("query"),
  chart: tagged("chart"),
  dashboard: tagged("dashboard"),
  dataset: tagged("dataset"),
} satisfies Record<TaggedType, unknown>;

export async function tagsOf(
  db: Kysely<Tables>,
  type: TaggedType,
  ids: readonly number[],
): Promise<Map<number, TagName[]>> {
  const tags = new Map<number, TagName[]>(ids.map((id) => [id, []]));
  for (const { object_id, ...tag } of await TAGGED[type](db, ids)) tags.get(object_id)?.push(tag);
  return tags;
}

const CUSTOM = 1;

export async function setTags(
  db: Kysely<Tables>,
  { type, id }: { type: TaggedType; id: number },
  tagIds: readonly number[],
): Promise<boolean> {
  const uniqueIds = [...new Set(tagIds)];
  const tags = db.selectFrom("tags").select(["id", "type"]);
  const known = uniqueIds.length > 0 ? await tags.where("id", "in", uniqueIds).execute() : [];
  if (known.length < uniqueIds.length) return false;
  const custom = db.selectFrom("tags").select("id").where("type", "=", CUSTOM);
  await db
    .deleteFrom("tagged_objects")
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .where("tag_id", "in", custom)
    .execute();
  const customTags = known.filter((tag) => tag.type === CUSTOM);
  const rows = customTags.map((tag) => ({ tag_id: tag.id, object_type: type, object_id: id }));
  if (rows.length > 0) await db.insertInto("tagged_objects").values(rows).execute();
  return true;
}

/**
 * System tags `type:chart`, `owner:1` and `favorited_by:1` (with user ids) are derived from the store's rows and
 * updated in the transaction that changes those.
 */

const TYPE_TAG = sql.lit(2);
const OWNER_TAG = sql.lit(3);
const FAVORITE_TAG = sql.lit(4);

const TABLE_OF = { chart: "charts", dashboard: "dashboards", dataset: "datasets", query: "saved_queries" } as const;
const FAVORITES_OF = { chart: "slice", dashboard: "Dashboard", dataset: undefined, query: "query" } as const;

interface Tagged {
  type: TaggedType;
  id: number;
}

function systemTags({ type, id }: Tagged) {
  const owners =
    type === "query"
      ? sql`select created_by_fk as user_id from saved_queries where id = ${id} and created_by_fk is not null`
      : sql`select user_id from ${sql.table(`${type}_owners`)} where ${sql.ref(`${type}_id`)} = ${id}`;
  const favorites = FAVORITES_OF[type];
  return sql`
    select cast(${sql.lit(`type:${type}`)} as text) as name, ${TYPE_TAG} as type
    union select 'owner:' || user_id, ${OWNER_TAG} from (${owners}) as people
    ${
      favorites
        ? sql`union select 'favorited_by:' || user_id, ${FAVORITE_TAG} from favorites
            where class_name = ${sql.lit(favorites)} and object_id = ${id}`
        : sql``
    }`;
}

/** Call it in the transaction that creates an object or changes its owners or favorites. */
export async function syncTags(db: Kysely<Tables>, object: Tagged): Promise<void> {
  const systemTagRows = systemTags(object);
  const table = sql.table(TABLE_OF[object.type]);
  const type = sql.lit(object.type);
  await sql`insert into tags (name, type, created_on, changed_on)
    select wanted.name, wanted.type, o.changed_on, o.changed_on from (${systemTagRows}) as wanted, ${table} as o
    where o.id = ${object.id} on conflict (name) do nothing`.execute(db);
  await sql`delete from tagged_objects where object_type = ${type} and object_id = ${object.id}
    and tag_id in (select id from tags where type <> 1 and name not in (select name from (${systemTagRows}) as wanted))`.execute(
    db,
  );
  await sql`insert into tagged_objects (tag_id, object_type, object_id)
    select tags.id, ${type}, o.id from tags join (${systemTagRows}) as wanted on wanted.name = tags.name, ${table} as o
    where o.id = ${object.id} and tags.type <> 1 on conflict do nothing`.execute(db);
}

export async function deleteTagsOf(db: Kysely<Tables>, userId: number): Promise<void> {
  await db
    .deleteFrom("tags")
    .where("name", "in", [`owner:${userId}`, `favorited_by:${userId}`])
    .where("type", "<>", 1)
    .execute();
}
