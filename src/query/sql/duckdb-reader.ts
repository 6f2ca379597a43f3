import { t } from "../../i18n/translate.ts";
import { CteScope, isNode, lowered, nodesOf, type TreeNode } from "./cte-scope.ts";
import { DUCKDB, forbiddenBy } from "./forbidden.ts";
import { byteOffsets, type Lexis, syntaxErrorAt, tokensOf } from "./lexis.ts";
import { createReader, type ParsedStatement } from "./reader.ts";
import type { SqlReader, StatementKind } from "./sql-reader.ts";

/** Result of DuckDB's own parser (`json_serialize_sql`), which only serializes reading statements. */
export interface SerializedSql {
  error: boolean;
  error_type?: string;
  error_message?: string;
  position?: string;
  statements?: { node: TreeNode }[];
}

export const DUCKDB_LEXIS: Lexis = {
  engine: "DuckDB",
  strings: "'",
  names: '"',
  hasEscapeStrings: true,
  hasDollarQuotes: true,
  hasNestedComments: true,
  keepsOrder: true,
  hasUnicodeSpaces: true,
};

/** Parses with the engine itself. `evaluate` returns the engine's result for an expression without columns. */
export function duckdbReader(evaluate: (expression: string) => Promise<string>): SqlReader {
  const serialize = async (sql: string) => readTree(await evaluate(serialization(sql)));
  return createReader({
    lexis: DUCKDB_LEXIS,
    parse: (sql) => parseDuckDb(sql, serialize),
    ...forbiddenBy(DUCKDB),
    nameOf: async (item) => {
      const written = await evaluate(`json_deserialize_sql(json_serialize_sql(${textOfSql(`SELECT ${item}`)}))`);
      return written.replace(/^SELECT /, "");
    },
  });
}

/** Constants too large for a number are written as JSON doesn't allow. Quotes inside of texts are escaped. */
const readTree = (tree: string) => JSON.parse(tree.replaceAll(INFINITE, '"value":null')) as SerializedSql;
const INFINITE = /"value":-?Infinity\b/g;

/** Above this, the tree is requested without its constants; a list may have 100,000 of them. */
const LONG_SQL = 4000;
const MAX_TREE = 16_000_000;
/** A plain constant in the engine's format. Inside JSON text its quotes would be escaped. */
const CONSTANT = String.raw`\{"class":"CONSTANT","type":"VALUE_CONSTANT","alias":"","query_location":[0-9]+,"value":\{"type":\{"id":"[A-Z]+","type_info":null\},"is_null":false,"value":(?:-?[0-9.]+|"[^"\\]*")\}\}`;
const TOO_LARGE: SerializedSql = {
  error: true,
  error_type: "parser",
  error_message: "too large",
};

const tooLarge = () =>
  t("the statement is too complex: its syntax tree exceeds {size, number} MB", { size: MAX_TREE / 1e6 });

function serialization(sql: string): string {
  const tree = `json_serialize_sql(${textOfSql(sql)})`;
  if (sql.length <= LONG_SQL) return tree;
  return `(SELECT CASE WHEN strlen(tree) <= ${MAX_TREE} THEN tree ELSE ${textOfSql(JSON.stringify(TOO_LARGE))} END
    FROM (SELECT regexp_replace(${tree}, ${textOfSql(CONSTANT)}, '{}', 'g') AS tree))`;
}

const textOfSql = (sql: string) => `'${sql.replaceAll("'", "''")}'`;

async function parseDuckDb(
  sql: string,
  serialize: (sql: string) => Promise<SerializedSql>,
): Promise<ParsedStatement[]> {
  const tree = await serialize(sql);
  if (!tree.error) return (tree.statements ?? []).map(({ node }) => new DuckDbStatement(sql, node).read());
  if (tree.error_type === "not implemented") return [unserialised(sql)];
  const offset = tree.position === undefined ? undefined : byteOffsets(sql)(Number(tree.position));
  const message = tree.error_message === TOO_LARGE.error_message ? tooLarge() : tree.error_message;
  throw syntaxErrorAt({ sql, engine: DUCKDB_LEXIS.engine, offset }, message ?? t("syntax error"));
}

const WRITES =
  /^(insert|update|delete|merge|create|drop|alter|truncate|copy|export|import|attach|detach|install|load|vacuum|checkpoint|call|comment)$/i;

function unserialised(sql: string): ParsedStatement {
  const words = tokensOf(sql, DUCKDB_LEXIS).filter((token) => token.kind === "word");
  const isWith = /^with$/i.test(words[0]?.text ?? "");
  const verb = isWith ? words.find(({ text }) => WRITES.test(text)) : words[0];
  const kind: StatementKind = verb && WRITES.test(verb.text) ? "write" : "unknown";
  return { kind, mentions: [], functions: [], tableFunctions: [], shape: "other" };
}

class DuckDbStatement {
  readonly #offsetOf: (byte: number) => number;
  readonly #root: TreeNode;
  readonly #found: Omit<ParsedStatement, "kind" | "shape"> = { mentions: [], functions: [], tableFunctions: [] };
  #isUnreadable = false;

  constructor(sql: string, root: TreeNode) {
    this.#offsetOf = byteOffsets(sql);
    this.#root = root;
  }

  read(): ParsedStatement {
    this.#walk(this.#root, new CteScope());
    return { ...this.#found, kind: this.#isUnreadable ? "unknown" : "read", shape: shapeOf(this.#root) };
  }

  #walk(value: unknown, scope: CteScope): void {
    if (Array.isArray(value)) for (const item of value) this.#walk(item, scope);
    if (!isNode(value)) return;
    const inner = this.#scopeOf(value, scope);
    if (value.type === "BASE_TABLE") this.#table(value, inner);
    if (value.type === "SHOW_REF" && !value.query) this.#isUnreadable = true;
    if (value.type === "TABLE_FUNCTION") this.#found.tableFunctions.push(functionName(value.function));
    if (typeof value.function_name === "string") this.#found.functions.push(functionName(value));
    for (const [key, child] of Object.entries(value)) {
      if (key === "cte_map") continue;
      this.#walk(child, isRepeated(value, key) ? inner.with(lowered(String(value.cte_name))) : inner);
    }
  }

  #scopeOf(node: TreeNode, scope: CteScope): CteScope {
    const map = isNode(node.cte_map) ? nodesOf(node.cte_map.map) : [];
    let scopeSoFar = scope;
    for (const { key, value } of map) {
      this.#walk(value, scopeSoFar);
      scopeSoFar = scopeSoFar.with(lowered(String(key)));
    }
    return scopeSoFar;
  }

  #table(node: TreeNode, scope: CteScope): void {
    const name = String(node.table_name);
    const [catalog, schema] = [textOf(node.catalog_name), textOf(node.schema_name)];
    if (catalog === null && schema === null && scope.has(lowered(name))) return;
    const location = Number(node.query_location);
    const start = Number.isSafeInteger(location) ? this.#offsetOf(location) : null;
    this.#found.mentions.push({
      catalog,
      schema,
      name,
      isWritten: false,
      start,
      hasAlias: textOf(node.alias) !== null,
    });
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const functionName = (call: unknown) => String((call as TreeNode | undefined)?.function_name ?? "").toLowerCase();

/** The part of a recursive CTE that sees the CTE itself; in the first part, its name is a table's. */
const isRepeated = (node: TreeNode, key: string) => node.type === "RECURSIVE_CTE_NODE" && key === "right";

const STANDARD = "STANDARD_HANDLING";

function shapeOf(node: TreeNode): ParsedStatement["shape"] {
  const [item, ...more] = nodesOf(node.select_list);
  if (!isBareSelect(node) || !item || more.length > 0 || textOf(item.alias) !== null) return "other";
  const text = JSON.stringify(item);
  if (text.includes('"class":"SUBQUERY"')) return "subquery";
  return /"class":"(?:STAR|PARAMETER|LAMBDA_REF)"/.test(text) ? "other" : "scalar";
}

function isBareSelect(node: TreeNode): boolean {
  const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;
  const from = node.from_table as TreeNode | null | undefined;
  return (
    node.type === "SELECT_NODE" &&
    isEmpty(node.modifiers) &&
    isEmpty((node.cte_map as TreeNode | undefined)?.map) &&
    (from?.type ?? "EMPTY") === "EMPTY" &&
    !node.where_clause &&
    isEmpty(node.group_expressions) &&
    (node.aggregate_handling ?? STANDARD) === STANDARD &&
    !node.having &&
    !node.qualify &&
    !node.sample
  );
}
