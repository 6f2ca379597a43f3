import { type Kysely, sql, type Transaction } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { invalidFields, notFound, unprocessable } from "../../model/errors.ts";
import { allPairs } from "../../server/auth/role-matrix.ts";
import { audited, type Context, permission, type Route, route, withOptions } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { namesObject } from "../../server/store/object-pairs.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import type { Pair } from "../../server/user.ts";
import { assertAdministrator } from "./members.ts";
import * as contract from "./roles-contract.ts";

/**
 * An administrator's own resources and permission pairs; built-in ones can't be changed. A resource is a row without a
 * permission, so that it exists without pairs.
 */

type Db = Kysely<Tables>;
type PairRow = Row<"permission_pairs">;

const BUILT_IN = new Set(allPairs().map(pairText));
const BUILT_IN_VIEWS = new Set(allPairs().map(([, view]) => view));

function pairText([name, view]: Pair): string {
  return JSON.stringify([name, view]);
}

const BUILT_IN_ERROR = msg("Built-in: can't be changed");
const WRITE_RESOURCES = permission("can_write", "ViewMenu");
const WRITE_PAIRS = permission("can_write", "PermissionViewMenu");

const createResource = route(
  contract.createResource,
  audited(WRITE_RESOURCES, { action: "ViewMenuApi.post", verb: "create", kind: "permission" }),
  async (ctx, { body }) => {
    const { id } = await changed(ctx, async (trx) => {
      if (await isView(trx, body.name)) throw invalidFields({ name: [t("Already in use")] }, 422);
      return insertPair(trx, ["", body.name]);
    });
    return { id, result: body };
  },
);

const updateResource = route(
  contract.updateResource,
  audited(WRITE_RESOURCES, { action: "ViewMenuApi.put", verb: "change", kind: "permission" }),
  async (ctx, { params, body }) => {
    await changed(ctx, async (trx) => {
      const view = await ownView(trx, params.id);
      if (body.name === view) return;
      if (await isView(trx, body.name)) throw invalidFields({ name: [t("Already in use")] }, 422);
      for (const table of ["permission_pairs", "role_permissions"] as const)
        await trx.updateTable(table).set({ view: body.name }).where("view", "=", view).execute();
    });
    return { result: body };
  },
);

const removeResource = route(
  contract.removeResource,
  audited(WRITE_RESOURCES, { action: "ViewMenuApi.delete", verb: "delete", kind: "permission" }),
  async (ctx, { params }) => {
    await changed(ctx, async (trx) => {
      const view = await ownView(trx, params.id);
      const rows = await trx.selectFrom("permission_pairs").select("permission").where("view", "=", view).execute();
      if (rows.some((row) => row.permission !== "")) throw unprocessable(t("This resource still has permissions."));
      await trx.deleteFrom("permission_pairs").where("view", "=", view).execute();
    });
    return { message: "OK" };
  },
);

const createPair = route(
  contract.createPair,
  audited(WRITE_PAIRS, { action: "PermissionViewMenuApi.post", verb: "create", kind: "permission" }),
  async (ctx, { body }) => {
    const { id } = await changed(ctx, async (trx) => insertPair(trx, await namesOf(trx, body)));
    return { id, result: body };
  },
);

const updatePair = route(
  contract.updatePair,
  audited(WRITE_PAIRS, { action: "PermissionViewMenuApi.put", verb: "change", kind: "permission" }),
  async (ctx, { params, body }) => {
    await changed(ctx, async (trx) => {
      const { id, permission: name, view } = await ownPair(trx, params.id);
      const [newName, newView] = await namesOf(trx, body);
      const names = { permission: newName, view: newView };
      await trx.updateTable("permission_pairs").set(names).where("id", "=", id).execute();
      const granted = trx.updateTable("role_permissions").where("permission", "=", name).where("view", "=", view);
      await granted.set(names).execute();
      await ensureView(trx, view);
    });
    return { result: body };
  },
);

const removePair = route(
  contract.removePair,
  audited(WRITE_PAIRS, { action: "PermissionViewMenuApi.delete", verb: "delete", kind: "permission" }),
  async (ctx, { params }) => {
    await changed(ctx, async (trx) => {
      const { id, permission: name, view } = await ownPair(trx, params.id);
      await trx.deleteFrom("permission_pairs").where("id", "=", id).execute();
      await trx.deleteFrom("role_permissions").where("permission", "=", name).where("view", "=", view).execute();
      await ensureView(trx, view);
    });
    return { message: "OK" };
  },
);

async function changed<T>(ctx: Context, change: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  assertAdministrator(ctx);
  const result = await ctx.app.db
    .transaction()
    .execute(change)
    .catch((error: unknown) => {
      throw storeFailureOf(error) === "unique" ? unprocessable(t("This permission already exists.")) : error;
    });
  ctx.app.events.changed("role");
  return result;
}

function insertPair(db: Db, [name, view]: Pair): Promise<{ id: number }> {
  const row = { permission: name, view };
  return db.insertInto("permission_pairs").values(row).returning("id").executeTakeFirstOrThrow();
}

async function isView(db: Db, view: string): Promise<boolean> {
  const found = await db.selectFrom("permission_pairs").select("id").where("view", "=", view).executeTakeFirst();
  return found !== undefined;
}

async function ensureView(db: Db, view: string): Promise<void> {
  if (!(await isView(db, view))) await insertPair(db, ["", view]);
}

async function rowOf(db: Db, id: number): Promise<PairRow> {
  const isPossible = Math.abs(id) < 2 ** 31;
  const row = isPossible
    ? await db.selectFrom("permission_pairs").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound();
  return row;
}

async function viewOf(db: Db, id: number): Promise<string> {
  const { view } = await rowOf(db, id);
  const { rows } = await sql<{ id: number }>`select min(id) as id from permission_pairs where view = ${view}`.execute(
    db,
  );
  if (rows[0]?.id !== id) throw notFound();
  return view;
}

async function ownView(db: Db, id: number): Promise<string> {
  const view = await viewOf(db, id);
  if (BUILT_IN_VIEWS.has(view) || (await namesObject(db, view))) throw unprocessable(t(BUILT_IN_ERROR));
  return view;
}

async function ownPair(db: Db, id: number): Promise<PairRow> {
  const row = await rowOf(db, id);
  if (row.permission === "") throw notFound();
  if (BUILT_IN.has(pairText([row.permission, row.view]))) throw unprocessable(t(BUILT_IN_ERROR));
  if (await namesObject(db, row.view, row.permission)) throw unprocessable(t(BUILT_IN_ERROR));
  return row;
}

async function namesOf(db: Db, { permission_id, view_menu_id }: contract.SavePair): Promise<Pair> {
  const absent = (field: string) => () => {
    throw invalidFields({ [field]: [t("Does not exist")] }, 422);
  };
  const named = await rowOf(db, permission_id).catch(absent("permission_id"));
  if (named.permission === "") absent("permission_id")();
  return [named.permission, await viewOf(db, view_menu_id).catch(absent("view_menu_id"))];
}

export const catalogWrites: Route[] = [
  ...[createResource, updateResource, createPair, updatePair].map((each) => withOptions(each, { invalidStatus: 422 })),
  removeResource,
  removePair,
];
