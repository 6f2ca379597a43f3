import { type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { notFound, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { crud } from "../../server/http/crud.ts";
import { saveIfMatch, setETag } from "../../server/http/etag.ts";
import { anyColumnContains } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition, userColumns } from "../../server/http/resource-list.ts";
import { type Context, LARGE_BODY_BYTES, permission, type Resource, route } from "../../server/http/route.ts";
import { showResponse } from "../../server/http/show-response.ts";
import { changedBy, stampOf } from "../../server/store/stamp.ts";
import { tagSearch } from "../../server/store/tags.ts";
import { containsText } from "../../server/store/text-match.ts";
import type { User } from "../../server/user.ts";
import { canSeeDatabase, DATABASE_PICKER, findDatabase } from "../database/index.ts";
import * as contract from "./contract.ts";
import { isOwn, visibleTo } from "./policy.ts";
import { presentSavedQueries } from "./present.ts";
import {
  assertQueryQuota,
  deleteSavedQueries,
  findSavedQuery,
  insertSavedQuery,
  type SavedQueryRecord,
  type SavedQueryValues,
  savedQueriesByIds,
  TEXTS,
  updateSavedQuery,
} from "./store.ts";

const favorite = (userId: number) =>
  sql<SqlBool>`exists (select 1 from favorites where favorites.class_name = 'query'
    and favorites.object_id = saved_queries.id and favorites.user_id = ${userId})`;

const tagged = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select 1 from tagged_objects join tags on tags.id = tagged_objects.tag_id
    where tagged_objects.object_type = 'query' and tagged_objects.object_id = saved_queries.id and ${condition})`;

const LIST: ListDefinition = {
  view: "SavedQuery",
  title: msg("List Saved Query"),
  table: "saved_queries",
  permissions: ["can_read", "can_write", "can_export"],
  columns: [
    "id",
    "uuid",
    "label",
    "description",
    "sql",
    "sql_tables",
    "catalog",
    "schema",
    "db_id",
    "database.id",
    "database.database_name",
    "extra",
    "rows",
    "last_run_delta_humanized",
    "last_run",
    "last_run_ms",
    "last_query_id",
    "changed_on",
    "changed_on_delta_humanized",
    "created_on",
    ...userColumns("created_by"),
    ...userColumns("changed_by"),
    "tags.id",
    "tags.name",
    "tags.type",
  ],
  search: {
    id: { type: "number", column: "saved_queries.id" },
    database: { type: "one", column: "saved_queries.database_id" },
    label: { type: "text", column: "saved_queries.label" },
    catalog: { type: "text", column: "saved_queries.catalog" },
    schema: { type: "text", column: "saved_queries.schema" },
    created_by: { type: "one", column: "saved_queries.created_by_fk" },
    changed_by: { type: "one", column: "saved_queries.changed_by_fk" },
    tags: tagSearch("query", "saved_queries.id"),
  },
  filters: {
    "label:all_text": anyColumnContains(
      ["schema", "label", "description", "sql"].map((name) => `saved_queries.${name}`),
    ),
    "id:saved_query_is_fav": (value, { user }) => (value ? favorite(user.id) : sql<SqlBool>`not ${favorite(user.id)}`),
    "tags:saved_query_tags": (value) => tagged(containsText(sql.ref("tags.name"), String(value ?? ""))),
    "tags:saved_query_tag_id": (value) => tagged(sql`tags.id = ${Math.trunc(Number(value)) || 0}`),
  },
  order: {
    catalog: { by: "catalog", text: true },
    schema: { by: "schema", text: true },
    label: { by: "label", text: true },
    description: { by: "description", text: true },
    sql: { by: "sql", text: true },
    rows: "rows",
    "created_by.first_name": firstNameOf("saved_queries.created_by_fk"),
    "database.database_name": { via: "saved_queries.database_id", table: "databases", name: "database_name" },
    created_on: "created_on",
    changed_on: "changed_on",
    changed_on_delta_humanized: "changed_on",
    last_run_delta_humanized: "last_run",
    last_run: "last_run",
  },
  visible: ({ user }) => visibleTo(user),
  present: (ctx, ids) => presentSavedQueries(ctx.app, ids),
  texts: () => TEXTS,
  related: {
    database: DATABASE_PICKER,
    created_by: { kind: "users" },
    changed_by: { kind: "users" },
  },
  distinct: { catalog: "saved_queries.catalog", schema: "saved_queries.schema" },
  createBody: contract.SaveQuery,
  updateBody: contract.SaveQuery,
};

export async function ownSavedQuery(app: App, user: User, id: number): Promise<SavedQueryRecord | undefined> {
  const found = await findSavedQuery(app.db, id);
  return found && isOwn(user, found) ? found : undefined;
}

async function valuesOf({ app, user }: Context, body: contract.SaveQuery): Promise<SavedQueryValues> {
  const { db_id, ...rest } = body;
  const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (db_id === undefined) return changes;
  const database = db_id === null || Math.abs(db_id) >= 2 ** 31 ? undefined : await findDatabase(app.db, db_id);
  if (db_id !== null && !(database && canSeeDatabase(user, database)))
    throw unprocessable({ db_id: [t("Database does not exist")] });
  return { ...changes, database_id: db_id };
}

const SHOWN = [...LIST.columns, "template_parameters", "extra_json"];

const show = route(contract.show, permission("can_read", LIST.view), async (ctx, { params, q }) => {
  const query = await ownSavedQuery(ctx.app, ctx.user, params.id);
  const [row] = query ? await presentSavedQueries(ctx.app, [query.id]) : [];
  if (!query || !row) throw notFound();
  setETag(ctx, query.changed_on);
  const columns = q?.columns?.length ? SHOWN.filter((name) => q.columns?.includes(name)) : SHOWN;
  return showResponse(row, t("Show Saved Query"), { keys: q?.keys }, columns);
});

const { create, update, remove, removeMany } = contract;

async function writtenOf(app: App, id: number) {
  const saved = await findSavedQuery(app.db, id);
  if (!saved) throw notFound();
  const { database_id, label, description, sql: text, catalog, schema, template_parameters, extra_json } = saved;
  return { db_id: database_id, label, description, sql: text, catalog, schema, template_parameters, extra_json };
}

export const savedQueryResource: Resource = {
  name: "saved-query",
  routes: [
    ...collectionRoutes(contract, LIST),
    show,
    ...crud({ create, update, remove, removeMany }, LIST, {
      audit: { kind: "saved_query", api: "SavedQueryRestApi" },
      find: async ({ app, user }, ids) => (await savedQueriesByIds(app.db, ids)).filter((query) => isOwn(user, query)),
      options: { invalidStatus: 422, bodyLimit: LARGE_BODY_BYTES },
      create: async (ctx, { body }) => {
        const values = await valuesOf(ctx, body);
        const stamp = stampOf(ctx.app, ctx.user);
        const id = await ctx.app.db.transaction().execute((trx) => insertSavedQuery(trx, values, stamp));
        return { id, result: await writtenOf(ctx.app, id) };
      },
      update: async (ctx, { id }, { body }) => {
        const values = await valuesOf(ctx, body);
        await saveIfMatch(ctx, { table: "saved_queries", id }, async (trx, stamp) => {
          await assertQueryQuota(trx, values, { userId: ctx.user.id, id });
          await updateSavedQuery(trx, id, { ...values, ...changedBy(stamp) });
        });
        return { result: await writtenOf(ctx.app, id) };
      },
      remove: ({ app }, ids) => deleteSavedQueries(app.db, ids),
    }),
  ],
};
