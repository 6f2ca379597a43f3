import type { Connection } from "../../connectors/connector.ts";

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
 * Where a tree differs in structure from two harmless variants; undefined if it doesn't. Leaves that differ between the
 * variants are values or positions and may differ, as may `span`.
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
