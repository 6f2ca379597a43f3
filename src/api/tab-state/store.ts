import type { Kysely } from "kysely";
import type { App } from "../../server/app.ts";
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

/** The new tab is the active one. */
export function insertTab(app: App, values: Omit<NewRow<"tab_states">, "id" | "created_on" | "changed_on">) {
  const now = app.clock.timestamp();
  return app.db.transaction().execute(async (trx) => {
    await trx.updateTable("tab_states").set({ active: false }).where("user_id", "=", values.user_id).execute();
    const row = { ...values, active: true, created_on: now, changed_on: now };
    return (await trx.insertInto("tab_states").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });
}

export async function updateTab(app: App, id: number, values: RowChanges<"tab_states">): Promise<void> {
  const changes = { ...values, changed_on: app.clock.timestamp() };
  await app.db.updateTable("tab_states").set(changes).where("id", "=", id).execute();
}

export async function activateTab(app: App, { id, user_id }: TabRecord): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable("tab_states").set({ active: false }).where("user_id", "=", user_id).execute();
    await trx.updateTable("tab_states").set({ active: true }).where("id", "=", id).execute();
  });
}

/** Its tables go with it. */
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

/** Takes the place of the same table in the same tab. */
export function insertTable(db: Db, values: Omit<TableRecord, "id">): Promise<number> {
  return db.transaction().execute(async (trx) => {
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
