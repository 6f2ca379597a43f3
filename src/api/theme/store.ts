import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Condition } from "../../server/rights/rule.ts";
import { deleteMarksOf } from "../../server/store/bundle-marks.ts";
import { byIds } from "../../server/store/by-ids.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { assertStoredSizes } from "../../server/store/sizes.ts";
import { changedBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables } from "../../server/store/tables.ts";

type Db = Kysely<Tables>;
export type ThemeRecord = Row<"themes">;
export type SystemMark = "is_system_default" | "is_system_dark";

export function themesByIds(db: Db, ids: readonly number[], visible?: Condition): Promise<ThemeRecord[]> {
  const read = byIds<ThemeRecord>(
    (store, some) => {
      const found = store.selectFrom("themes").selectAll().where("id", "in", some).orderBy("id");
      return (visible ? found.where(visible) : found).compile();
    },
    { table: "themes", columns: ["json_data"] },
  );
  return read(db, ids);
}

export async function insertTheme(
  db: Db,
  values: { theme_name: string; json_data: string; uuid?: string | null | undefined },
  stamp: Stamp,
): Promise<number> {
  assertStoredSizes(values);
  return insertObject(db, "themes", { ...values, uuid: values.uuid ?? randomUUID() }, stamp);
}

export async function updateTheme(
  db: Db,
  id: number,
  change: { values: Pick<RowChanges<"themes">, "theme_name" | "json_data">; stamp: Stamp },
): Promise<void> {
  assertStoredSizes(change.values);
  await updateObject(db, "themes", id, { ...change.values, ...changedBy(change.stamp) });
}

export async function deleteThemes(db: Db, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("dashboards").set({ theme_id: null }).where("theme_id", "in", ids).execute();
    await deleteMarksOf(trx, "themes", ids);
    await trx.deleteFrom("themes").where("id", "in", ids).execute();
  });
}

export async function markTheme(db: Db, mark: SystemMark, id?: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("themes")
      .set({ [mark]: false })
      .where(mark, "=", true)
      .execute();
    if (id === undefined) return;
    await trx
      .updateTable("themes")
      .set({ [mark]: true })
      .where("id", "=", id)
      .execute();
  });
}
