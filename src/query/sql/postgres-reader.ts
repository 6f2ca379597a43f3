import { CteScope, isNode, nodesOf, type TreeNode } from "./cte-scope.ts";
import { forbiddenBy, POSTGRES } from "./forbidden.ts";
import { byteOffsets, type Lexis, syntaxErrorAt } from "./lexis.ts";
import { createReader, type ParsedStatement } from "./reader.ts";
import type { SqlReader, StatementKind } from "./sql-reader.ts";

export const POSTGRES_LEXIS: Lexis = {
  engine: "PostgreSQL",
  strings: "'",
  names: '"',
  hasEscapeStrings: true,
  hasDollarQuotes: true,
  hasNestedComments: true,
  keepsOrder: true,
};

/** PostgreSQL's own grammar, loaded (76 ms, 14 MB) on first use. */
export function postgresReader(): SqlReader {
  return createReader({ lexis: POSTGRES_LEXIS, parse: parsePostgres, ...forbiddenBy(POSTGRES) });
}

interface ParserFailure {
  sqlDetails?: { message: string; cursorPosition: number };
}

async function parsePostgres(sql: string): Promise<ParsedStatement[]> {
  const { parse } = await import("pgsql-parser");
  try {
    const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: TreeNode }[] };
    return stmts.map(({ stmt }) => new PostgresStatement(sql, stmt).read());
  } catch (error) {
    const { sqlDetails } = error as ParserFailure;
    const offset = sqlDetails && sqlDetails.cursorPosition >= 0 ? sqlDetails.cursorPosition : undefined;
    throw syntaxErrorAt({ sql, engine: POSTGRES_LEXIS.engine, offset }, (error as Error).message);
  }
}

const WRITES =
  /^(Insert|Update|Delete|Merge|Create|Drop|Alter|Truncate|Copy|Call|Do|Grant|View|Index|Refresh|Rename|Comment|Rule|Cluster|Vacuum|Reindex|Import|Lock|Reassign|Define|SecLabel|Composite)\w*$/;

const READING_WRITES = /^(Insert|Update|Delete|Merge|CreateTableAs|View|Copy)Stmt$/;

/** Where the tree contains tables: read in the first, written in the others. */
const TABLE_KEYS = new Set(["RangeVar", "relation", "rel", "view"]);

class PostgresStatement {
  readonly #offsetOf: (byte: number) => number;
  readonly #root: TreeNode;
  readonly #found: Omit<ParsedStatement, "kind" | "shape"> = { mentions: [], functions: [], tableFunctions: [] };
  #isWriting = false;
  readonly #isCommand: boolean;

  constructor(sql: string, root: TreeNode) {
    this.#offsetOf = byteOffsets(sql);
    this.#root = root;
    const [type = ""] = Object.keys(root);
    this.#isCommand = WRITES.test(type) && !READING_WRITES.test(type);
  }

  read(): ParsedStatement {
    this.#walk(this.#root, new CteScope());
    const kind = this.#kind();
    // EXPLAIN of a change doesn't run it, but its plan reveals the table.
    const mentions = this.#found.mentions.map((one) => (kind === "read" ? { ...one, isWritten: false } : one));
    return { ...this.#found, mentions, kind, shape: this.#shape() };
  }

  #kind(): StatementKind {
    const [type = "", body] = Object.entries(this.#root)[0] ?? [];
    if (type === "SelectStmt") return this.#isWriting ? "write" : "read";
    if (type === "ExplainStmt") return explains(body as TreeNode, this.#isWriting);
    return WRITES.test(type) ? "write" : "unknown";
  }

  #shape(): ParsedStatement["shape"] {
    const { targetList, op: _, limitOption: __, ...rest } = (this.#root.SelectStmt ?? { other: true }) as TreeNode;
    const [item, ...others] = nodesOf(targetList);
    const target = item?.ResTarget as TreeNode | undefined;
    if (!target || others.length > 0 || target.name !== undefined || Object.keys(rest).length > 0) return "other";
    const text = JSON.stringify(target.val);
    if (/"(?:SubLink|SelectStmt)":/.test(text)) return "subquery";
    return /"(?:A_Star|ParamRef|SetToDefault)":/.test(text) ? "other" : "scalar";
  }

  #walk(value: unknown, scope: CteScope): void {
    if (Array.isArray(value)) for (const item of value) this.#walk(item, scope);
    if (!isNode(value)) return;
    const inner = this.#scopeOf(value, scope);
    for (const [key, child] of Object.entries(value)) this.#visit(key, child, inner);
  }

  #visit(key: string, child: unknown, scope: CteScope): void {
    if (key === "lockingClause" || key === "intoClause" || WRITES.test(key)) this.#isWriting = true;
    if (key === "withClause" || key === "lockingClause") return;
    if (TABLE_KEYS.has(key)) this.#table(key, child, scope);
    if (isNode(child)) this.#note(key, child);
    this.#walk(child, scope);
  }

  #note(key: string, child: TreeNode): void {
    if (key === "DropStmt") this.#dropped(child);
    if (key === "FuncCall") this.#found.functions.push(functionName(child));
    if (key === "SQLValueFunction") this.#found.functions.push(valueFunction(child));
    if (key === "RangeFunction") this.#tableFunctions(child);
    if (key === "typeName" || key === "TypeName") this.#type(child);
  }

  /** Some types look up names like functions do, and every table is a type that reveals its columns. */
  #type({ names, location }: TreeNode): void {
    const [name = "", schema, catalog = null] = namesOf(names).toReversed();
    this.#found.functions.push(name.toLowerCase());
    if (schema === undefined || schema === "pg_catalog") return;
    const start = this.#offsetOf(Number(location ?? 0));
    this.#found.mentions.push({ catalog, schema, name, isWritten: false, start, hasAlias: false });
  }

  #scopeOf(node: TreeNode, scope: CteScope): CteScope {
    const clause = node.withClause as { ctes?: unknown; recursive?: boolean } | undefined;
    if (!clause) return scope;
    const ctes = nodesOf(clause.ctes).map((entry) => entry.CommonTableExpr as TreeNode);
    let scopeSoFar = clause.recursive ? scope.with(...ctes.map((cte) => String(cte.ctename))) : scope;
    for (const cte of ctes) {
      this.#walk(cte.ctequery, scopeSoFar);
      scopeSoFar = scopeSoFar.with(String(cte.ctename));
    }
    return scopeSoFar;
  }

  #table(key: string, value: unknown, scope: CteScope): void {
    const table = value as {
      relname?: string;
      schemaname?: string;
      catalogname?: string;
      alias?: unknown;
      location?: number;
    };
    if (typeof table?.relname !== "string") return;
    const isWritten = key !== "RangeVar" || this.#isCommand;
    if (!isWritten && !table.schemaname && scope.has(table.relname)) return;
    this.#found.mentions.push({
      catalog: table.catalogname ?? null,
      schema: table.schemaname ?? null,
      name: table.relname,
      isWritten,
      start: this.#offsetOf(table.location ?? 0),
      hasAlias: table.alias !== undefined,
    });
  }

  #dropped({ removeType, objects }: TreeNode): void {
    if (!/^OBJECT_(TABLE|VIEW|MATVIEW|FOREIGN_TABLE)$/.test(String(removeType))) return;
    for (const { List } of nodesOf(objects)) {
      const names = namesOf((List as TreeNode | undefined)?.items);
      const [name = "", schema = null, catalog = null] = names.toReversed();
      this.#found.mentions.push({ catalog, schema, name, isWritten: true, start: null, hasAlias: false });
    }
  }

  #tableFunctions(node: TreeNode): void {
    const calls: TreeNode[] = [];
    const lists = nodesOf(node.functions).flatMap((list) => nodesOf((list.List as TreeNode | undefined)?.items));
    for (const { FuncCall } of lists) if (isNode(FuncCall)) calls.push(FuncCall);
    this.#found.tableFunctions.push(...calls.map(functionName));
  }
}

const namesOf = (parts: unknown) => nodesOf(parts).map((part) => (part.String as { sval?: string })?.sval ?? "");

const functionName = (call: TreeNode) => (namesOf(call.funcname).at(-1) ?? "").toLowerCase();

const valueFunction = ({ op }: TreeNode) =>
  String(op)
    .replace(/^SVFOP_/, "")
    .toLowerCase();

function explains({ options }: TreeNode, isWriting: boolean): StatementKind {
  const analyzes = nodesOf(options).some(({ DefElem }) => (DefElem as TreeNode | undefined)?.defname === "analyze");
  return analyzes && isWriting ? "write" : "read";
}
