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
  having: readonly string[];
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
  if (parts.having.some((sql) => isOfAnswer(sql, parts)) || parts.order.some((term) => !term.isSelected)) return null;
  return {
    source: sourceText(parts),
    keys: [...new Set(parts.keys)].sort(),
    select: parts.select,
    having: parts.having,
    tail: tailText(parts).join("\n"),
  };
}

/** Words that call no function. */
const WORDS = /[\p{L}_][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]|\s*\()/gu;

/** The condition may mean what is selected, by its name, or is refused in HAVING alone: it stays where it is. */
function isOfAnswer(having: string, { select }: StatementParts): boolean {
  const text = having.toLowerCase();
  const words = new Set(text.match(WORDS));
  const isNamed = (name: string) => words.has(name.slice(1, -1)) || text.includes(name);
  return /\bover\b/.test(text) || select.some(({ name }) => isNamed(name.toLowerCase()));
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
  const parts = reads.map(({ select, having, tail }) => {
    const items = select.map(({ sql, name }) => `${columnOf(sql)} AS ${name}`);
    const kept = having.length > 0 ? [`WHERE ${having.map(columnOf).join(" AND ")}`] : [];
    return [`SELECT ${items.join(", ")}`, `FROM ${TABLE}`, ...kept, tail].join("\n");
  });
  const select = [...columns].map(([sql, name]) => `  ${sql} AS ${name}`);
  const groups = keys.length > 0 ? `\nGROUP BY ${keys.map((_, i) => i + 1).join(", ")}` : "";
  return { base: `SELECT\n${select.join(",\n")}\n${source}${groups}`, table: TABLE, parts };
}
