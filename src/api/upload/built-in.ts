import { existsSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { findDatabaseByName, findDatabaseByUuid, insertDatabase } from "../database/index.ts";

/** The same on every server, so that datasets exported from one find its database on another. */
const UUID = "5c1f9d0e-7b64-4c0e-9a3b-6e0a3f1d2b87";
const NAME = "uploads";
const SETTING = "uploads_made";

/**
 * Creates the upload database on a new server: a DuckDB file in the home folder. Only once, so that user changes and
 * deletion last. Servers that share a store have no shared files, so they get none.
 */
export async function makeUploadDatabase(app: App): Promise<void> {
  if (app.config.databaseUrl !== undefined) return;
  const done = await app.db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  if (done) return;
  const isKnown = (await findDatabaseByUuid(app.db, UUID)) ?? (await findDatabaseByName(app.db, NAME));
  if (!isKnown) await createOnce(app);
  await app.db
    .insertInto("settings")
    .values({ name: SETTING, value: app.clock.timestamp() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function createOnce(app: App): Promise<void> {
  const file = join(app.config.home, `${NAME}.duckdb`);
  if (!existsSync(file)) await engineOf(app).load({ file, statements: [] });
  const values = {
    uuid: UUID,
    database_name: NAME,
    sqlalchemy_uri: `duckdb:///${NAME}.duckdb`,
    expose_in_sqllab: true,
    allow_file_upload: true,
  };
  await insertDatabase(app, values, { now: app.clock.timestamp(), userId: null });
}
