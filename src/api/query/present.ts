import type { QueryState } from "../../model/query-state.ts";
import type { App } from "../../server/app.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { fullName, usersById } from "../../server/store/users.ts";
import { databasesByIds } from "../database/index.ts";
import { type QueryRecord, queriesByIds } from "./store.ts";

async function surroundingsOf(app: App, rows: readonly QueryRecord[]) {
  const ids = [...new Set(rows.map((row) => row.database_id))];
  const databases = ids.length > 0 ? await databasesByIds(app.db, ids) : [];
  const personOf = await usersById(
    app.db,
    rows.map((row) => row.user_id),
  );
  return { personOf, databaseOf: (id: number) => databases.find((database) => database.id === id) };
}

export async function presentQueries(app: App, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await queriesByIds(app.db, ids);
  const { personOf, databaseOf } = await surroundingsOf(app, rows);
  return rows.map(({ template_params: _, extra_json, sql_tables, database_id, user_id, ...row }) => ({
    ...row,
    sql_tables: JSON.parse(sql_tables ?? "[]"),
    extra: JSON.parse(extra_json ?? "{}"),
    database: { id: database_id, database_name: databaseOf(database_id)?.database_name ?? null },
    user: personOf(user_id),
  }));
}

export async function queryStates(app: App, rows: readonly QueryRecord[]): Promise<QueryState[]> {
  const { personOf, databaseOf } = await surroundingsOf(app, rows);
  return rows.map((row) => ({
    id: row.client_id,
    queryId: row.id,
    serverId: row.id,
    changed_on: row.changed_on,
    dbId: row.database_id,
    db: databaseOf(row.database_id)?.database_name ?? "",
    startDttm: row.start_time,
    endDttm: row.end_time,
    errorMessage: row.error_message,
    executedSql: row.executed_sql,
    sql: row.sql,
    limit: row.limit,
    limitingFactor: row.limiting_factor,
    progress: row.progress,
    rows: row.rows,
    catalog: row.catalog,
    schema: row.schema,
    ctas: row.select_as_cta,
    sqlEditorId: row.sql_editor_id,
    state: row.status,
    tab: row.tab_name,
    tempSchema: row.tmp_schema_name,
    tempTable: row.tmp_table_name,
    userId: row.user_id,
    user: fullName(personOf(row.user_id)),
    resultsKey: row.results_key,
    trackingUrl: row.tracking_url,
    extra: JSON.parse(row.extra_json ?? "{}"),
  }));
}
