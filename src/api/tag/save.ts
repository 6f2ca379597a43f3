import { t } from "../../i18n/translate.ts";
import { badRequest, forbidden, invalidFields, unprocessable } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { insertObjects } from "../../server/store/objects.ts";
import { stampOf } from "../../server/store/stamp.ts";
import { type CreateTag, CUSTOM_TAG, OBJECT_TYPES, type ObjectType, type UpdateTag } from "./contract.ts";
import { accessOf, assertDetached, assertEditable, isListed, isTaggable } from "./policy.ts";
import { ensureTag, type ObjectKey, objectsOfTag, type TagRecord, tagObject, untagObject, updateTag } from "./store.ts";

type Reference = readonly [type: string | number, id: number];

export function objectTypeOf(type: string | number): ObjectType {
  const found = Object.entries(OBJECT_TYPES).find(([name, code]) => name === type || code === Number(type));
  if (!found) throw badRequest(t("Invalid object type: {type}", { type: String(type) }));
  return found[0] as ObjectType;
}

const keyOf = ([type, id]: Reference): ObjectKey => ({ type: objectTypeOf(type), id });

export async function createTag(ctx: Context, body: CreateTag): Promise<void> {
  const keys = (body.objects_to_tag ?? []).map(keyOf);
  for (const key of keys) await assertEditable(ctx, key);
  const stamp = stampOf(ctx.app, ctx.user);
  const id = await ctx.app.db.transaction().execute(async (trx) => {
    const tag = await ensureTag(trx, body, stamp);
    for (const key of keys) await tagObject(trx, tag, key);
    return tag;
  });
  ctx.app.events.changed("tag", id);
}

/**
 * 403 for objects that the caller can't edit, unless their tags don't change. Objects that the caller can't see keep
 * the tag.
 */
export async function changeTag(ctx: Context, tag: TagRecord, body: UpdateTag): Promise<void> {
  if (tag.type !== CUSTOM_TAG) throw forbidden();
  const { objects_to_tag, name, description } = body;
  const requestedKeys = objects_to_tag?.map(keyOf);
  const before = await objectsOfTag(ctx.app.db, tag.id);
  const added = without(requestedKeys ?? [], before);
  for (const key of added) await assertEditable(ctx, key);
  const removed: ObjectKey[] = [];
  for (const key of requestedKeys ? without(before, requestedKeys) : []) {
    if ((await accessOf(ctx, key)) === "editable") {
      await assertDetached(ctx, key);
      removed.push(key);
    } else if (await isListed(ctx, key)) throw forbidden();
  }
  const values = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  const change = { values, stamp: stampOf(ctx.app, ctx.user) };
  try {
    await ctx.app.db.transaction().execute(async (trx) => {
      await updateTag(trx, tag.id, change);
      for (const key of added) await tagObject(trx, tag.id, key);
      for (const key of removed) await untagObject(trx, tag.id, key);
    });
  } catch (error) {
    throw asNameError(error);
  }
  ctx.app.events.changed("tag", tag.id);
}

/** New ones without objects. */
export async function createNamedTags(ctx: Context, tags: readonly CreateTag[]): Promise<void> {
  if (tags.length === 0) return;
  const rows = tags.map(({ name, description = null }) => ({ name, description, type: CUSTOM_TAG }));
  try {
    await insertObjects(ctx.app.db, "tags", rows, stampOf(ctx.app, ctx.user));
  } catch (error) {
    throw asNameError(error);
  }
  ctx.app.events.changed("tag");
}

const asNameError = (error: unknown) =>
  storeFailureOf(error) === "unique" ? unprocessable({ name: [t("Must be unique")] }) : error;

const textOf = ({ type, id }: ObjectKey) => `${type} ${id}`;

function without(keys: readonly ObjectKey[], others: readonly ObjectKey[]): ObjectKey[] {
  const known = new Set(others.map(textOf));
  return keys.filter((key) => !known.has(textOf(key)));
}

export async function createTags(ctx: Context, tags: readonly CreateTag[]) {
  const access = new Map<string, { reference: [string | number, number]; isEditable: boolean }>();
  for (const reference of tags.flatMap((tag) => tag.objects_to_tag ?? [])) {
    const key = keyOf(reference);
    if (access.has(textOf(key))) continue;
    access.set(textOf(key), { reference, isEditable: await isTaggable(ctx, key) });
  }
  const stamp = stampOf(ctx.app, ctx.user);
  await ctx.app.db.transaction().execute(async (trx) => {
    for (const tag of tags) {
      const id = await ensureTag(trx, tag, stamp);
      const keys = (tag.objects_to_tag ?? []).map(keyOf).filter((key) => access.get(textOf(key))?.isEditable);
      for (const key of keys) await tagObject(trx, id, key);
    }
  });
  ctx.app.events.changed("tag");
  const all = [...access.values()];
  return {
    objects_tagged: all.filter(({ isEditable }) => isEditable).map(({ reference }) => reference),
    objects_skipped: all.filter(({ isEditable }) => !isEditable).map(({ reference }) => reference),
  };
}

export async function addTags(ctx: Context, key: ObjectKey, names: readonly string[]): Promise<void> {
  if (names.length === 0) throw invalidFields({ tags: [t("Missing data for required field.")] });
  await assertEditable(ctx, key);
  const stamp = stampOf(ctx.app, ctx.user);
  await ctx.app.db.transaction().execute(async (trx) => {
    for (const name of names) await tagObject(trx, await ensureTag(trx, { name }, stamp), key);
  });
  ctx.app.events.changed("tag");
}
