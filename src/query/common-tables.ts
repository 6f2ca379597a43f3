import { CLOSING, type Lexis, OPENING, type Token, tokensOf } from "./sql/lexis.ts";

/** How SQL Server's SQL is split into tokens; only this engine needs it. */
const LEXIS: Lexis = { engine: "Microsoft SQL Server", strings: "'", names: '"[', hasNestedComments: true };

const COMMON_TABLE = "__cte";

export interface HoistedQuery {
  /** Goes before the whole statement. */
  prefix: string;
  /** FROM uses this table instead of the query. */
  table: string;
}

/**
 * Splits a query that begins with WITH into its common tables, and one more for the query itself, for engines that
 * allow WITH only at the start of a statement. Undefined for other queries.
 */
export function maybeHoisted(sql: string): HoistedQuery | undefined {
  const tokens = tokensOf(sql, LEXIS);
  if (tokens[0]?.text.toUpperCase() !== "WITH") return undefined;
  const last = lastDefinition(tokens);
  if (!last) return undefined;
  const [tables, query] = [sql.slice(0, last.end), sql.slice(last.end).trim()];
  return { prefix: `${tables},\n${COMMON_TABLE} AS (\n${query}\n)\n`, table: COMMON_TABLE };
}

/** Closing bracket of the last common table: the first top-level one that isn't followed by a comma or AS. */
function lastDefinition(tokens: readonly Token[]): Token | undefined {
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "symbol") continue;
    if (OPENING.includes(token.text)) depth++;
    if (!CLOSING.includes(token.text)) continue;
    depth--;
    const next = tokens[i + 1]?.text.toUpperCase();
    if (depth === 0 && next !== "," && next !== "AS") return token;
  }
  return undefined;
}
