import { t } from "../../i18n/translate.ts";
import { CteScope, isNode, lowered, nodesOf, type TreeNode, upperCased } from "./cte-scope.ts";
import { FORBIDDEN, forbiddenBy } from "./forbidden.ts";
import { characterOffsets, type Lexis, syntaxErrorAt, type Token, tokensOf, withoutComments } from "./lexis.ts";
import { assertOneReading, assertSameTokens, assertTablesKnown, type ForeignToken } from "./polyglot-check.ts";
import { createReader, type ParsedStatement, type TableMention } from "./reader.ts";
import type { SqlReader, StatementKind } from "./sql-reader.ts";

export type PolyglotDialect =
  | "mysql"
  | "sqlite"
  | "clickhouse"
  | "trino"
  | "bigquery"
  | "snowflake"
  | "tsql"
  | "redshift";

export const POLYGLOT_LEXES: Readonly<Record<PolyglotDialect, Lexis>> = {
  mysql: {
    engine: "MySQL",
    strings: "'\"",
    names: "`",
    hasBackslash: true,
    lineComments: ["#"],
    dashNeedsSpace: true,
    describesPlans: true,
    setsVariables: true,
  },
  sqlite: { engine: "SQLite", strings: "'", names: '"`[', keepsOrder: true, takesTablesInIn: "behind" },
  clickhouse: {
    engine: "ClickHouse",
    strings: "'",
    names: '"`',
    hasBackslash: true,
    hasDollarQuotes: true,
    lineComments: ["#"],
    takesTablesInIn: "within",
    joinsArrays: true,
    namesLambdas: true,
    keepsOrder: true,
    hasUnicodeSpaces: true,
  },
  trino: { engine: "Trino", strings: "'", names: '"' },
  bigquery: {
    engine: "Google BigQuery",
    strings: "'\"",
    names: "`",
    hasBackslash: true,
    hasTripleQuotes: true,
    lineComments: ["#"],
    hasUnicodeSpaces: true,
  },
  snowflake: {
    engine: "Snowflake",
    strings: "'",
    names: '"',
    hasBackslash: true,
    hasDollarQuotes: true,
    lineComments: ["//"],
    hasUnicodeSpaces: true,
  },
  tsql: {
    engine: "Microsoft SQL Server",
    strings: "'",
    names: '"[',
    hasNestedComments: true,
    limitsByTop: true,
    hasUnicodeSpaces: true,
    separatesNothing: true,
  },
  redshift: {
    engine: "Amazon Redshift",
    strings: "'",
    names: '"',
    hasBackslash: true,
    hasDollarQuotes: true,
    hasNestedComments: true,
  },
};

/** How the engine compares CTE names; if a setting decides, names are equal only as written. */
const FOLDS: Readonly<Record<PolyglotDialect, (name: string, isQuoted: boolean) => string>> = {
  mysql: (name) => name,
  sqlite: lowered,
  clickhouse: (name) => name,
  trino: lowered,
  bigquery: lowered,
  snowflake: (name, isQuoted) => (isQuoted ? name : upperCased(name)),
  tsql: (name) => name,
  redshift: (name, isQuoted) => (isQuoted ? name : lowered(name)),
};

const LONGEST_MADE_NAME = 255;

/** How engines name a column by its text; others number such columns, or use a name inside the expression. */
const NAMES: Partial<Record<PolyglotDialect, (expression: string, commented: string) => string>> = {
  mysql: (expression) => [...expression].slice(0, LONGEST_MADE_NAME).join(""),
  sqlite: (_, commented) => commented,
  snowflake: (expression) => expression.toUpperCase(),
};

/**
 * Reads the other engines' SQL with a multi-dialect parser that accepts more than they do, so it isn't trusted alone:
 * its tokens must be those of our own scanner, and it must have named every place where a table can be. Loaded (0.3 s,
 * 100 MB) on first use.
 */
/** Tokens in lower case, without comments and with empty texts, separated by blanks. */
export function plainWords(sql: string, dialect: PolyglotDialect): string {
  return tokensOf(sql, POLYGLOT_LEXES[dialect])
    .map(({ kind, text }) => (kind === "string" ? "''" : text.toLowerCase()))
    .join(" ");
}

export function polyglotReader(dialect: PolyglotDialect): SqlReader {
  const lexis = POLYGLOT_LEXES[dialect];
  const nameOf = NAMES[dialect];
  return createReader({
    lexis,
    parse: (sql) => parsePolyglot(sql, dialect),
    ...forbiddenBy(FORBIDDEN[dialect]),
    ...(nameOf && { nameOf }),
  });
}

const READING_SETTINGS =
  /^(allow_experimental_analyzer|enable_analyzer|compatibility|dialect|enable_global_with_statement|allow_experimental_\w*_dialect)$/i;

function assertReadAsUsual(sql: string, lexis: Lexis, tokens: readonly Token[]): void {
  if (lexis !== POLYGLOT_LEXES.clickhouse || !tokens.some(({ text }) => /^settings$/i.test(text))) return;
  const setting = tokens.find(({ text }) => READING_SETTINGS.test(text));
  if (setting)
    throw syntaxErrorAt(
      { sql, engine: lexis.engine, offset: setting.start },
      t("setting not allowed: {text}", { text: setting.text }),
    );
}

async function parsePolyglot(sql: string, dialect: PolyglotDialect): Promise<ParsedStatement[]> {
  const lexis = POLYGLOT_LEXES[dialect];
  const tokens = tokensOf(sql, lexis);
  assertOneReading({ sql, lexis, tokens });
  assertReadAsUsual(sql, lexis, tokens);
  const polyglot = await import("@polyglot-sql/sdk");
  const text = withoutComments(sql, tokens);
  const offsetOf = characterOffsets(text);
  const tokenized = polyglot.tokenize(text, dialect as never);
  const result = polyglot.parse(text, dialect as never);
  if (!result.success || !tokenized.success) {
    const start = result.errorStart;
    const offset = start === undefined || start === null ? undefined : offsetOf(start);
    throw syntaxErrorAt({ sql, engine: lexis.engine, offset }, withoutPlace(String(result.error ?? tokenized.error)));
  }
  assertSameTokens({ sql, lexis, tokens }, (tokenized.tokens ?? []) as unknown as ForeignToken[], offsetOf);
  const statements = nodesOf(result.ast);
  const single = statements.length === 1;
  return statements.map((node) => {
    const reading = new PolyglotStatement(node, { dialect, offsetOf, tokens });
    const parsed = reading.read();
    if (single) assertTablesKnown({ sql, lexis, tokens }, reading.places);
    return parsed;
  });
}

const withoutPlace = (message: string) => message.replace(/^Parse error at line \d+, column \d+: /, "");

const READING_ROOTS = new Set(["select", "union", "intersect", "except", "values", "subquery"]);
const WRITING = /^(insert|delete|merge|truncate|copy|export|unload|grant|revoke|(create|drop|alter)(_\w+)?)$/;
const UNREADABLE = /^(command|raw|execute|declare|pragma|attach|detach|kill|use|set_statement)$/;
const TARGETS = new Set(["table", "name", "names", "this", "tables"]);

const PLAIN_FACTORS = new Set(["table", "select", "values"]);
const WRAPPING_FACTORS = new Set([
  "subquery",
  "alias",
  "lateral",
  "pivot",
  "unpivot",
  "match_recognize",
  "joined_table",
]);

interface Context {
  dialect: PolyglotDialect;
  offsetOf: (point: number) => number;
  tokens: readonly Token[];
}

class PolyglotStatement {
  readonly places = new Set<number>();
  readonly #root: TreeNode;
  readonly #context: Context;
  readonly #mentions: TableMention[] = [];
  readonly #tableFunctions: string[] = [];
  #isWriting = false;
  #isUnreadable = false;
  #namesValues = false;

  constructor(root: TreeNode, context: Context) {
    this.#root = root;
    this.#context = context;
  }

  read(): ParsedStatement {
    const [type = "", body] = Object.entries(this.#root)[0] ?? [];
    if (WRITING.test(type) || type === "update") this.#writing(body as TreeNode);
    else this.#walk(this.#root, new CteScope());
    return {
      kind: this.#kind(type, body as TreeNode),
      mentions: this.#mentions,
      functions: calledNames(this.#context.tokens),
      tableFunctions: this.#tableFunctions,
      namesValues: this.#namesValues,
      shape: this.#shape(),
    };
  }

  #kind(type: string, body: TreeNode): StatementKind {
    if (this.#isWriting) return "write";
    if (this.#isUnreadable) return "unknown";
    if (type === "describe") return this.#isDescription(body) ? "read" : "unknown";
    return READING_ROOTS.has(type) ? "read" : "unknown";
  }

  #isDescription({ target, style }: TreeNode): boolean {
    return isNode(target) && style !== "ANALYZE" && this.#context.dialect !== "sqlite";
  }

  #writing(body: TreeNode): void {
    this.#isWriting = true;
    const scope = this.#scopeOf(body, new CteScope());
    for (const [key, child] of Object.entries(body)) {
      if (key === "with") continue;
      if (TARGETS.has(key)) this.#targets(child);
      else this.#walk(child, scope);
    }
  }

  #targets(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#targets(item);
    if (!isNode(value)) return;
    if (isTable(value)) this.#mention(value, true);
    else if (isNode(value.table)) this.#targets(value.table);
    else this.#walk(value, new CteScope());
  }

  #walk(value: unknown, scope: CteScope): void {
    if (Array.isArray(value)) for (const item of value) this.#walk(item, scope);
    if (!isNode(value)) return;
    const inner = this.#scopeOf(value, scope);
    if (isTable(value)) this.#table(value, inner);
    if (isNode(value.from)) for (const factor of nodesOf(value.from.expressions)) this.#factor(factor);
    for (const join of nodesOf(value.joins)) if (isNode(join.this)) this.#factor(join.this);
    for (const [key, child] of Object.entries(value)) {
      if (key === "with") continue;
      this.#note(key, child);
      this.#walk(child, inner);
    }
  }

  #note(key: string, child: unknown): void {
    if (key === "locks" && nodesOf(child).length > 0) this.#isWriting = true;
    if (key === "into" && isNode(child)) this.#isWriting = true;
    if (!isNode(child)) return;
    if (WRITING.test(key) || (key === "update" && "set" in child)) this.#isWriting = true;
    if (UNREADABLE.test(key)) this.#isUnreadable = true;
  }

  #scopeOf(node: TreeNode, scope: CteScope): CteScope {
    const clause = node.with;
    if (!isNode(clause)) return scope;
    let scopeSoFar = scope;
    for (const cte of nodesOf(clause.ctes)) {
      const name = this.#folded(cte.alias);
      if (clause.recursive === true) this.#recursive(cte.this, { scope, name });
      else this.#walk(cte.this, scopeSoFar);
      if (isCte(cte)) scopeSoFar = scopeSoFar.with(name);
      else this.#namesValues = true;
    }
    return scopeSoFar;
  }

  #recursive(query: unknown, { scope, name }: { scope: CteScope; name: string }): void {
    const union = isNode(query) ? query.union : undefined;
    if (!isNode(union)) {
      this.#walk(query, scope);
      return;
    }
    const inner = this.#scopeOf(union, scope);
    for (const [key, child] of Object.entries(union)) {
      if (key === "with") continue;
      this.#note(key, child);
      if (key === "left") this.#recursive(child, { scope: inner, name });
      else this.#walk(child, key === "right" ? inner.with(name) : inner);
    }
  }

  #folded(identifier: unknown): string {
    const { name, quoted } = identifier as { name?: unknown; quoted?: unknown };
    return FOLDS[this.#context.dialect](String(name), quoted === true);
  }

  #table(node: TreeNode, scope: CteScope): void {
    if (node.schema === null && scope.has(this.#folded(node.name))) this.#place(node);
    else this.#mention(node, false);
  }

  #place(node: TreeNode): number | null {
    const spans = [node.catalog, node.schema, node.name].flatMap((part) =>
      isNode(part) && isNode(part.span) ? [Number(part.span.start)] : [],
    );
    if (spans.length === 0) return null;
    const start = this.#context.offsetOf(Math.min(...spans));
    this.places.add(start);
    return start;
  }

  #mention(node: TreeNode, isWritten: boolean): void {
    const start = this.#place(node);
    const names = [node.catalog, node.schema, node.name].map((part) => (isNode(part) ? String(part.name) : null));
    const [catalog = null, schema = null, name = null] = this.#context.dialect === "bigquery" ? pathOf(names) : names;
    const hasAlias = isNode(node.alias);
    this.#mentions.push({ catalog, schema, name: name ?? "", isWritten, start, hasAlias });
  }

  #factor(factor: TreeNode): void {
    const [kind = "", body] = Object.entries(factor)[0] ?? [];
    if (!isNode(body) || isQueryFactor(kind, body)) return;
    const inner = WRAPPING_FACTORS.has(kind) ? (body.this ?? body.left) : undefined;
    if (isNode(inner)) this.#factor(inner);
    else if (!WRAPPING_FACTORS.has(kind))
      this.#tableFunctions.push(kind === "function" ? lastName(String(body.name)) : kind);
  }

  #shape(): ParsedStatement["shape"] {
    const { expressions, ...rest } = (isNode(this.#root.select) ? this.#root.select : { other: true }) as TreeNode;
    const [item, ...others] = nodesOf(expressions);
    if (!item || others.length > 0 || !Object.values(rest).every(isNothing)) return "other";
    const selects = this.#context.tokens.filter(({ kind, text }) => kind === "word" && /^select$/i.test(text));
    // Some engines take `FROM t` alone for a query.
    if (selects.length > 1 || this.#mentions.length + this.#tableFunctions.length > 0) return "subquery";
    const isOther = "alias" in item || "star" in item || this.#isWriting || this.#isUnreadable;
    return isOther || /"(?:placeholder|parameter)":\{/.test(JSON.stringify(item)) ? "other" : "scalar";
  }
}

const isCte = ({ alias_first, this: query }: TreeNode) =>
  alias_first === true && isNode(query) && Object.keys(query).some((kind) => READING_ROOTS.has(kind));

const isQueryFactor = (kind: string, body: TreeNode) =>
  PLAIN_FACTORS.has(kind) || (kind === "subquery" && isNode(body.this) && Object.keys(body.this).some(isReading));

const isReading = (kind: string) => READING_ROOTS.has(kind) && kind !== "subquery";

const isTable = (node: TreeNode) => isNode(node.name) && "schema" in node && "catalog" in node;

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

const lastName = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

function pathOf(names: readonly (string | null)[]): (string | null)[] {
  const parts = names.flatMap((name) => name?.split(".") ?? []);
  return [...Array<null>(Math.max(0, 3 - parts.length)).fill(null), ...parts].slice(-3);
}

const isNextValue = (tokens: readonly Token[], at: number) =>
  ["next", "value", "for"].every((word, i) => tokens[at + i]?.text.toLowerCase() === word);

const isNextOfSequence = (tokens: readonly Token[], at: number) =>
  tokens[at - 1]?.text === "." && /^"?nextval"?$/i.test(tokens[at]?.text ?? "");

function calledNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, text }, i) => {
    const isName = kind === "word" || kind === "name";
    if (isNextValue(tokens, i) || isNextOfSequence(tokens, i)) return ["nextval"];
    if (isName && tokens[i - 1]?.text === "@" && tokens[i - 2]?.text === "@") return [`@@${text.toLowerCase()}`];
    if (!isName || !(tokens[i + 1]?.text === "(" || /^(current|session|system)_|^reg(class|role|type)$/i.test(text)))
      return [];
    return [(kind === "name" ? text.slice(1, -1) : text).toLowerCase()];
  });
}
