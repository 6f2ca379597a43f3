import { type StatementParts, sourceText, tailText } from "./statement-parts.ts";

/**
 * Statements that read the same rows in the same groups, as one: a base statement that computes every expression once,
 * and for each statement a small one over the base's result that gives exactly what it would have given by itself.
 */
export interface GroupedRead {
  /** FROM and WHERE. */
  source: string;
  /** What the groups are made of, sorted. */
  keys: readonly string[];
  /** `name` is quoted. */
  select: readonly { sql: string; name: string }[];
  /** ORDER BY by selected names, LIMIT and OFFSET. */
  tail: string;
}

export interface FusedStatements {
  base: string;
  /** Under which name, quoted, the parts find the base's result. */
  table: string;
  /** One per statement, in order. */
  parts: string[];
}

const TABLE = '"tessera fused"';

/** Null for a statement that cannot do with the base's columns alone. */
export function groupedRead(parts: StatementParts): GroupedRead | null {
  if (parts.having.length > 0 || parts.order.some((term) => !term.isSelected)) return null;
  return {
    source: sourceText(parts),
    keys: [...new Set(parts.keys)].sort(),
    select: parts.select,
    tail: tailText(parts).join("\n"),
  };
}

/** Equal for reads that can be fused: they are of the same rows in the same groups. */
export function fusionKey({ source, keys }: GroupedRead): string {
  return JSON.stringify([source, keys]);
}

/** Of reads with the same fusion key; at least one. */
export function fuse(reads: readonly GroupedRead[]): FusedStatements {
  const { source, keys } = reads[0] as GroupedRead;
  const columns = new Map(keys.map((sql, i) => [sql, `fused_${i}`]));
  const columnOf = (sql: string) => {
    const name = columns.get(sql) ?? `fused_${columns.size}`;
    columns.set(sql, name);
    return name;
  };
  const parts = reads.map(({ select, tail }) => {
    const items = select.map(({ sql, name }) => `${columnOf(sql)} AS ${name}`);
    return `SELECT ${items.join(", ")}\nFROM ${TABLE}\n${tail}`;
  });
  const select = [...columns].map(([sql, name]) => `  ${sql} AS ${name}`);
  const groups = keys.length > 0 ? `\nGROUP BY ${keys.map((_, i) => i + 1).join(", ")}` : "";
  return { base: `SELECT\n${select.join(",\n")}\n${source}${groups}`, table: TABLE, parts };
}
