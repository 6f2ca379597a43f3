import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { assertRoomForNew, updateObject } from "../../server/store/objects.ts";
import { changedBy, createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables, TaggedType } from "../../server/store/tables.ts";
import { CUSTOM_TAG } from "./contract.ts";

type Db = Kysely<Tables>;

const MAX_TAGS = 100;

export type TagRecord = Row<"tags">;
export interface ObjectKey {
  type: TaggedType;
  id: number;
}

export function tagsByIds(db: Db, ids: readonly number[]): Promise<TagRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom("tags").selectAll().where("id", "in", ids).orderBy("id").execute();
}

export function tagsByNames(db: Db, names: readonly string[]): Promise<TagRecord[]> {
  if (names.length === 0) return Promise.resolve([]);
  return db.selectFrom("tags").selectAll().where("name", "in", names).orderBy("id").execute();
}

export async function ensureTag(
  db: Db,
  { name, description }: { name: string; description?: string | null | undefined },
  stamp: Stamp,
): Promise<number> {
  const existing = await db.selectFrom("tags").select("id").where("name", "=", name).executeTakeFirst();
  if (existing) return existing.id;
  await assertRoomForNew(db, "tags", { stamp, values: { name, description } });
  const row = { name, description: description ?? null, type: CUSTOM_TAG, ...createdBy(stamp) };
  await db
    .insertInto("tags")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await db.selectFrom("tags").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
}

export async function updateTag(db: Db, id: number, change: { values: RowChanges<"tags">; stamp: Stamp }) {
  await updateObject(db, "tags", id, { ...change.values, ...changedBy(change.stamp) });
}

export async function deleteTags(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("favorites").where("class_name", "=", "tag").where("object_id", "in", ids).execute();
  await db.deleteFrom("tags").where("id", "in", ids).execute();
}

export async function tagObject(db: Db, tagId: number, { type, id }: ObjectKey): Promise<void> {
  const custom = db.selectFrom("tags").select("id").where("type", "=", CUSTOM_TAG);
  const others = db
    .selectFrom("tagged_objects")
    .select((e) => e.fn.countAll().as("count"))
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .where("tag_id", "!=", tagId)
    .where("tag_id", "in", custom);
  if (Number((await others.executeTakeFirstOrThrow()).count) >= MAX_TAGS) {
    throw unprocessable(
      t(
        "{type, select, chart {A chart} dashboard {A dashboard} dataset {A dataset} other {A query}} can have up to {limit, number} tags.",
        { type, limit: MAX_TAGS },
      ),
    );
  }
  await db
    .insertInto("tagged_objects")
    .values({ tag_id: tagId, object_type: type, object_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function untagObject(db: Db, tagId: number, { type, id }: ObjectKey): Promise<boolean> {
  const removed = await db
    .deleteFrom("tagged_objects")
    .where("tag_id", "=", tagId)
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

export async function objectsOfTag(db: Db, tagId: number): Promise<ObjectKey[]> {
  const rows = await db.selectFrom("tagged_objects").selectAll().where("tag_id", "=", tagId).execute();
  return rows.map((row) => ({ type: row.object_type, id: row.object_id }));
}

export interface TaggedRow {
  id: number;
  name: string | null;
  slug: string | null;
  changed_on: string;
  created_by_fk: number | null;
}

export async function taggedRows(
  db: Db,
  { type, table, title }: { type: TaggedType; table: string; title: string },
  { tagIds, visible }: { tagIds: readonly number[]; visible: Condition | undefined },
): Promise<TaggedRow[]> {
  if (tagIds.length === 0) return [];
  const slug = table === "dashboards" ? sql.ref("slug") : sql`null`;
  const { rows } = await sql<TaggedRow>`
    select id, ${sql.ref(title)} as name, ${slug} as slug, changed_on, created_by_fk from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} in (select object_id from tagged_objects where object_type = ${type}
      and tag_id in (${sql.join([...tagIds])}))
    and ${visible ?? sql`(1 = 1)`} order by changed_on desc, id desc`.execute(db);
  return rows;
}

export async function taggedCounts(
  db: Db,
  { type, table }: { type: TaggedType; table: string },
  { tagIds, visible }: { tagIds: readonly number[]; visible: Condition | undefined },
): Promise<{ tag_id: number; n: number | string }[]> {
  if (tagIds.length === 0) return [];
  const { rows } = await sql<{ tag_id: number; n: number | string }>`
    select tag_id, count(*) as n from tagged_objects join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = object_id
    where object_type = ${type} and tag_id in (${sql.join([...tagIds])}) and ${visible ?? sql`(1 = 1)`}
    group by tag_id`.execute(db);
  return rows;
}
