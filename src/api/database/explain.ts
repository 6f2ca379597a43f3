import type { Connection } from "../../connectors/connector.ts";
import type { Dialect } from "../../query/dialect.ts";
import { withoutTrailer } from "../../query/sql/statement-shape.ts";

const MAX_PLAN = 10_000;
const PLAN_MS = 5000;
const READ = /^(?:[\s(]|\/\*(?:(?!\*\/)[\s\S])*\*\/|--[^\n]*\n)*(?:SELECT|WITH|VALUES|FROM)\b/i;

export interface ExplainedOn {
  connection: Connection;
  dialect: Dialect;
  signal?: AbortSignal;
}

/** The engine's plan, without running the statement. Expects checked SQL. Undefined if there is none. */
export async function planOf(
  { connection, dialect, signal: own }: ExplainedOn,
  sql: string,
): Promise<string | undefined> {
  if (dialect.explain === null || !READ.test(sql)) return undefined;
  const limit = AbortSignal.timeout(PLAN_MS);
  const signal = own ? AbortSignal.any([own, limit]) : limit;
  const options = { timeoutMs: PLAN_MS, signal };
  const { columns, rows } = await connection.run(`${dialect.explain} ${withoutTrailer(sql)}`, options);
  const lines = Array.from({ length: rows }, (_, row) =>
    columns
      .map(({ values }) => values[row])
      .filter((value) => value !== null && value !== undefined && value !== "")
      .join(" "),
  );
  return truncated(lines.join("\n"), MAX_PLAN);
}

export const truncated = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}…` : text);
