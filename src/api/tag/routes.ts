import { type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { forbidden, notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { crud } from "../../server/http/crud.ts";
import { searchOfHistory } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import { audited, type Resource, route } from "../../server/http/route.ts";
import { allFound, possibleIds } from "../../server/http/show-response.ts";
import { addFavorite, favoritesAmong, removeFavorite } from "../../server/store/favorites.ts";
import { historiesOf } from "../../server/store/users.ts";
import * as contract from "./contract.ts";
import { countsOf, objectsWith } from "./objects.ts";
import { assertEditable, BULK_CREATE, READ, VIEW, WRITE } from "./policy.ts";
import { addTags, changeTag, createTag, createTags, objectTypeOf } from "./save.ts";
import { deleteTags, type TagRecord, tagsByIds, tagsByNames, untagObject } from "./store.ts";

const LIST: ListDefinition = {
  view: VIEW,
  title: msg("List Tag"),
  table: "tags",
  permissions: ["can_read", "can_write", "can_bulk_create"],
  columns: [
    "id",
    "name",
    "type",
    "description",
    ...userColumns("changed_by"),
    "changed_on",
    "changed_on_delta_humanized",
    ...userColumns("created_by"),
    "created_on_delta_humanized",
  ],
  search: {
    id: { type: "number", column: "tags.id" },
    name: { type: "text", column: "tags.name" },
    type: { type: "number", column: "tags.type" },
    description: { type: "text", column: "tags.description" },
    ...searchOfHistory("tags"),
  },
  filters: {
    "type:custom_tag": (value) =>
      value ? sql`tags.type = ${contract.CUSTOM_TAG}` : sql`tags.type <> ${contract.CUSTOM_TAG}`,
    "id:tag_is_favorite": (value, { user }) => (value ? favoriteOf(user.id) : sql<SqlBool>`not ${favoriteOf(user.id)}`),
  },
  order: {
    id: "id",
    name: { by: "name", text: true },
    type: "type",
    description: { by: "description", text: true },
    "changed_by.first_name": firstNameOf("tags.changed_by_fk"),
    "changed_by.last_name": { via: "tags.changed_by_fk", table: "users", name: "last_name" },
    changed_on_delta_humanized: "changed_on",
    "created_by.first_name": firstNameOf("tags.created_by_fk"),
    "created_by.last_name": { via: "tags.created_by_fk", table: "users", name: "last_name" },
    created_on_delta_humanized: "created_on",
  },
  present: async ({ app }, ids) => {
    const rows = await tagsByIds(app.db, ids);
    const historyOf = await historiesOf(app, rows);
    return rows.map((row) => {
      const { created_on: _, ...history } = historyOf(row);
      return { id: row.id, name: row.name, type: row.type, description: row.description, ...history };
    });
  },
  related: { created_by: { kind: "users" }, changed_by: { kind: "users" } },
  createBody: contract.CreateTag,
  updateBody: contract.UpdateTag,
};

function favoriteOf(userId: number) {
  return sql<SqlBool>`tags.id in (select favorites.object_id from favorites
    where favorites.class_name = 'tag' and favorites.user_id = ${userId})`;
}

async function tagOf(app: App, id: number): Promise<TagRecord> {
  const [row] = await tagsByIds(app.db, possibleIds([id]));
  if (!row) throw notFound();
  return row;
}

async function removeTags({ db, events }: App, tags: readonly TagRecord[]): Promise<void> {
  if (tags.some((tag) => tag.type !== contract.CUSTOM_TAG)) throw forbidden();
  await deleteTags(
    db,
    tags.map((tag) => tag.id),
  );
  for (const tag of tags) events.changed("tag", tag.id);
}

const removeMany = route(
  contract.removeMany,
  audited(WRITE, { action: "TagRestApi.bulk_delete", verb: "delete", kind: "tag" }),
  async ({ app }, { q }) => {
    const names = [...new Set(q.map(String))];
    const tags = await tagsByNames(app.db, names);
    noteAction({ objects: tags.map(({ id, name }) => ({ id, name })) });
    if (tags.length < names.length) throw notFound();
    await removeTags(app, tags);
    return { message: t("Deleted {count, plural, one {# tag} other {# tags}}", { count: tags.length }) };
  },
);

const createMany = route(
  contract.createMany,
  audited(BULK_CREATE, { action: "TagRestApi.bulk_create", verb: "create", kind: "tag" }),
  async (ctx, { body }) => {
    noteAction({ objects: body.tags.map(({ name }) => ({ id: null, name: name ?? null })) });
    return { result: await createTags(ctx, body.tags) };
  },
);

const addToObject = route(
  contract.addToObject,
  audited(WRITE, { action: "TagRestApi.add_objects", verb: "change", kind: "tag" }),
  async (ctx, { params, body }) => {
    noteTagged(params, body.properties.tags);
    await addTags(ctx, { type: objectTypeOf(params.object_type), id: params.object_id }, body.properties.tags);
    return {};
  },
);

function noteTagged(params: { object_type: number; object_id: number }, tags: readonly string[]): void {
  const type = objectTypeOf(params.object_type);
  noteAction({
    kind: type === "query" ? "saved_query" : type,
    references: [params.object_id],
    fields: ["tags"],
    details: { tags: tags.slice(0, 20) },
  });
}

const removeFromObject = route(
  contract.removeFromObject,
  audited(WRITE, { action: "TagRestApi.delete_object", verb: "change", kind: "tag" }),
  async (ctx, { params }) => {
    const key = { type: objectTypeOf(params.object_type), id: params.object_id };
    noteTagged(params, [params.tag]);
    await assertEditable(ctx, key);
    const [tag] = await tagsByNames(ctx.app.db, [params.tag]);
    if (tag && tag.type !== contract.CUSTOM_TAG) throw forbidden();
    if (!tag || !(await untagObject(ctx.app.db, tag.id, key))) throw notFound();
    ctx.app.events.changed("tag", tag.id);
    return { message: "OK" };
  },
);

const objects = route(contract.objects, READ, async (ctx, { query }) => ({ result: await objectsWith(ctx, query) }));

const objectCounts = route(contract.objectCounts, READ, async (ctx, { q }) => ({
  result: await countsOf(ctx, possibleIds(q)),
}));

const favoriteStatus = route(contract.favoriteStatus, READ, async (ctx, { q }) => {
  const tags = allFound(await tagsByIds(ctx.app.db, possibleIds(q)), []);
  const ids = tags.map((tag) => tag.id);
  const favorites = await favoritesAmong(ctx, "tag", ids);
  return { result: ids.map((id) => ({ id, value: favorites.has(id) })) };
});

const favorite = route(
  contract.favorite,
  audited(READ, { action: "TagRestApi.add_favorite", verb: "favorite", kind: "tag" }),
  async (ctx, { params }) => {
    await addFavorite(ctx, "tag", (await tagOf(ctx.app, params.id)).id);
    return { result: "OK" };
  },
);

const unfavorite = route(
  contract.unfavorite,
  audited(READ, { action: "TagRestApi.remove_favorite", verb: "unfavorite", kind: "tag" }),
  async (ctx, { params }) => {
    await removeFavorite(ctx, "tag", (await tagOf(ctx.app, params.id)).id);
    return { result: "OK" };
  },
);

const { show, create, update, remove } = contract;

export const tagResource: Resource = {
  name: "tag",
  routes: [
    ...collectionRoutes(contract, LIST),
    ...crud({ show, create, update, remove }, LIST, {
      audit: { kind: "tag", api: "TagRestApi" },
      find: ({ app }, ids) => tagsByIds(app.db, ids),
      create: async (ctx, { body }) => {
        await createTag(ctx, body);
        return {};
      },
      update: async (ctx, tag, { body }) => {
        await changeTag(ctx, tag, body);
        return { id: tag.id, result: body };
      },
      remove: ({ app }, _, tags) => removeTags(app, tags),
    }),
    objectCounts,
    favoriteStatus,
    favorite,
    unfavorite,
    removeMany,
    createMany,
    addToObject,
    removeFromObject,
    objects,
  ],
};
