import { type Kysely, type SqlBool, sql } from "kysely";
import { byIds } from "./by-ids.ts";
import type { Tables, TaggedType } from "./tables.ts";

export type TagName = {
  id: number;
  name: string;
  type: number;
};

/** How lists of objects are filtered by the tags they have. */
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

/** Tags of each of the objects. */
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

/** Replaces the custom tags of one object; false when one of them does not exist. Those the server keeps stay as they are. */
export async function setTags(
  db: Kysely<Tables>,
  { type, id }: { type: TaggedType; id: number },
  tagIds: readonly number[],
): Promise<boolean> {
  const wanted = [...new Set(tagIds)];
  const tags = db.selectFrom("tags").select(["id", "type"]);
  const known = wanted.length > 0 ? await tags.where("id", "in", wanted).execute() : [];
  if (known.length < wanted.length) return false;
  const custom = db.selectFrom("tags").select("id").where("type", "=", CUSTOM);
  await db
    .deleteFrom("tagged_objects")
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .where("tag_id", "in", custom)
    .execute();
  const given = known.filter((tag) => tag.type === CUSTOM);
  const rows = given.map((tag) => ({ tag_id: tag.id, object_type: type, object_id: id }));
  if (rows.length > 0) await db.insertInto("tagged_objects").values(rows).execute();
  return true;
}
