import type { Kysely } from "kysely";
import { assertRoomForChange, assertRoomForNew } from "../../server/store/object-quotas.ts";
import { createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type LayerRecord = Row<"annotation_layers">;
export type AnnotationRecord = Row<"annotations">;
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type LayerValues = Omit<NewRow<"annotation_layers">, "id" | Stamps>;
export type AnnotationValues = Omit<NewRow<"annotations">, "id" | Stamps>;

type Db = Kysely<Tables>;

export function layersByIds(db: Db, ids: readonly number[]): Promise<LayerRecord[]> {
  const possible = ids.filter((id) => Math.abs(id) < 2 ** 31);
  if (possible.length === 0) return Promise.resolve([]);
  return db.selectFrom("annotation_layers").selectAll().where("id", "in", possible).execute();
}

export function findLayerByName(db: Db, name: string): Promise<LayerRecord | undefined> {
  return db.selectFrom("annotation_layers").selectAll().where("name", "=", name).executeTakeFirst();
}

export async function insertLayer(db: Db, values: LayerValues, stamp: Stamp): Promise<number> {
  await assertRoomForNew(db, "annotation_layers", { stamp, values });
  const row = { ...values, ...createdBy(stamp) };
  return (await db.insertInto("annotation_layers").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function updateLayer(db: Db, id: number, values: RowChanges<"annotation_layers">): Promise<void> {
  await assertRoomForChange(db, "annotation_layers", { id, values });
  await db.updateTable("annotation_layers").set(values).where("id", "=", id).execute();
}

/** Throws a store failure `reference` while a layer has annotations. */
export async function deleteLayers(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("annotation_layers").where("id", "in", ids).execute();
}

export async function haveAnnotations(db: Db, layerIds: readonly number[]): Promise<boolean> {
  const found = await db.selectFrom("annotations").select("id").where("layer_id", "in", layerIds).executeTakeFirst();
  return found !== undefined;
}

/** Everything of a layer, in the order of time. */
export function annotationsOf(db: Db, layerId: number): Promise<AnnotationRecord[]> {
  if (Math.abs(layerId) >= 2 ** 31) return Promise.resolve([]);
  return db
    .selectFrom("annotations")
    .selectAll()
    .where("layer_id", "=", layerId)
    .orderBy("start_dttm")
    .orderBy("id")
    .execute();
}

export function annotationsByIds(db: Db, ids: readonly number[]): Promise<AnnotationRecord[]> {
  const possible = ids.filter((id) => Math.abs(id) < 2 ** 31);
  if (possible.length === 0) return Promise.resolve([]);
  return db.selectFrom("annotations").selectAll().where("id", "in", possible).execute();
}

export function findAnnotationByText(db: Db, layerId: number, text: string): Promise<AnnotationRecord | undefined> {
  return db
    .selectFrom("annotations")
    .selectAll()
    .where("layer_id", "=", layerId)
    .where("short_descr", "=", text)
    .executeTakeFirst();
}

export async function insertAnnotation(db: Db, values: AnnotationValues, stamp: Stamp): Promise<number> {
  await assertRoomForNew(db, "annotations", { stamp, values });
  const row = { ...values, ...createdBy(stamp) };
  return (await db.insertInto("annotations").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function updateAnnotation(db: Db, id: number, values: RowChanges<"annotations">): Promise<void> {
  await assertRoomForChange(db, "annotations", { id, values });
  await db.updateTable("annotations").set(values).where("id", "=", id).execute();
}

export async function deleteAnnotations(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("annotations").where("id", "in", ids).execute();
}
