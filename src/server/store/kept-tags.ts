import { type Kysely, sql } from "kysely";
import type { Tables, TaggedType } from "./tables.ts";

/**
 * Tags that the server keeps itself, so that people find what is theirs by them: `type:chart`, `owner:1` and
 * `favorited_by:1`, with the number of a user. They follow from the rows of the store and are written in the transaction
 * that changes those.
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

/** Name and kind of each tag that the object has by what it is. */
function wantedTags({ type, id }: Tagged) {
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

/** To be called in the transaction that makes an object, or changes its owners or whose favourite it is. */
export async function keepTags(db: Kysely<Tables>, object: Tagged): Promise<void> {
  const wanted = wantedTags(object);
  const table = sql.table(TABLE_OF[object.type]);
  const type = sql.lit(object.type);
  await sql`insert into tags (name, type, created_on, changed_on)
    select wanted.name, wanted.type, o.changed_on, o.changed_on from (${wanted}) as wanted, ${table} as o
    where o.id = ${object.id} on conflict (name) do nothing`.execute(db);
  await sql`delete from tagged_objects where object_type = ${type} and object_id = ${object.id}
    and tag_id in (select id from tags where type <> 1 and name not in (select name from (${wanted}) as wanted))`.execute(
    db,
  );
  await sql`insert into tagged_objects (tag_id, object_type, object_id)
    select tags.id, ${type}, o.id from tags join (${wanted}) as wanted on wanted.name = tags.name, ${table} as o
    where o.id = ${object.id} and tags.type <> 1 on conflict do nothing`.execute(db);
}

/** A user's own tags go with the user. */
export async function forgetTagsOf(db: Kysely<Tables>, userId: number): Promise<void> {
  await db
    .deleteFrom("tags")
    .where("name", "in", [`owner:${userId}`, `favorited_by:${userId}`])
    .where("type", "<>", 1)
    .execute();
}
