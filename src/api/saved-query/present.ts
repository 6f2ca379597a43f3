import { MAX_STATEMENTS } from "../../model/size-limits.ts";
import type { App } from "../../server/app.ts";
import { agoText } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { usersById } from "../../server/store/users.ts";
import { connectionOf, databasesByIds } from "../database/index.ts";
import { type SavedQueryRecord, savedQueriesByIds } from "./store.ts";

export async function presentSavedQueries(app: App, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await savedQueriesByIds(app.db, ids);
  const databaseIds = [...new Set(rows.flatMap((row) => row.database_id ?? []))];
  const databases = databaseIds.length > 0 ? await databasesByIds(app.db, databaseIds) : [];
  const tags = await tagsOf(app.db, "query", ids);
  const userOf = await usersById(
    app.db,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  const now = app.clock.now();
  return Promise.all(
    rows.map(async (row) => {
      const database = databases.find(({ id }) => id === row.database_id);
      return {
        id: row.id,
        uuid: row.uuid,
        label: row.label,
        description: row.description,
        sql: row.sql,
        sql_tables: await tablesOf(app, row),
        catalog: row.catalog,
        schema: row.schema,
        db_id: row.database_id,
        database: database ? { id: database.id, database_name: database.database_name } : null,
        extra: objectOf(row.extra_json),
        extra_json: row.extra_json,
        rows: row.rows,
        last_run: row.last_run,
        last_run_ms: row.last_run_ms,
        last_query_id: row.last_query_id,
        last_run_delta_humanized: row.last_run === null ? "" : agoText(row.last_run, now),
        template_parameters: row.template_parameters,
        changed_on: row.changed_on,
        changed_on_delta_humanized: agoText(row.changed_on, now),
        created_on: row.created_on,
        created_by: userOf(row.created_by_fk),
        changed_by: userOf(row.changed_by_fk),
        tags: tags.get(row.id) ?? [],
      };
    }),
  );
}

async function tablesOf(app: App, { database_id, sql }: SavedQueryRecord) {
  if (database_id === null || !sql?.trim()) return [];
  try {
    const { connection } = await connectionOf(app, database_id);
    const statements = await connection.sql.split(sql);
    if (statements.length > MAX_STATEMENTS) return [];
    const facts = await Promise.all(statements.map((statement) => connection.sql.inspect(statement.sql)));
    return facts.flatMap(({ reads }) => reads.map(({ catalog, schema, name }) => ({ catalog, schema, table: name })));
  } catch {
    return [];
  }
}

function objectOf(text: string | null): Record<string, unknown> {
  const value: unknown = JSON.parse(text || "{}");
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
