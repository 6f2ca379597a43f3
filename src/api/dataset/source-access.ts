import { hasTemplate } from "../../query/templates/template-text.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/user.ts";
import { canReadPlace, connectionOf, type DatabaseRecord, databaseForbidden } from "../database/index.ts";
import { assertSourceAccess } from "./policy.ts";
import { type Source, unfiltered } from "./source.ts";
import { assertSqlAccess, hasTag, tablesRead, withoutTags } from "./sql-access.ts";
import { withRenderedSql } from "./templates.ts";

interface ReadSource {
  database: DatabaseRecord;
  source: Omit<Source, "databaseId">;
}

/** Typed 403 unless the user can read the table, or every table of the SQL, as written and as rendered. */
export async function assertSourceReadable(app: App, user: User, { database, source }: ReadSource): Promise<void> {
  if (!source.sql?.trim()) {
    assertSourceAccess(user, database, source);
    return;
  }
  const { sql } = source;
  const place = { database, catalog: source.catalog, schema: source.schema };
  if (!hasTemplate(sql)) {
    await assertSqlAccess(app, user, { ...place, sql });
    return;
  }
  if (canReadPlace(user, { databaseId: database.id, databaseName: database.database_name })) return;
  const { connection, connector } = await connectionOf(app, database.id);
  const written = withoutTags(sql);
  await assertSqlAccess(app, user, { ...place, sql: written });
  const named = (await tablesRead(connection.sql, written)) ?? [];
  // Can't tell where the engine would find a templated name.
  if (named.some((table) => hasTag(table.name) && !table.schema && !source.schema)) throw databaseForbidden();
  const dataset = unfiltered({ ...source, databaseId: database.id });
  const trial = { text: sql, dataset, dialect: connector.dialect };
  const rendered = await withRenderedSql({ app, user }, trial, async (text) => text);
  await assertSqlAccess(app, user, { ...place, sql: rendered });
}
