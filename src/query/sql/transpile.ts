import { t } from "../../i18n/translate.ts";
import { badRequest, echo } from "../../model/errors.ts";
import { hasTemplate } from "../templates/template-text.ts";

const DIALECTS: Readonly<Record<string, string>> = { clickhousedb: "clickhouse", mariadb: "mysql", mssql: "tsql" };

/** The parser's name for an engine's dialect. */
export const dialectOf = (engine: string) =>
  (DIALECTS[engine] ?? engine) as Parameters<typeof import("@polyglot-sql/sdk").transpile>[2];

/** Goes before the expression: engines write conditions differently from values. */
const SELECT = "SELECT 1 WHERE ";

/**
 * Translates one expression of generic SQL (names in double quotes, texts in single ones) to the engine's SQL. It isn't
 * checked here: it must pass `checkExpression` before it runs. Templates and an engine's own syntax stay unchanged.
 * Throws a 400 for SQL that isn't understood.
 */
export async function transpiledExpression(sql: string, engine: string): Promise<string> {
  if (!sql.trim() || hasTemplate(sql)) return sql;
  const { transpile } = await import("@polyglot-sql/sdk");
  const { success, sql: texts } = transpile(
    `${SELECT}${sql}`,
    "generic" as Parameters<typeof transpile>[1],
    dialectOf(engine),
  );
  const [text = "", ...others] = texts ?? [];
  if (!success || others.length > 0 || !text.startsWith(SELECT))
    throw badRequest(t("Invalid SQL clause: {sql}", { sql: echo(sql) }));
  return text.slice(SELECT.length);
}
