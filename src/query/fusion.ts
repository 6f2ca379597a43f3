import type { SqlContext } from "./select-items.ts";
import { type StatementParts, sourceText, statementText, tailText } from "./statement-parts.ts";

/**
 * Merges statements that read the same rows in the same groups: a base statement computes every expression once, and
 * for each statement a small one over its result returns exactly what it would return alone.
 */
export interface GroupedRead {
  /** ORDER BY only has selected names. */
  parts: StatementParts;
  keys: readonly string[];
  /** The name by which expressions can qualify columns; null if they are of several tables. */
  alias: string | null;
  table: Pick<SqlContext, "dataset" | "dialect">;
}

export interface FusedStatements {
  base: string;
  table: string;
  parts: string[];
}

const TABLE = '"tessera fused"';

/** Null if the statement needs more than the base's columns. */
export function groupedRead(
  parts: StatementParts,
  { alias, table }: Pick<GroupedRead, "alias" | "table">,
): GroupedRead | null {
  if (parts.having.some((sql) => isOfAnswer(sql, parts)) || parts.order.some((term) => !term.isSelected)) return null;
  return { parts, keys: [...new Set(parts.keys)].sort(), alias, table };
}

const WORDS = /[\p{L}_][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]|\s*\()/gu;

/** True if the condition may refer to a selected item by name, or has a window function, which only HAVING rejects. */
function isOfAnswer(having: string, { select }: StatementParts): boolean {
  const text = having.toLowerCase();
  const words = new Set(text.match(WORDS));
  const isNamed = (name: string) => words.has(name.slice(1, -1)) || text.includes(name);
  return /\bover\b/.test(text) || select.some(({ name }) => isNamed(name.toLowerCase()));
}

export function fusionKey({ parts, keys }: GroupedRead): string {
  return JSON.stringify([sourceText(parts), keys]);
}

export const separateStatement = ({ parts }: GroupedRead): string => statementText(parts);

export function fuse(reads: readonly GroupedRead[], table = TABLE): FusedStatements {
  const { parts: first, keys } = reads[0] as GroupedRead;
  const columns = new Map(keys.map((sql, i) => [sql, `fused_${i}`]));
  const columnOf = (sql: string) => {
    const name = columns.get(sql) ?? `fused_${columns.size}`;
    columns.set(sql, name);
    return name;
  };
  const parts = reads.map(({ parts: { select, having, ...tail } }) => {
    const items = select.map(({ sql, name }) => `${columnOf(sql)} AS ${name}`);
    const havingClause = having.length > 0 ? [`WHERE ${having.map(columnOf).join(" AND ")}`] : [];
    return [`SELECT ${items.join(", ")}`, `FROM ${table}`, ...havingClause, tailText(tail).join("\n")].join("\n");
  });
  const select = [...columns].map(([sql, name]) => `  ${sql} AS ${name}`);
  const groups = keys.length > 0 ? `\nGROUP BY ${keys.map((_, i) => i + 1).join(", ")}` : "";
  return { base: `SELECT\n${select.join(",\n")}\n${sourceText(first)}${groups}`, table, parts };
}
