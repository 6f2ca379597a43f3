import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { formatTimestamp, parseTimestamp } from "../../server/clock.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import type { Context } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { insertObjects, type NewObject, updateObject } from "../../server/store/objects.ts";
import { type Actor, changedBy, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import {
  type CreateAnnotation,
  type CreateLayer,
  momentOf,
  type UpdateAnnotation,
  type UpdateLayer,
} from "./contract.ts";
import {
  type AnnotationRecord,
  findAnnotationByText,
  findLayerByName,
  insertAnnotation,
  insertLayer,
  type LayerRecord,
} from "./store.ts";

const nameTaken = () => ({ name: [t("Name must be unique")] });
const textTaken = () => ({ short_descr: [t("Short description must be unique for this layer")] });

export async function createLayer({ app, user }: Actor, body: CreateLayer): Promise<number> {
  await assertNameFree(app.db, body.name);
  const values = { name: body.name, descr: body.descr ?? null };
  return once(nameTaken, () => insertLayer(app.db, values, stampOf(app, user)));
}

/** Throws 412 if saved by someone else in the meantime. */
export async function changeLayer(ctx: Context, { id, name }: LayerRecord, body: UpdateLayer): Promise<void> {
  if (body.name !== undefined && body.name !== name) await assertNameFree(ctx.app.db, body.name);
  await once(nameTaken, () =>
    saveIfMatch(ctx, { table: "annotation_layers", id }, (trx, stamp) =>
      updateObject(trx, "annotation_layers", id, { ...body, ...changedBy(stamp) }),
    ),
  );
}

async function assertNameFree(db: Kysely<Tables>, name: string): Promise<void> {
  if (await findLayerByName(db, name)) throw unprocessable(nameTaken());
}

export async function createAnnotation({ app, user }: Actor, layerId: number, body: CreateAnnotation): Promise<number> {
  const values = newAnnotation(layerId, body);
  if (await findAnnotationByText(app.db, layerId, body.short_descr)) throw unprocessable(textTaken());
  return once(textTaken, () => insertAnnotation(app.db, values, stampOf(app, user)));
}

export async function createAnnotations(
  { app, user }: Actor,
  layerId: number,
  bodies: readonly CreateAnnotation[],
): Promise<void> {
  const all = bodies.map((body) => newAnnotation(layerId, body));
  await once(textTaken, () => insertObjects(app.db, "annotations", all, stampOf(app, user)));
}

function newAnnotation(layerId: number, body: CreateAnnotation): NewObject<"annotations"> {
  const start = stored(body.start_dttm);
  const end = stored(body.end_dttm);
  assertOrder(start, end);
  return {
    layer_id: layerId,
    short_descr: body.short_descr,
    long_descr: body.long_descr ?? null,
    start_dttm: start,
    end_dttm: end,
    json_metadata: body.json_metadata ?? null,
  };
}

export async function changeAnnotation(
  ctx: Context,
  annotation: AnnotationRecord,
  body: UpdateAnnotation,
): Promise<void> {
  const start = body.start_dttm === undefined ? annotation.start_dttm : stored(body.start_dttm);
  const end = body.end_dttm === undefined ? annotation.end_dttm : stored(body.end_dttm);
  assertOrder(start, end);
  const text = body.short_descr;
  if (text !== undefined && text !== annotation.short_descr) {
    if (await findAnnotationByText(ctx.app.db, annotation.layer_id, text)) throw unprocessable(textTaken());
  }
  const values = {
    ...body,
    ...(body.start_dttm === undefined ? {} : { start_dttm: start }),
    ...(body.end_dttm === undefined ? {} : { end_dttm: end }),
  };
  const { id } = annotation;
  await once(textTaken, () =>
    saveIfMatch(ctx, { table: "annotations", id }, (trx, stamp) =>
      updateObject(trx, "annotations", id, { ...values, ...changedBy(stamp) }),
    ),
  );
}

const stored = (text: string) => formatTimestamp(momentOf(text) ?? 0);

function assertOrder(start: string, end: string): void {
  if (parseTimestamp(end) >= parseTimestamp(start)) return;
  throw unprocessable({ start_dttm: [t("End date must be after start date")] });
}

async function once<T>(problem: () => Record<string, string[]>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (storeFailureOf(error) === "unique") throw unprocessable(problem());
    throw error;
  }
}
