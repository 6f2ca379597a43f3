import type { SqlLanguage } from "sql-formatter";
import { t } from "../../i18n/translate.ts";
import { typedError, unprocessable } from "../../model/errors.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionOf, type DatabaseRecord, findDatabase, sqlThreadsOf } from "../database/index.ts";
import { renderedSql } from "./render.ts";
import { prepareScript } from "./script.ts";

const ESTIMATE_MS = 10_000;

async function databaseOf({ app }: Actor, id: number): Promise<DatabaseRecord> {
  const database = Math.abs(id) < 2 ** 31 ? await findDatabase(app.db, id) : undefined;
  if (!database) throw typedError("DATABASE_NOT_FOUND_ERROR", t("The database was not found."), { status: 404 });
  return database;
}

interface SqlInDatabase {
  database_id: number;
  sql: string;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
  template_params?: object | null | undefined;
}

/** By the engine's own estimate. 422 if it has none. */
export async function estimatedCost(actor: Actor, body: SqlInDatabase): Promise<Record<string, string>[]> {
  const database = await databaseOf(actor, body.database_id);
  const { connection, statements, isChanging, secured } = await prepareScript(actor, {
    database,
    sql: body.sql,
    catalog: body.catalog || null,
    schema: body.schema || null,
    templateParams: body.template_params ? JSON.stringify(body.template_params) : null,
    urlParams: {},
    queryLimit: null,
    creates: null,
  });
  const { estimate } = connection;
  if (!estimate || isChanging) throw unprocessable(t("Database does not support cost estimation"));
  if (secured.qualified.some((sql, i) => sql !== secured.secured[i])) {
    const message = t(
      "The cost estimate is unavailable: row-level security applies to you, and the estimate covers all rows.",
    );
    throw typedError("TABLE_SECURITY_ACCESS_ERROR", message, { extra: { sql: body.sql } });
  }
  const limit = new Promise<never>((_, reject) => {
    const error = typedError("SQLLAB_TIMEOUT_ERROR", t("Estimating the cost took too long."), { status: 408 });
    setTimeout(() => reject(error), ESTIMATE_MS).unref();
  });
  const costs: Record<string, string>[] = [];
  for (const sql of statements) costs.push({ ...(await Promise.race([estimate.call(connection, sql), limit])) });
  return costs;
}

const LANGUAGES: Readonly<Record<string, SqlLanguage>> = {
  postgresql: "postgresql",
  mysql: "mysql",
  mariadb: "mariadb",
  sqlite: "sqlite",
  duckdb: "duckdb",
  clickhouse: "clickhouse",
  clickhousedb: "clickhouse",
  trino: "trino",
  bigquery: "bigquery",
  snowflake: "snowflake",
  mssql: "transactsql",
  redshift: "redshift",
};

interface FormatRequest {
  sql: string;
  engine?: string | null | undefined;
  database_id?: number | null | undefined;
  template_params?: string | null | undefined;
}

export async function formattedSql(actor: Actor, body: FormatRequest): Promise<string> {
  let { sql, engine } = body;
  if (body.database_id != null) {
    const database = await databaseOf(actor, body.database_id);
    const { connector } = await connectionOf(actor.app, database.id);
    engine = connector.engine;
    if (body.template_params?.trim()) {
      const place = { databaseId: database.id, dialect: connector.dialect, catalog: null, schema: null, urlParams: {} };
      sql = await renderedSql(actor, sql, { ...place, templateParams: body.template_params });
    }
  }
  const language = Object.hasOwn(LANGUAGES, engine ?? "") ? LANGUAGES[engine ?? ""] : undefined;
  return sqlThreadsOf(actor.app).format(sql, language ?? "sql");
}
