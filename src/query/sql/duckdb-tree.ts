import { badRequest, typedError } from "../../model/errors.ts";

/**
 * Rules over the syntax trees that DuckDB's own parser answers (`json_serialize_sql`). What the parser does not
 * serialise is refused: custom SQL is either understood as a plain expression or not run.
 */
export interface SerializedSql {
  error: boolean;
  error_type?: string;
  error_message?: string;
  position?: string;
  statements?: { node: SelectNode }[];
}

interface SelectNode {
  type: string;
  modifiers?: unknown[];
  cte_map?: { map?: unknown[] };
  select_list?: TreeNode[];
  from_table?: { type?: string } | null;
  where_clause?: unknown;
  group_expressions?: unknown[];
  having?: unknown;
  qualify?: unknown;
  sample?: unknown;
  /** Other than standard after `GROUP BY ALL`. */
  aggregate_handling?: string;
}

type TreeNode = Record<string, unknown>;

/** Functions that tell about the server instead of the data. */
const REFUSED_FUNCTIONS =
  /^(getenv|current_setting|current_query|getvariable|pragma_|duckdb_|pg_|nextval|currval|set_config|query|query_table|stats$|write_log|txid_current|setseed)/i;

/** Tables of the server's own state and files, which need no function call to be read. */
const REFUSED_TABLES = /^(pragma_|duckdb_|sqlite_|pg_)/i;

/** Where those are found: a name before the dot may be a schema or a catalog. */
const INTERNAL_PLACES = /^(main|pg_catalog|information_schema|system|temp)$/i;

/** Table functions that read nothing but their arguments. */
const TABLE_FUNCTIONS = new Set([
  "range",
  "generate_series",
  "unnest",
  "repeat",
  "repeat_row",
  "json_each",
  "json_tree",
  "summary",
]);

/** Throws unless the text `SELECT <expression>` was read as exactly one scalar expression. */
export function assertScalarExpression(tree: SerializedSql, expression: string): void {
  if (tree.error) throw invalidClause(expression, tree);
  const [statement, ...others] = tree.statements ?? [];
  const node = statement?.node;
  if (!node || others.length > 0 || !isBareSelect(node)) throw invalidClause(expression);
  const [item, ...more] = node.select_list ?? [];
  if (!item || more.length > 0 || item.alias) throw invalidClause(expression);
  walk(item, (part) => {
    if (part.class === "SUBQUERY") {
      throw typedError("ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", "Custom SQL fields cannot contain sub-queries.", {
        extra: { sql: expression },
      });
    }
    if (part.class === "STAR" || part.class === "PARAMETER" || part.class === "LAMBDA_REF")
      throw invalidClause(expression);
    if (isRefusedCall(part)) throw invalidClause(expression);
  });
}

const STANDARD = "STANDARD_HANDLING";

function isBareSelect(node: SelectNode): boolean {
  const isEmpty = (list: unknown[] | undefined) => !list || list.length === 0;
  return (
    node.type === "SELECT_NODE" &&
    isEmpty(node.modifiers) &&
    isEmpty(node.cte_map?.map) &&
    (node.from_table?.type ?? "EMPTY") === "EMPTY" &&
    !node.where_clause &&
    isEmpty(node.group_expressions) &&
    (node.aggregate_handling ?? STANDARD) === STANDARD &&
    !node.having &&
    !node.qualify &&
    !node.sample
  );
}

function isRefusedCall(part: TreeNode): boolean {
  return typeof part.function_name === "string" && REFUSED_FUNCTIONS.test(part.function_name);
}

/** Throws unless the text was read as exactly one SELECT that reads tables and no files or settings. */
export function assertReadOnlyStatement(tree: SerializedSql, sql: string): void {
  if (tree.error) {
    if (tree.error_type !== "not implemented") throw syntaxError(tree, sql);
    throw badRequest("Virtual dataset query must be read-only");
  }
  const statements = tree.statements ?? [];
  if (statements.length === 0) throw badRequest("Virtual dataset query cannot be empty");
  if (statements.length > 1) throw badRequest("Virtual dataset query cannot consist of multiple statements");
  walk(statements[0] as unknown as TreeNode, (part) => {
    if (part.type === "TABLE_FUNCTION") assertPlainTableFunction(part);
    if (part.type === "BASE_TABLE") assertOrdinaryTable(part);
    if (isRefusedCall(part)) throw badRequest(`Function not allowed: ${String(part.function_name)}`);
  });
}

function assertPlainTableFunction(part: TreeNode): void {
  const call = part.function as TreeNode | undefined;
  const name = String(call?.function_name ?? "").toLowerCase();
  if (!TABLE_FUNCTIONS.has(name)) throw badRequest(`Function not allowed: ${name}`);
}

function assertOrdinaryTable({ schema_name: schema, table_name: table }: TreeNode): void {
  const isInternal = schema === "" || INTERNAL_PLACES.test(String(schema));
  if (isInternal && REFUSED_TABLES.test(String(table))) throw badRequest(`Table not allowed: ${String(table)}`);
}

export function syntaxError(tree: SerializedSql, sql: string) {
  const at = tree.position === undefined ? {} : positionIn(sql, Number(tree.position));
  return typedError("SYNTAX_ERROR", tree.error_message ?? "syntax error", {
    extra: { ...at, sql, engine_name: "DuckDB" },
  });
}

/** Line and column, both from 1, of a character offset. */
export function positionIn(sql: string, offset: number): { line: number; column: number } {
  const before = sql.slice(0, Math.max(0, offset));
  const line = before.split("\n").length;
  return { line, column: before.length - before.lastIndexOf("\n") };
}

function invalidClause(expression: string, tree?: SerializedSql) {
  const detail = tree?.error_message ? { detail: tree.error_message } : {};
  return typedError("INVALID_SQL_ERROR", `Invalid SQL clause: ${expression}`, {
    extra: { sql: expression, ...detail },
  });
}

function walk(value: unknown, visit: (node: TreeNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  visit(value as TreeNode);
  for (const child of Object.values(value)) walk(child, visit);
}
