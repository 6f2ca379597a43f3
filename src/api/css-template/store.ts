import type { Kysely } from "kysely";
import { assertRoomForChange, assertRoomForNew } from "../../server/store/object-quotas.ts";
import { changedBy, createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables } from "../../server/store/tables.ts";

type Db = Kysely<Tables>;
type Values = Pick<RowChanges<"css_templates">, "template_name" | "css">;

/** In the order of their ids. Unknown ids are left out. */
export function templatesByIds(db: Db, ids: readonly number[]): Promise<Row<"css_templates">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom("css_templates").selectAll().where("id", "in", ids).orderBy("id").execute();
}

export async function insertTemplate(db: Db, values: Values, stamp: Stamp): Promise<number> {
  await assertRoomForNew(db, "css_templates", { stamp, values });
  const row = { template_name: null, css: null, ...values, ...createdBy(stamp) };
  return (await db.insertInto("css_templates").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function updateTemplate(db: Db, id: number, change: { values: Values; stamp: Stamp }): Promise<void> {
  await assertRoomForChange(db, "css_templates", { id, values: change.values });
  const row = { ...change.values, ...changedBy(change.stamp) };
  await db.updateTable("css_templates").set(row).where("id", "=", id).execute();
}

export async function deleteTemplates(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("css_templates").where("id", "in", ids).execute();
}
