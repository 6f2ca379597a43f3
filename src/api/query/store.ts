import { type Kysely, type SqlBool, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { byIds, inBatches } from "../../server/store/by-ids.ts";
import { pruneOldest, QUOTAS } from "../../server/store/quotas.ts";
import type { QueryStatus } from "../../server/store/sql-lab-tables.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type QueryRecord = Row<"queries">;
type Db = Kysely<Tables>;

export const OPEN_STATUSES: readonly QueryStatus[] = ["pending", "running", "fetching"];

export function findQuery(db: Db, id: number): Promise<QueryRecord | undefined> {
  if (Math.abs(id) >= 2 ** 31) return Promise.resolve(undefined);
  return db.selectFrom("queries").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findQueryByClientId(db: Db, clientId: string): Promise<QueryRecord | undefined> {
  return db.selectFrom("queries").selectAll().where("client_id", "=", clientId).executeTakeFirst();
}

export function findQueryByResultsKey(db: Db, key: string): Promise<QueryRecord | undefined> {
  return db.selectFrom("queries").selectAll().where("results_key", "=", key).executeTakeFirst();
}

export const QUERY_TEXTS = ["sql", "executed_sql", "select_sql", "template_params", "extra_json"] as const;

export const queriesByIds = byIds<QueryRecord>(
  (db, ids) =>
    db
      .selectFrom("queries")
      .selectAll()
      .where("id", "in", [...ids])
      .compile(),
  { table: "queries", columns: QUERY_TEXTS },
);

export function queriesInPortions(db: Db, ids: readonly number[]): AsyncGenerator<QueryRecord[]> {
  return inBatches(db, { texts: { table: "queries", columns: QUERY_TEXTS }, ids, read: queriesByIds });
}

export async function queryIdsChangedSince(db: Db, userId: number, since: string): Promise<number[]> {
  const rows = await db
    .selectFrom("queries")
    .select("id")
    .where("user_id", "=", userId)
    .where("changed_on", ">=", since)
    .orderBy("changed_on", "desc")
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

export async function queriesWaitingSince(db: Db, userId: number, since: string): Promise<QueryRecord[]> {
  const rows = await db
    .selectFrom("queries")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .where("changed_on", "<", since)
    .limit(1000)
    .execute();
  return queriesByIds(
    db,
    rows.map((row) => row.id),
  );
}

export function latestOfEditor(
  db: Db,
  { editorId, userId, except }: { editorId: string; userId: number; except: string },
): Promise<QueryRecord | undefined> {
  return db
    .selectFrom("queries")
    .selectAll()
    .where("sql_editor_id", "=", editorId)
    .where("user_id", "=", userId)
    .where("client_id", "<>", except)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export type NewQuery = Omit<NewRow<"queries">, "id" | "changed_on">;

export async function insertQuery(app: App, values: NewQuery): Promise<QueryRecord> {
  const row = { ...values, changed_on: app.clock.timestamp() };
  const added = await app.db.insertInto("queries").values(row).returningAll().executeTakeFirstOrThrow();
  if (added.user_id !== null && (added.id % PRUNE_INTERVAL === 0 || (added.sql ?? "").length > LONG_SQL)) {
    await pruneHistory(app.db, added.user_id);
  }
  return added;
}

const PRUNE_INTERVAL = 64;
const LONG_SQL = 10_000;

function pruneHistory(db: Db, userId: number): Promise<void> {
  const where = sql<SqlBool>`user_id = ${userId}`;
  return pruneOldest(db, { table: "queries", where, texts: QUERY_TEXTS, newest: sql`id desc` }, QUOTAS.queries);
}

export function updateOpenQuery(app: App, id: number, values: RowChanges<"queries">): Promise<boolean> {
  return updateQueryOf(app, id, { values, statuses: OPEN_STATUSES });
}

export function updateWaitingQuery(app: App, id: number, values: RowChanges<"queries">): Promise<boolean> {
  return updateQueryOf(app, id, { values, statuses: ["pending"] });
}

async function updateQueryOf(
  app: App,
  id: number,
  { values, statuses }: { values: RowChanges<"queries">; statuses: readonly QueryStatus[] },
): Promise<boolean> {
  const result = await app.db
    .updateTable("queries")
    .set({ ...values, changed_on: app.clock.timestamp() })
    .where("id", "=", id)
    .where("status", "in", statuses)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function moveQuery(app: App, id: number, editorId: string): Promise<void> {
  const values = { sql_editor_id: editorId, changed_on: app.clock.timestamp() };
  await app.db.updateTable("queries").set(values).where("id", "=", id).execute();
}

export async function removeQuery(db: Db, id: number): Promise<void> {
  await db.deleteFrom("queries").where("id", "=", id).execute();
}
