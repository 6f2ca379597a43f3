import type { Kysely } from "kysely";
import { insertObject, type NewObject } from "../../server/store/objects.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";

export type LayerRecord = Row<"annotation_layers">;
export type AnnotationRecord = Row<"annotations">;

type Db = Kysely<Tables>;

export function layersByIds(db: Db, ids: readonly number[]): Promise<LayerRecord[]> {
  const possible = ids.filter((id) => Math.abs(id) < 2 ** 31);
  if (possible.length === 0) return Promise.resolve([]);
  return db.selectFrom("annotation_layers").selectAll().where("id", "in", possible).execute();
}

export function findLayerByName(db: Db, name: string): Promise<LayerRecord | undefined> {
  return db.selectFrom("annotation_layers").selectAll().where("name", "=", name).executeTakeFirst();
}

export const insertLayer = (db: Db, values: NewObject<"annotation_layers">, stamp: Stamp) =>
  insertObject(db, "annotation_layers", values, stamp);

export async function deleteLayers(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("annotation_layers").where("id", "in", ids).execute();
}

export async function haveAnnotations(db: Db, layerIds: readonly number[]): Promise<boolean> {
  const found = await db.selectFrom("annotations").select("id").where("layer_id", "in", layerIds).executeTakeFirst();
  return found !== undefined;
}

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

export const insertAnnotation = (db: Db, values: NewObject<"annotations">, stamp: Stamp) =>
  insertObject(db, "annotations", values, stamp);

export async function deleteAnnotations(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("annotations").where("id", "in", ids).execute();
}
