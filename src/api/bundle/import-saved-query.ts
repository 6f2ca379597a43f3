import { changedBy } from "../../server/store/stamp.ts";
import { canSeeDatabase, findDatabaseByUuid } from "../database/index.ts";
import { insertSavedQuery, isOwnSavedQuery, type SavedQueryRecord, updateSavedQuery } from "../saved-query/index.ts";
import { SavedQueryFile } from "./files.ts";
import { planned, written } from "./import-plan.ts";
import { assertMayImport, type Import, importError, isReplaced } from "./import-run.ts";
import { unknownKeys } from "./marks.ts";

/** A saved query is its importer's; those of others are neither replaced nor seen. */
export async function importSavedQuery(run: Import, path: string, file: SavedQueryFile): Promise<void> {
  const { db, stamp, options } = run;
  const existing = await db.selectFrom("saved_queries").selectAll().where("uuid", "=", file.uuid).executeTakeFirst();
  await planned(run, "saved_query", { path, name: file.label ?? "", uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "saved_query", file.uuid)) return;
  if (!existing) await assertMayImport(run, "saved_query", { path });
  else assertOwn(run, path, existing);
  const database_id = await linkedDatabase(run, file.database_uuid);
  if (database_id === undefined)
    throw importError(options.noun, { [path]: { database_uuid: ["Database does not exist"] } });
  const values = {
    database_id,
    catalog: file.catalog ?? null,
    schema: file.schema ?? null,
    label: file.label ?? null,
    description: file.description ?? null,
    sql: file.sql ?? null,
  };
  if (existing) await updateSavedQuery(db, existing.id, { ...values, ...changedBy(stamp) });
  else await insertSavedQuery(db, { ...values, uuid: file.uuid }, stamp);
  written(run, path, { object: undefined, uuid: file.uuid, extra: unknownKeys(file, SavedQueryFile) });
}

function assertOwn({ user, options }: Import, path: string, existing: SavedQueryRecord): void {
  if (!user || isOwnSavedQuery(user, existing)) return;
  const text = "A saved_query already exists and user doesn't have permissions to overwrite it";
  throw importError(options.noun, { [path]: text });
}

async function linkedDatabase({ db, user }: Import, uuid: string): Promise<number | undefined> {
  const database = await findDatabaseByUuid(db, uuid);
  return database && (!user || canSeeDatabase(user, database)) ? database.id : undefined;
}
