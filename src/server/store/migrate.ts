import { type Kysely, sql, type Transaction } from "kysely";
import type { DialectName } from "./database.ts";
import type { Tables } from "./tables.ts";

/**
 * Forward only. Runs in one transaction together with its record. Servers of the last release work on the migrated
 * store, so it only adds, unless `unusedSince` names a release that doesn't use what it removes or changes.
 */
export interface Migration {
  name: string;
  unusedSince?: string;
  statements(dialect: DialectName): readonly string[];
}

/** PostgreSQL advisory lock, so that only one server migrates at a time. */
const ADVISORY_LOCK = 7_283_001;

const NO_TABLE = "42P01";

/**
 * Returns the names of the migrations that ran. Can be interrupted at any time: a migration applies completely or not
 * at all.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: DialectName,
  migrations: readonly Migration[],
): Promise<string[]> {
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx, dialect);
    await sql`create table if not exists migrations (name text primary key, ran_on text not null)`.execute(trx);
  });
  const done = await namesOf(db);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    if (await runOne(db, dialect, migration)) applied.push(migration.name);
  }
  return applied;
}

/** All of them for an empty store. */
export async function pendingMigrations(db: Kysely<Tables>, migrations: readonly Migration[]): Promise<string[]> {
  const done = await appliedMigrations(db);
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}

/** None in an empty store. Other schemas of the database may have a table of this name. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<Set<string>> {
  return namesOf(db).catch((error: { code?: unknown; message?: unknown }) => {
    if (error.code === NO_TABLE || String(error.message).startsWith("no such table")) return new Set<string>();
    throw error;
  });
}

function runOne(db: Kysely<Tables>, dialect: DialectName, migration: Migration): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockMigrations(trx, dialect);
    if ((await namesOf(trx)).has(migration.name)) return false;
    for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(trx);
    const appliedOn = new Date().toISOString();
    await sql`insert into migrations (name, ran_on) values (${migration.name}, ${appliedOn})`.execute(trx);
    return true;
  });
}

/** Held until the end of the transaction. Without it even `if not exists` fails for one of two concurrent servers. */
export async function lockMigrations(trx: Transaction<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
}

async function namesOf(db: Kysely<Tables> | Transaction<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}
