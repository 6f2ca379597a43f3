import { type Kysely, sql, type Transaction } from "kysely";
import type { DialectName, Store, StoreLocation } from "./database.ts";
import { openStore } from "./database.ts";
import { storeFailureOf } from "./failures.ts";
import { type Migration, migrate } from "./migrate.ts";

/** The whole store as rows, which either kind of store can load. */
export interface StoreDump {
  readonly dialect: DialectName;
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
  /** In batches, as they were when the dump began. */
  rowsOf(table: string): AsyncIterable<Row[]>;
}

export type Row = Record<string, unknown>;

type AnyTables = Record<string, Row>;

const BATCH = 2000;
/** PostgreSQL's limit of values in a statement is 65,535, SQLite's 32,766. */
const MAX_VALUES = 30_000;
const MIGRATIONS_TABLE = "migrations";
/** Derived from other tables, again in the store that loads the dump. */
const DERIVED: ReadonlySet<string> = new Set(["lineage_edges", "lineage_changes", "lineage_lost"]);

/** Other processes can write meanwhile. */
export async function dumpStore<T>(location: StoreLocation, use: (dump: StoreDump) => Promise<T>): Promise<T> {
  const store = await openStore(location);
  try {
    return await readSnapshot(store, async (db) => {
      const migrations = await sql<{ name: string }>`select name from migrations`.execute(db);
      const tables = await dataTables(db);
      return use({
        dialect: store.dialect,
        migrations: migrations.rows.map(({ name }) => name),
        tables,
        rowsOf: (table) => rowsOf(db, table),
      });
    });
  } finally {
    await store.close();
  }
}

function readSnapshot<T>({ db, dialect }: Store, read: (db: Transaction<AnyTables>) => Promise<T>): Promise<T> {
  const any = db as unknown as Kysely<AnyTables>;
  const transaction = any.transaction();
  return (dialect === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction).execute(read);
}

async function tableNames(db: Kysely<AnyTables>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView }) => !isView)
    .map(({ name }) => name)
    .sort();
}

async function* rowsOf(db: Kysely<AnyTables>, table: string): AsyncGenerator<Row[]> {
  const columns = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const all = db.selectFrom(table).selectAll();
  if (!columns.some(({ name }) => name === "id")) {
    yield await all.execute();
    return;
  }
  for (let last = -1; ; ) {
    const rows = await all.where("id", ">", last).orderBy("id").limit(BATCH).execute();
    yield rows;
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)?.id);
  }
}

export class UnfitRowError extends Error {
  override readonly name = "UnfitRowError";
}

export class StoreNotEmptyError extends Error {
  override readonly name = "StoreNotEmptyError";
}

/** Loads a dump into an empty store, completely or not at all. */
export async function loadDump(
  location: StoreLocation,
  dump: Pick<StoreDump, "migrations" | "rowsOf">,
  migrations: readonly Migration[],
): Promise<void> {
  const store = await openStore(location);
  try {
    const any = store.db as unknown as Kysely<AnyTables>;
    if (await hasUsers(any)) throw new StoreNotEmptyError("The store isn't empty.");
    await migrate(
      store.db,
      store.dialect,
      migrations.filter(({ name }) => dump.migrations.includes(name)),
    );
    await any
      .transaction()
      .execute((trx) => (store.dialect === "sqlite" ? loadSqlite(trx, dump) : loadPostgres(trx, dump)));
  } finally {
    await store.close();
  }
}

/** Every server creates one; tables alone are left by an attempt that failed. */
async function hasUsers(db: Kysely<AnyTables>): Promise<boolean> {
  if (!(await tableNames(db)).includes("users")) return false;
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

type Rows = Pick<StoreDump, "rowsOf">;

/** References are checked at the end, since tables refer to each other and to themselves. */
async function loadSqlite(trx: Transaction<AnyTables>, dump: Rows): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  for (const table of await dataTables(trx)) {
    await trx.deleteFrom(table).execute();
    await load(trx, table, dump);
  }
}

async function loadPostgres(trx: Transaction<AnyTables>, dump: Rows): Promise<void> {
  const tables = await dataTables(trx);
  const references = await referencesOf(trx);
  const alter = async (how: string) => {
    for (const { table, name } of references)
      await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(trx);
  };
  await alter("deferrable initially deferred");
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx);
  for (const table of tables) {
    await load(trx, table, dump);
    await continueIds(trx, table);
  }
  await sql`set constraints all immediate`.execute(trx);
  await alter("not deferrable");
}

async function referencesOf(trx: Transaction<AnyTables>): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as "table", f.conname as name
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`.execute(trx);
  return rows;
}

const dataTables = async (db: Kysely<AnyTables>) =>
  (await tableNames(db)).filter((name) => name !== MIGRATIONS_TABLE && !DERIVED.has(name));

async function load(trx: Transaction<AnyTables>, table: string, dump: Rows): Promise<void> {
  for await (const rows of dump.rowsOf(table)) {
    await insert(trx, table, rows).catch((error: unknown) => {
      if (storeFailureOf(error) !== "null-character") throw error;
      const row = rows.find((one) => JSON.stringify(one).includes("\\u0000"));
      throw new UnfitRowError(`${table} ${row?.id ?? ""} has the character U+0000, which PostgreSQL can't store.`);
    });
  }
}

async function insert(trx: Transaction<AnyTables>, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const size = Math.max(1, Math.floor(MAX_VALUES / Object.keys(first).length));
  for (let at = 0; at < rows.length; at += size)
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + size))
      .execute();
}

async function continueIds(trx: Transaction<AnyTables>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(quote_ident(${table}), 'id') as name
    where exists (
      select 1 from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and column_name = 'id'
    )`.execute(trx);
  const sequence = rows[0]?.name;
  if (sequence)
    await sql`select setval(${sequence}, coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
      trx,
    );
}
