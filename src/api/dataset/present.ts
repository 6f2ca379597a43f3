import { pathHere } from "../../model/path-here.ts";
import type { App } from "../../server/app.ts";
import { agoText, utcText } from "../../server/clock.ts";
import type { SelectedColumns, WireRow } from "../../server/http/resource-list.ts";
import type { Context } from "../../server/http/route.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { assertionCounts } from "../../server/store/assertions.ts";
import { foldersOf } from "../../server/store/folders.ts";
import { fullName, usersById } from "../../server/store/users.ts";
import { databasesByIds } from "../database/index.ts";
import { type DatasetRecord, payloadOf } from "./record.ts";
import { type DatasetRow, datasetsByIds } from "./store.ts";

export async function presentDatasets(
  { app, request }: Context,
  ids: readonly number[],
  chosen: SelectedColumns,
): Promise<WireRow[]> {
  const origin = `${request.protocol}://${request.host}`;
  const rows = await datasetsByIds(app.db, ids);
  const databases = await databasesByIds(app.db, [...new Set(rows.map((row) => row.database_id))]);
  const databaseOf = new Map(databases.map((database) => [database.id, database]));
  const owners = await ownersOf(app.db, "dataset", ids);
  const folders = await foldersOf(app.db, "dataset", ids);
  const userOf = await usersById(
    app.db,
    rows.map((row) => row.changed_by_fk),
  );
  const assertionsOf = chosen.some((name) => name.startsWith("assertions."))
    ? await assertionCounts(app.db, ids)
    : undefined;
  return rows.map((row) => {
    const database = databaseOf.get(row.database_id);
    const person = userOf(row.changed_by_fk);
    return {
      id: row.id,
      uuid: row.uuid,
      table_name: row.table_name,
      kind: row.sql?.trim() ? "virtual" : "physical",
      datasource_type: "table",
      catalog: row.catalog,
      schema: row.schema,
      sql: row.sql,
      description: row.description,
      extra: row.extra,
      default_endpoint: row.default_endpoint,
      // Only links within this site.
      explore_url: pathHere(row.default_endpoint, origin) ?? exploreUrl(row.id),
      is_managed_externally: row.is_managed_externally,
      external_url: row.external_url,
      database: database && { id: database.id, uuid: database.uuid, database_name: database.database_name },
      changed_by_name: fullName(person),
      changed_by: person,
      changed_on_utc: utcText(row.changed_on),
      changed_on_delta_humanized: agoText(row.changed_on, app.clock.now()),
      owners: owners.get(row.id) ?? [],
      folder: folders.get(row.id),
      assertions: assertionsOf?.(row.id),
    };
  });
}

export function exploreUrl(datasetId: number): string {
  return `/explore/?datasource_type=table&datasource_id=${datasetId}`;
}

export async function presentDataset(app: App, record: DatasetRecord, row: DatasetRow) {
  const userOf = await usersById(app.db, [row.created_by_fk, row.changed_by_fk]);
  const now = app.clock.now();
  return {
    ...payloadOf(record),
    created_on: row.created_on,
    created_on_humanized: agoText(row.created_on, now),
    changed_on: row.changed_on,
    changed_on_humanized: agoText(row.changed_on, now),
    created_by: userOf(row.created_by_fk),
    changed_by: userOf(row.changed_by_fk),
  };
}
