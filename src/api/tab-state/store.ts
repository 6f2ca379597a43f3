import { type Kysely, type SqlBool, sql } from "kysely";
import { SIZES } from "../../model/size-limits.ts";
import type { App } from "../../server/app.ts";
import { assertRoom, QUOTAS } from "../../server/store/quotas.ts";
import { assertSize } from "../../server/store/sizes.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type TabRecord = Row<"tab_states">;
export type TableRecord = Row<"table_schemas">;
type Db = Kysely<Tables>;

export function findTab(db: Db, id: number): Promise<TabRecord | undefined> {
  if (Math.abs(id) >= 2 ** 31) return Promise.resolve(undefined);
  return db.selectFrom("tab_states").selectAll().where("id", "=", id).executeTakeFirst();
}

export function tabsOf(db: Db, userId: number): Promise<TabRecord[]> {
  return db.selectFrom("tab_states").selectAll().where("user_id", "=", userId).orderBy("id").execute();
}

const TEXTS = ["sql", "template_params", "extra_json"] as const;
type Texts = { readonly [Name in (typeof TEXTS)[number]]?: string | null | undefined };

/** 422 beyond the user's quota. With `id`, the new values replace the old ones. */
async function assertTabQuota(db: Db, values: Texts, of: { userId: number; id?: number }): Promise<void> {
  const where = sql<SqlBool>`user_id = ${of.userId} and id <> ${of.id ?? 0}`;
  for (const name of TEXTS) assertSize(name, values[name], SIZES.sql);
  const bytes = TEXTS.reduce((sum, name) => sum + Buffer.byteLength(values[name] ?? ""), 0);
  const stored = { table: "tab_states", where, texts: TEXTS } as const;
  await assertRoom(db, { ...stored, adds: { rows: of.id === undefined ? 1 : 0, bytes } }, QUOTAS.tabs);
}

export function insertTab(app: App, values: Omit<NewRow<"tab_states">, "id" | "created_on" | "changed_on">) {
  const now = app.clock.timestamp();
  return app.db.transaction().execute(async (trx) => {
    await assertTabQuota(trx, values, { userId: values.user_id });
    await trx.updateTable("tab_states").set({ active: false }).where("user_id", "=", values.user_id).execute();
    const row = { ...values, active: true, created_on: now, changed_on: now };
    return (await trx.insertInto("tab_states").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });
}

export async function updateTab(
  app: App,
  { id, user_id }: Pick<TabRecord, "id" | "user_id">,
  values: RowChanges<"tab_states">,
): Promise<void> {
  const changes = { ...values, changed_on: app.clock.timestamp() };
  if (TEXTS.some((name) => values[name])) await assertTabQuota(app.db, values, { userId: user_id, id });
  await app.db.updateTable("tab_states").set(changes).where("id", "=", id).execute();
}

export async function activateTab(app: App, { id, user_id }: TabRecord): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable("tab_states").set({ active: false }).where("user_id", "=", user_id).execute();
    await trx.updateTable("tab_states").set({ active: true }).where("id", "=", id).execute();
  });
}

export async function deleteTab(db: Db, id: number): Promise<void> {
  await db.deleteFrom("tab_states").where("id", "=", id).execute();
}

export function tablesOfTab(db: Db, tabId: number): Promise<TableRecord[]> {
  return db.selectFrom("table_schemas").selectAll().where("tab_state_id", "=", tabId).orderBy("id").execute();
}

export function findTable(db: Db, id: number): Promise<TableRecord | undefined> {
  if (Math.abs(id) >= 2 ** 31) return Promise.resolve(undefined);
  return db.selectFrom("table_schemas").selectAll().where("id", "=", id).executeTakeFirst();
}

export function insertTable(db: Db, values: Omit<TableRecord, "id">): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const where = sql<SqlBool>`tab_state_id = ${values.tab_state_id}`;
    const adds = { rows: 1, bytes: Buffer.byteLength(values.description ?? "") };
    const stored = { table: "table_schemas", where, texts: ["description"], adds } as const;
    await assertRoom(trx, stored, QUOTAS.tablesOfTab);
    await trx
      .deleteFrom("table_schemas")
      .where("tab_state_id", "=", values.tab_state_id)
      .where("database_id", "=", values.database_id)
      .where("catalog", values.catalog === null ? "is" : "=", values.catalog)
      .where("schema", values.schema === null ? "is" : "=", values.schema)
      .where("table_name", "=", values.table_name)
      .execute();
    return (await trx.insertInto("table_schemas").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
}

export async function expandTable(db: Db, id: number, expanded: boolean): Promise<void> {
  await db.updateTable("table_schemas").set({ expanded }).where("id", "=", id).execute();
}

export async function deleteTable(db: Db, id: number): Promise<void> {
  await db.deleteFrom("table_schemas").where("id", "=", id).execute();
}
