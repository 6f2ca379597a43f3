import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError, wireErrorsOf } from "../../model/errors.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";
import type { Context } from "../../server/http/route.ts";
import { connectionOf, visibleDatabase } from "../database/index.ts";
import { prepareScript } from "./script.ts";

const EXPLAIN = ["duckdb", "postgresql", "mysql", "sqlite", "clickhousedb", "trino", "snowflake", "redshift"];

interface SqlToValidate {
  sql: string;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
  template_params?: string | object | null | undefined;
}

type SqlFault = {
  line_number: number | null;
  start_column: number | null;
  end_column: number | null;
  message: string;
};

/**
 * Plans the SQL with EXPLAIN after rendering, access checks and row-level security. 422 if the engine doesn't support
 * it, 403 without access.
 */
export async function faultsOf(ctx: Context, id: number, body: SqlToValidate): Promise<SqlFault[]> {
  const database = await visibleDatabase(ctx, id);
  const { connection, connector } = await connectionOf(ctx.app, database.id);
  if (!EXPLAIN.includes(connector.engine)) {
    const message = t("no SQL validator is configured for {engine}", { engine: connector.engine });
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422 });
  }
  const { sql, catalog, schema, template_params: params } = body;
  try {
    const script = await prepareScript(ctx, {
      database,
      sql,
      catalog: catalog || null,
      schema: schema || null,
      templateParams: typeof params === "object" && params !== null ? JSON.stringify(params) : (params ?? null),
      urlParams: {},
      queryLimit: null,
      creates: null,
    });
    if (script.isChanging) return [];
    for (const statement of script.secured.secured)
      await connection.run(`EXPLAIN\n${withoutTrailer(statement)}`, { signal: ctx.signal });
    return [];
  } catch (error) {
    return [faultOf(error)];
  }
}

function faultOf(error: unknown): SqlFault {
  const [wireError] = wireErrorsOf(error);
  if (!(error instanceof TesseraError) || error.status === 403 || error.status >= 500) throw error;
  if (!wireError) return { line_number: null, start_column: null, end_column: null, message: error.message };
  if (/^CONNECTION_|TIMEOUT/.test(wireError.error_type)) throw error;
  const { line, column, sql } = (wireError.extra ?? {}) as {
    line?: number | null;
    column?: number | null;
    sql?: string;
  };
  const above = sql?.startsWith("EXPLAIN\n") ? 1 : 0;
  const at = column ?? null;
  return {
    line_number: typeof line === "number" ? line - above : null,
    start_column: at,
    end_column: at,
    message: wireError.message,
  };
}
