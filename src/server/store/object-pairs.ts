import { type Kysely, sql } from "kysely";
import { catalogView, databaseView, datasetView, schemaView } from "../../model/object-permissions.ts";
import type { Pair } from "../user.ts";
import type { Tables } from "./tables.ts";

/**
 * Permissions on single objects have a view that names the object: `[database].(id:3)`, `[database].[catalog]`,
 * `[database].[catalog].[schema]` or `[database].[schema]`, `[database].[table](id:7)`. They are created, renamed and
 * deleted with the object, in the catalog and in every role.
 */

export const VIEWS = {
  database: sql<string>`('[' || databases.database_name || '].(id:' || cast(databases.id as text) || ')')`,
  catalog: sql<string>`('[' || databases.database_name || '].[' || nullif(datasets.catalog, '') || ']')`,
  schema: sql<string>`('[' || databases.database_name || '].[' ||
    case when coalesce(datasets.catalog, '') = '' then '' else datasets.catalog || '].[' end ||
    nullif(datasets.schema, '') || ']')`,
  dataset: sql<string>`('[' || databases.database_name || '].[' || datasets.table_name || '](id:' ||
    cast(datasets.id as text) || ')')`,
};

export async function catalogPairs(db: Kysely<Tables>, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto("permission_pairs")
    .values(pairs.map(([permission, view]) => ({ permission, view })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function catalogObjects(db: Kysely<Tables>): Promise<void> {
  await sql`insert into permission_pairs (permission, view)
    select 'database_access', ${VIEWS.database} from databases where true on conflict do nothing`.execute(db);
  const ofDatasets = [
    ["catalog_access", VIEWS.catalog],
    ["schema_access", VIEWS.schema],
    ["datasource_access", VIEWS.dataset],
  ] as const;
  for (const [permission, view] of ofDatasets) {
    await sql`insert into permission_pairs (permission, view)
      select distinct ${sql.lit(permission)}, ${view} from datasets join databases on databases.id = datasets.database_id
      where ${view} is not null on conflict do nothing`.execute(db);
  }
}

export async function namesObject(db: Kysely<Tables>, view: string, permission?: string): Promise<boolean> {
  if (permission !== undefined && !/_access$/.test(permission)) return false;
  const { rows } = await sql`select 1 from databases where ${VIEWS.database} = ${view}
    union all select 1 from datasets join databases on databases.id = datasets.database_id
    where ${view} in (${VIEWS.catalog}, ${VIEWS.schema}, ${VIEWS.dataset}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Renames permissions on the dataset to match its current name. Call it after every save. */
export async function syncDatasetPairs(db: Kysely<Tables>, id: number): Promise<void> {
  const row = await db
    .selectFrom("datasets")
    .innerJoin("databases", "databases.id", "datasets.database_id")
    .select(["datasets.table_name", "datasets.catalog", "datasets.schema", "databases.database_name"])
    .where("datasets.id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const { database_name, table_name, catalog, schema } = row;
  const view = datasetView(database_name, table_name, id);
  const ending = `](id:${id})`;
  for (const old of await viewsEndingWith(db, "datasource_access", ending))
    if (old !== view) await renameView(db, "datasource_access", { from: old, to: view });
  const pairs: Pair[] = [["datasource_access", view]];
  if (catalog) pairs.push(["catalog_access", catalogView(database_name, catalog)]);
  if (schema) pairs.push(["schema_access", schemaView(database_name, catalog, schema)]);
  await catalogPairs(db, pairs);
}

export async function syncDatabasePairs(db: Kysely<Tables>, id: number): Promise<void> {
  const row = await db.selectFrom("databases").select("database_name").where("id", "=", id).executeTakeFirst();
  if (!row) return;
  const view = databaseView(row.database_name, id);
  const ending = `].(id:${id})`;
  for (const old of await viewsEndingWith(db, "database_access", ending)) {
    if (old === view) continue;
    await renameView(db, "database_access", { from: old, to: view });
    const prefix = `${old.slice(0, -ending.length)}].`;
    for (const permission of ["catalog_access", "schema_access", "datasource_access"])
      for (const within of await viewsStartingWith(db, permission, prefix))
        await renameView(db, permission, { from: within, to: `[${row.database_name}].${within.slice(prefix.length)}` });
  }
  await catalogPairs(db, [["database_access", view]]);
}

export async function deleteObjectPairs(
  db: Kysely<Tables>,
  permission: "database_access" | "datasource_access",
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const views = await viewsEndingWith(
      db,
      permission,
      permission === "database_access" ? `].(id:${id})` : `](id:${id})`,
    );
    if (views.length === 0) continue;
    await db.deleteFrom("role_permissions").where("permission", "=", permission).where("view", "in", views).execute();
    await db.deleteFrom("permission_pairs").where("permission", "=", permission).where("view", "in", views).execute();
  }
}

async function renameView(
  db: Kysely<Tables>,
  permission: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`insert into role_permissions (role_id, permission, view)
    select role_id, permission, ${to} from role_permissions where permission = ${permission} and view = ${from}
    on conflict do nothing`.execute(db);
  await catalogPairs(db, [[permission, to]]);
  await db.deleteFrom("role_permissions").where("permission", "=", permission).where("view", "=", from).execute();
  await db.deleteFrom("permission_pairs").where("permission", "=", permission).where("view", "=", from).execute();
}

function viewsEndingWith(db: Kysely<Tables>, permission: string, ending: string): Promise<string[]> {
  return viewsWhere(db, permission, sql<boolean>`substr(view, length(view) - ${ending.length - 1}) = ${ending}`);
}

function viewsStartingWith(db: Kysely<Tables>, permission: string, start: string): Promise<string[]> {
  return viewsWhere(db, permission, sql<boolean>`substr(view, 1, ${start.length}) = ${start}`);
}

async function viewsWhere(db: Kysely<Tables>, permission: string, where: ReturnType<typeof sql<boolean>>) {
  const named = db.selectFrom("permission_pairs").select("view").where("permission", "=", permission).where(where);
  const granted = db.selectFrom("role_permissions").select("view").where("permission", "=", permission).where(where);
  const rows = await named.union(granted).execute();
  return rows.map((row) => row.view);
}
