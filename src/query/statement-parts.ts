export interface StatementParts {
  select: readonly { sql: string; name: string }[];
  from: string;
  where: readonly string[];
  /** Terms of GROUP BY, which can be positions of selected items. */
  groups: readonly string[];
  keys: readonly string[];
  having: readonly string[];
  order: readonly OrderTerm[];
  limit: string;
}

export interface OrderTerm {
  sql: string;
  isSelected: boolean;
}

export function statementText(parts: StatementParts): string {
  const { select, groups, having } = parts;
  return [
    `SELECT\n${select.map(({ sql, name }) => `  ${sql} AS ${name}`).join(",\n")}`,
    sourceText(parts),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(", ")}`] : []),
    ...(having.length > 0 ? [`HAVING ${having.join("\n  AND ")}`] : []),
    ...tailText(parts),
  ].join("\n");
}

export function sourceText({ from, where }: Pick<StatementParts, "from" | "where">): string {
  return where.length > 0 ? `FROM ${from}\nWHERE ${where.join("\n  AND ")}` : `FROM ${from}`;
}

export function tailText({ order, limit }: Pick<StatementParts, "order" | "limit">): string[] {
  return [
    ...(order.length > 0 ? [`ORDER BY ${order.map((term) => term.sql).join(", ")}`] : []),
    ...(limit === "" ? [] : [limit]),
  ];
}

/** Those that all statements have. */
export function commonConditions(statements: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const own of statements) for (const sql of new Set(own)) counts.set(sql, (counts.get(sql) ?? 0) + 1);
  return new Set([...counts].flatMap(([sql, count]) => (count === statements.length ? [sql] : [])));
}
