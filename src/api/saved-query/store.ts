import { randomUUID } from "node:crypto";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { deleteMarksOf } from "../../server/store/bundle-marks.ts";
import { byIds } from "../../server/store/by-ids.ts";
import { assertRoom, QUOTAS } from "../../server/store/quotas.ts";
import { assertStoredSizes } from "../../server/store/sizes.ts";
import { createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";
import { syncTags } from "../../server/store/tags.ts";

export type SavedQueryRecord = Row<"saved_queries">;
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type SavedQueryValues = Partial<Omit<NewRow<"saved_queries">, "id" | Stamps>>;

type Db = Kysely<Tables>;

export const TEXTS = ["catalog", "schema", "sql", "description", "template_parameters", "extra_json"] as const;

export function findSavedQuery(db: Db, id: number): Promise<SavedQueryRecord | undefined> {
  if (Math.abs(id) >= 2 ** 31) return Promise.resolve(undefined);
  return db.selectFrom("saved_queries").selectAll().where("id", "=", id).executeTakeFirst();
}

export function savedQueriesByIds(db: Db, ids: readonly number[]): Promise<SavedQueryRecord[]> {
  return possibleQueries(
    db,
    ids.filter((id) => Math.abs(id) < 2 ** 31),
  );
}

const possibleQueries = byIds<SavedQueryRecord>(
  (db, ids) =>
    db
      .selectFrom("saved_queries")
      .selectAll()
      .where("id", "in", [...ids])
      .orderBy("id")
      .compile(),
  { table: "saved_queries", columns: TEXTS },
);

/** 422 beyond the user's quota. With `id`, the new values replace the old ones. */
export async function assertQueryQuota(db: Db, values: SavedQueryValues, of: { userId: number; id?: number }) {
  const where = sql<SqlBool>`created_by_fk = ${of.userId} and id <> ${of.id ?? 0}`;
  const bytes = TEXTS.reduce((sum, name) => sum + Buffer.byteLength(values[name] ?? ""), 0);
  const stored = { table: "saved_queries", where, texts: TEXTS } as const;
  await assertRoom(db, { ...stored, adds: { rows: of.id === undefined ? 1 : 0, bytes } }, QUOTAS.savedQueries);
}

export async function insertSavedQuery(db: Db, values: SavedQueryValues, stamp: Stamp): Promise<number> {
  assertStoredSizes(values);
  if (stamp.userId !== null) await assertQueryQuota(db, values, { userId: stamp.userId });
  const row = { uuid: randomUUID(), ...EMPTY, ...values, ...createdBy(stamp) };
  const { id } = await db.insertInto("saved_queries").values(row).returning("id").executeTakeFirstOrThrow();
  await syncTags(db, { type: "query", id });
  return id;
}

const EMPTY = {
  database_id: null,
  catalog: null,
  schema: null,
  label: null,
  description: null,
  sql: null,
  template_parameters: null,
  extra_json: null,
  rows: null,
  last_run: null,
  last_run_ms: null,
  last_query_id: null,
};

export async function updateSavedQuery(db: Db, id: number, values: RowChanges<"saved_queries">): Promise<void> {
  await db.updateTable("saved_queries").set(values).where("id", "=", id).execute();
}

export interface SavedRun {
  queryId: number;
  rows: number;
  ms: number;
}

export async function recordRun(app: App, id: number, { queryId, rows, ms }: SavedRun): Promise<void> {
  await app.db
    .updateTable("saved_queries")
    .set({ rows, last_run: app.clock.timestamp(), last_run_ms: Math.round(ms), last_query_id: queryId })
    .where("id", "=", id)
    .execute();
}

export async function deleteSavedQueries(db: Db, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("tagged_objects").where("object_type", "=", "query").where("object_id", "in", ids).execute();
    await trx.deleteFrom("favorites").where("class_name", "=", "query").where("object_id", "in", ids).execute();
    await deleteMarksOf(trx, "saved_queries", ids);
    await trx.deleteFrom("saved_queries").where("id", "in", ids).execute();
  });
}
