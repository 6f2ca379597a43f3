import { type Kysely, sql, type Transaction } from "kysely";
import type { DialectName } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Forward only. Runs in one transaction together with its record. */
export interface Migration {
  name: string;
  statements(dialect: DialectName): readonly string[];
}

/** PostgreSQL advisory lock, so that only one server migrates at a time. */
const ADVISORY_LOCK = 7_283_001;

export class StoreTooNewError extends Error {
  override readonly name = "StoreTooNewError";
}

/**
 * Returns the names of the migrations that ran. Can be interrupted at any time: a migration applies completely or not
 * at all. Rejects a store that a newer version has migrated.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: DialectName,
  migrations: readonly Migration[],
): Promise<string[]> {
  await db.transaction().execute(async (trx) => {
    await lock(trx, dialect);
    await sql`create table if not exists migrations (name text primary key, ran_on text not null)`.execute(trx);
  });
  const done = await namesOf(db);
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StoreTooNewError(
      `The database was used by a newer version of Tessera (unknown migrations: ${unknown.join(", ")}).`,
    );
  }
  const applied: string[] = [];
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    if (await runOne(db, dialect, migration)) applied.push(migration.name);
  }
  return applied;
}

/** All of them for an empty store. */
export async function pendingMigrations(db: Kysely<Tables>, migrations: readonly Migration[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const done = tables.some(({ name }) => name === "migrations") ? await namesOf(db) : new Set<string>();
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}

function runOne(db: Kysely<Tables>, dialect: DialectName, migration: Migration): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lock(trx, dialect);
    if ((await namesOf(trx)).has(migration.name)) return false;
    for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(trx);
    const appliedOn = new Date().toISOString();
    await sql`insert into migrations (name, ran_on) values (${migration.name}, ${appliedOn})`.execute(trx);
    return true;
  });
}

/** Held until the end of the transaction. Without it even `if not exists` fails for one of two concurrent servers. */
async function lock(trx: Transaction<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
}

async function namesOf(db: Kysely<Tables> | Transaction<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
}
