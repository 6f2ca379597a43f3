import type { Connection } from "../../connectors/connector.ts";

/** The syntax tree of one statement, as the engine's own parser or one for its dialect gives it. */
export async function treeOf(engine: string, connection: Connection, sql: string): Promise<unknown> {
  if (engine === "DuckDB") {
    const quoted = `'${sql.replaceAll("'", "''")}'`;
    const result = await connection.run(`SELECT json_serialize_sql(${quoted})`);
    const tree = JSON.parse(String(result.columns[0]?.values[0])) as { error: boolean; error_message?: string };
    if (tree.error) throw new Error(`${tree.error_message}: ${sql}`);
    return tree;
  }
  if (engine === "PostgreSQL") return (await import("pgsql-parser")).parse(sql);
  const polyglot = await import("@polyglot-sql/sdk");
  const result = polyglot.parse(sql, (engine === "MariaDB" ? "mysql" : engine.toLowerCase()) as never);
  if (!result.success) throw new Error(`${String(result.error)}: ${sql}`);
  return result.ast;
}

/**
 * Where a tree differs in structure from those of two harmless twins; undefined where it does not. Leaves in which the
 * twins differ are values or places and may be anything, as may `span`, a place; the rest must be as in the twins.
 */
export function difference(tree: unknown, twins: readonly [unknown, unknown], path = "$"): string | undefined {
  const [a, b] = twins;
  if (!isNode(a) || !isNode(b)) {
    const isFree = a !== b && !isNode(tree);
    return isFree || Object.is(a, tree) ? undefined : `${path}: ${JSON.stringify(tree)} for ${JSON.stringify(a)}`;
  }
  if (!isNode(tree)) return `${path}: ${JSON.stringify(tree)} for ${JSON.stringify(a)}`;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(tree)])].filter((key) => key !== "span");
  if (Array.isArray(a) && Array.isArray(tree) && a.length !== tree.length) return `${path}: ${tree.length} parts`;
  for (const key of keys) {
    const found = difference(tree[key], [a[key], b[key]], `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
