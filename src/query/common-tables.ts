import { CLOSING, type Lexis, OPENING, type Token, tokensOf } from "./sql/lexis.ts";

/** How SQL Server cuts its SQL into tokens; no other engine needs this. */
const LEXIS: Lexis = { engine: "Microsoft SQL Server", strings: "'", names: '"[', hasNestedComments: true };

/** Name of the common table that stands for a virtual dataset. */
const COMMON_TABLE = "__cte";

export interface HoistedQuery {
  /** What the whole statement begins with. */
  prefix: string;
  /** What FROM names instead of the query. */
  table: string;
}

/**
 * A query that begins with WITH, for engines that take WITH at the beginning of a statement only: its common tables, and
 * itself as one more. Undefined for a query without.
 */
export function maybeHoisted(sql: string): HoistedQuery | undefined {
  const tokens = tokensOf(sql, LEXIS);
  if (tokens[0]?.text.toUpperCase() !== "WITH") return undefined;
  const last = lastDefinition(tokens);
  if (!last) return undefined;
  const [tables, query] = [sql.slice(0, last.end), sql.slice(last.end).trim()];
  return { prefix: `${tables},\n${COMMON_TABLE} AS (\n${query}\n)\n`, table: COMMON_TABLE };
}

/** The bracket that closes the last common table: the first on the outside that neither a comma nor AS follows. */
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
