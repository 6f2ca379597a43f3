import type { Kysely } from "kysely";
import type { Store } from "./database.ts";
import { appliedMigrations, lockMigrations, type Migration, migrate } from "./migrate.ts";
import type { Tables } from "./tables.ts";

export interface Release {
  version: string;
  lastMigration: string;
}

/**
 * A version and the one before it work on one store at the same time, so that servers can be replaced one after another.
 * The store records the lowest version that can work on it.
 */
export interface Program {
  version: string;
  migrations: readonly Migration[];
  releases: readonly Release[];
}

const LOWEST_VERSION = "lowest_version";

export class StoreVersionError extends Error {
  override readonly name = "StoreVersionError";
}

type OpenStore = Pick<Store, "db" | "dialect">;

/**
 * Migrates the store and returns the names of the migrations that ran. Rejects a store that is too new or too old. With
 * `isAlone`, no other server uses the store, so that it can be of any older version.
 */
export async function prepareStore({ db, dialect }: OpenStore, program: Program, isAlone: boolean): Promise<string[]> {
  const done = await appliedMigrations(db);
  if (done.size > 0) {
    assertNotNewer(done, await lowestVersionOf(db), program);
    if (!isAlone) assertNotTooOld(done, program);
    await recordLowest({ db, dialect }, program);
  }
  const applied = await migrate(db, dialect, program.migrations);
  if (done.size === 0) await recordLowest({ db, dialect }, program);
  return applied;
}

/** The version that this server is too old for; undefined if it can work on the store. */
export async function requiredVersion(db: Kysely<Tables>, program: Program): Promise<string | undefined> {
  const lowest = await lowestVersionOf(db);
  return lowest !== undefined && compareVersions(lowest, program.version) > 0 ? lowest : undefined;
}

function assertNotNewer(done: ReadonlySet<string>, lowest: string | undefined, program: Program): void {
  if (lowest !== undefined && compareVersions(lowest, program.version) > 0) {
    throw new StoreVersionError(
      `The store needs Tessera ${lowest} or newer; this is ${program.version}. Start a newer version, or restore a backup from before the update.`,
    );
  }
  const known = new Set(program.migrations.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0 && lowest === undefined) {
    throw new StoreVersionError(
      `The store was used by a newer version of Tessera (unknown migrations: ${unknown.join(", ")}). Start that version, or use another TESSERA_HOME.`,
    );
  }
}

function assertNotTooOld(done: ReadonlySet<string>, program: Program): void {
  const before = releaseBefore(program);
  const last = program.migrations.findIndex(({ name }) => name === before?.lastMigration);
  const isMissing = program.migrations.slice(0, last + 1).some(({ name }) => !done.has(name));
  if (before && isMissing) {
    throw new StoreVersionError(
      `The store is older than Tessera ${before.version}, so this version can't work on it together with the servers that use it. Update to ${before.version} first, or stop all servers and run "tessera migrate".`,
    );
  }
}

/** The release before the one that the newest migration belongs to. */
function releaseBefore({ migrations, releases }: Program): Release | undefined {
  const isReleased = releases.at(-1)?.lastMigration === migrations.at(-1)?.name;
  return (isReleased ? releases.at(-2) : undefined) ?? releases.at(-1);
}

async function lowestVersionOf(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", LOWEST_VERSION).executeTakeFirst();
  return row?.value;
}

async function recordLowest({ db, dialect }: OpenStore, program: Program): Promise<void> {
  const lowest = releaseBefore(program)?.version;
  if (lowest === undefined) return;
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx, dialect);
    const recorded = await lowestVersionOf(trx);
    if (recorded !== undefined && compareVersions(recorded, lowest) >= 0) return;
    await trx
      .insertInto("settings")
      .values({ name: LOWEST_VERSION, value: lowest })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: lowest }))
      .execute();
  });
}

export function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((one) => one.split(".").map(Number));
  const at = [0, 1, 2].find((i) => first?.[i] !== second?.[i]);
  return at === undefined ? 0 : (first?.[at] ?? 0) - (second?.[at] ?? 0);
}
