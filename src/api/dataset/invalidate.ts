import { type SqlBool, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { readableDatasets } from "../../server/rights/datasets.ts";
import type { Actor } from "../../server/store/stamp.ts";

interface Place {
  database_name?: string | null | undefined;
  datasource_name?: string | null | undefined;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
}

export async function invalidateDatasets(
  { app, user }: Actor,
  ids: readonly number[],
  places: readonly Place[],
): Promise<void> {
  const named = [
    ...(ids.length > 0 ? [sql<SqlBool>`datasets.id in (${sql.join([...ids])})`] : []),
    ...places.filter((place) => place.datasource_name).map(atPlace),
  ];
  if (named.length === 0) return;
  const readable = readableDatasets(user, "datasets.id") ?? sql<SqlBool>`(1 = 1)`;
  const { rows } = await sql<{ id: number }>`
    update datasets set invalidated_on = ${app.clock.timestamp()}
    where (${sql.join(named, sql` or `)}) and ${readable} returning id`.execute(app.db);
  for (const { id } of rows) app.events.changed("dataset", id);
}

export async function invalidateDatabase(app: App, databaseId: number): Promise<void> {
  const invalidated_on = app.clock.timestamp();
  await app.db.updateTable("datasets").set({ invalidated_on }).where("database_id", "=", databaseId).execute();
  app.events.changed("dataset");
}

function atPlace({ database_name, datasource_name, catalog, schema }: Place) {
  const database = database_name
    ? sql`and datasets.database_id in (select id from databases where database_name = ${database_name})`
    : sql``;
  const inCatalog = catalog ? sql`and datasets.catalog = ${catalog}` : sql``;
  const inSchema = schema ? sql`and datasets.schema = ${schema}` : sql``;
  return sql<SqlBool>`(datasets.table_name = ${datasource_name} ${database} ${inCatalog} ${inSchema})`;
}
