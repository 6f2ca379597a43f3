import { t } from "../../i18n/translate.ts";
import { badRequest, echo } from "../../model/errors.ts";
import { hasTemplate } from "../templates/template-text.ts";

/** Names of engines as the parser of many dialects knows them, where they differ. */
const DIALECTS: Readonly<Record<string, string>> = { clickhousedb: "clickhouse", mariadb: "mysql", mssql: "tsql" };
/** What the expression stands behind: engines write conditions otherwise than values. */
const SELECT = "SELECT 1 WHERE ";

/**
 * One expression of generic SQL (names in double quotes, texts in single ones) as the engine writes it. It is not checked
 * here: it must pass `checkExpression` before it runs. Templates, and what stands for an engine's own writing, stay as
 * they are. Throws a 400 for what is not understood.
 */
export async function transpiledExpression(sql: string, engine: string): Promise<string> {
  if (!sql.trim() || hasTemplate(sql)) return sql;
  const { transpile } = await import("@polyglot-sql/sdk");
  const target = (DIALECTS[engine] ?? engine) as Parameters<typeof transpile>[2];
  const { success, sql: texts } = transpile(`${SELECT}${sql}`, "generic" as Parameters<typeof transpile>[1], target);
  const [text = "", ...others] = texts ?? [];
  if (!success || others.length > 0 || !text.startsWith(SELECT))
    throw badRequest(t("Invalid SQL clause: {sql}", { sql: echo(sql) }));
  return text.slice(SELECT.length);
}
