import { DUCKDB_LEXIS } from "./duckdb-reader.ts";
import { type Lexis, tokensOf } from "./lexis.ts";
import { POLYGLOT_LEXES } from "./polyglot-reader.ts";
import { POSTGRES_LEXIS } from "./postgres-reader.ts";

const LEXES: Readonly<Record<string, Lexis>> = {
  ...POLYGLOT_LEXES,
  mssql: POLYGLOT_LEXES.tsql,
  duckdb: DUCKDB_LEXIS,
  postgresql: POSTGRES_LEXIS,
};

/** With `?` for texts and numbers, without comments. Undefined if it can't be told what is a literal. */
export function withoutLiterals(sql: string, engine: string, maxLength: number): string | undefined {
  const lexis = LEXES[engine];
  if (!lexis) return undefined;
  try {
    let text = "";
    let end = 0;
    for (const { kind, text: token, start, end: next } of tokensOf(sql, lexis)) {
      text += (start > end ? " " : "") + (kind === "string" || kind === "number" ? "?" : token);
      if (text.length > maxLength) return `${text.slice(0, maxLength)}…`;
      end = next;
    }
    return text;
  } catch {
    return undefined;
  }
}
