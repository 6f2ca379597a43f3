import { t } from "../../i18n/translate.ts";
import { badRequest, echo, TesseraError, typedError } from "../../model/errors.ts";
import {
  asksForPlan,
  blanks,
  type Command,
  commandOf,
  isPossiblyCommand,
  missingParts,
  placedCommand,
  placesOf,
  planPrefixEnd,
} from "./commands.ts";
import {
  CLOSING,
  firstNamedLambda,
  type Lexis,
  OPENING,
  positionIn,
  type Token,
  tokensOf,
  unbalanced,
} from "./lexis.ts";
import { presentCalls } from "./present-moment.ts";
import { type Edit, edited, type NameOf, preserveNames } from "./preserve-names.ts";
import type {
  MomentLiterals,
  SqlNamePlace,
  SqlReader,
  StatementFacts,
  StatementKind,
  StatementText,
  TableReference,
} from "./sql-reader.ts";
import { openingOf, outermost, quoterOf, rowLimitOf } from "./statement-shape.ts";

/** One engine's parser, behind the rules that apply to every engine. */
export interface Grammar {
  lexis: Lexis;
  /** Throws a SYNTAX_ERROR for text that isn't understood. */
  parse(sql: string): Promise<ParsedStatement[]>;
  /** Functions (lower case) that reveal the server or reach outside the data. */
  isForbiddenFunction(name: string): boolean;
  isForbiddenTable(table: TableReference): boolean;
  /** Functions in FROM (lower case) that read nothing but their arguments. */
  isPlainTableFunction(name: string): boolean;
  nameOf?: NameOf;
}

export interface ParsedStatement {
  kind: StatementKind;
  mentions: TableMention[];
  functions: string[];
  tableFunctions: string[];
  /** The statement names values for all of its parts, where they may be mistaken for columns. */
  namesValues?: boolean;
  command?: Command;
  isPlan?: boolean;
  /**
   * `scalar`: `SELECT` with one unnamed expression and nothing else; `subquery`: such an expression with a sub-query.
   */
  shape: "scalar" | "subquery" | "other";
}

export interface TableMention extends TableReference {
  isWritten: boolean;
  /** Offset of the (qualified) name; null if the parser doesn't report it. */
  start: number | null;
  hasAlias: boolean;
}

const MEMOISED = 2000;
const MEMOISED_LENGTH = 20_000;

export function createReader(grammar: Grammar): SqlReader {
  return new GrammarReader(grammar);
}

class GrammarReader implements SqlReader {
  readonly #grammar: Grammar;
  /** Parse results by text; bounded, because the texts come from users. */
  readonly #parsed = new Map<string, Promise<ParsedStatement[]>>();

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  async split(sql: string): Promise<StatementText[]> {
    return statementsOf(sql, tokensOf(sql, this.#grammar.lexis));
  }

  async inspect(statement: string): Promise<StatementFacts> {
    const { kind, mentions, functions, tableFunctions, command } = await this.#one(statement);
    const { isForbiddenFunction, isForbiddenTable, isPlainTableFunction, lexis } = this.#grammar;
    const tokens = tokensOf(statement, lexis);
    const reaching = tableFunctions.filter((name) => !isPlainTableFunction(name));
    return {
      kind,
      reads: distinct(mentions.filter((mention) => !mention.isWritten)),
      writes: distinct(mentions.filter((mention) => mention.isWritten)),
      functions: [...new Set(functions)],
      refusedFunctions: [...new Set([...reaching, ...functions.filter(isForbiddenFunction)])],
      refusedTables: distinct([...mentions, ...placesOf(command)].filter(isForbiddenTable)),
      command: command?.facts ?? null,
      opening: openingOf(tokens),
      rowLimit: rowLimitOf(tokens),
    };
  }

  async placed(statement: string, place: SqlNamePlace): Promise<string> {
    const { mentions, command } = await this.#one(statement);
    const tokens = tokensOf(statement, this.#grammar.lexis);
    const quote = quoterOf(this.#grammar.lexis);
    if (command) return placedCommand(statement, command, { quote, schema: place.schema });
    const edits = mentions.flatMap((mention): Edit[] => {
      const missing = missingParts(mention, place);
      if (missing.length === 0) return [];
      const [first] = nameTokensAt(tokens, mention.start);
      if (!first) throw notPlaceable(statement);
      return [{ start: first.start, end: first.start, text: missing.map((part) => `${quote(part)}.`).join("") }];
    });
    if (edits.length === 0) return statement;
    const text = await this.#edited(statement, edits);
    const after = await this.#one(text);
    const isPlaced = after.mentions.every((mention) => missingParts(mention, place).length === 0);
    if (!isPlaced || after.mentions.length !== mentions.length) throw notPlaceable(statement);
    return text;
  }

  async atMoment(statement: string, literals: MomentLiterals): Promise<string | null> {
    const { mentions } = await this.#one(statement);
    const calls = presentCalls(tokensOf(statement, this.#grammar.lexis), this.#grammar.lexis.engine);
    if (calls.length === 0) return null;
    const edits = calls.map(({ start, end, kind }) => ({ start, end, text: literals[kind] }));
    const text = edited(statement, edits);
    const after = await this.#one(text);
    if (after.kind !== "read" || after.mentions.length !== mentions.length)
      throw badRequest(t("The query can't run as of a past date"));
    return text;
  }

  async checkExpression(sql: string): Promise<void> {
    const { lexis } = this.#grammar;
    const [parsed, ...others] = await this.#parseExpression(sql);
    if (parsed?.shape === "subquery") throw subqueryRefused(sql);
    const tokens = tokensOf(sql, lexis);
    const end = endOfExpression(tokens) ?? this.#firstRemembering(tokens) ?? this.#firstNamedLambda(tokens);
    if (!parsed || others.length > 0 || parsed.shape !== "scalar" || tokens.length === 0 || end)
      throw invalidClause(sql, { at: end && positionIn(sql, end.start) });
    const forbidden = parsed.functions.find((name) => this.#grammar.isForbiddenFunction(name));
    if (forbidden !== undefined)
      throw invalidClause(sql, { detail: t("Function not allowed: {refused}", { refused: forbidden }) });
  }

  async checkStatement(sql: string): Promise<void> {
    this.#assertReadOnly(await this.#one(sql));
  }

  async secured(statement: string, predicateOf: (table: TableReference) => string | null): Promise<string> {
    const parsed = await this.#one(statement);
    this.#assertReadOnly(parsed);
    const tokens = tokensOf(statement, this.#grammar.lexis);
    const edits = parsed.mentions.flatMap((mention) => {
      const predicate = predicateOf(referenceOf(mention));
      return predicate === null ? [] : [this.#filtered(statement, { mention, predicate, tokens })];
    });
    if (edits.length === 0) return statement;
    if (parsed.namesValues || this.#changesMeaning(tokens)) throw notSecurable(statement);
    if (parsed.isPlan || asksForPlan(tokens, this.#grammar.lexis)) throw notSecurable(statement, showsPlan());
    const text = await this.#edited(statement, edits);
    const after = await this.#one(text).catch((error: unknown) => {
      throw isOfConnection(error) ? error : notSecurable(statement, needsSelect());
    });
    if (after.kind !== "read" || after.mentions.length !== parsed.mentions.length) throw notSecurable(statement);
    return text;
  }

  async #edited(statement: string, edits: readonly Edit[]): Promise<string> {
    const { lexis, nameOf } = this.#grammar;
    const parses = (sql: string) => this.#parse(sql).then((parsed) => parsed.length === 1, unlessOfConnection);
    return edited(statement, [
      ...edits,
      ...(nameOf ? await preserveNames(statement, { edits, lexis, nameOf, parses }) : []),
    ]);
  }

  /**
   * True if functions may mean something else in the statement, also in a condition inserted into it, or if it keeps
   * values.
   */
  #changesMeaning(tokens: readonly Token[]): boolean {
    if (this.#firstRemembering(tokens)) return true;
    if (!this.#grammar.lexis.namesLambdas) return false;
    return firstNamedLambda(tokens) !== undefined || tokens.some(({ text }) => /^settings$/i.test(text));
  }

  #firstNamedLambda(tokens: readonly Token[]): Token | undefined {
    return this.#grammar.lexis.namesLambdas ? firstNamedLambda(tokens) : undefined;
  }

  /** Engines may compute the select list before a rule's condition, so a variable could keep values of hidden rows. */
  #firstRemembering(tokens: readonly Token[]): Token | undefined {
    return this.#grammar.lexis.setsVariables ? tokens.find(({ text }) => text.startsWith(":")) : undefined;
  }

  async limited(statement: string, rows: number): Promise<string | null> {
    const { keepsOrder, limitsByTop } = this.#grammar.lexis;
    const { kind, mentions } = await this.#one(statement);
    const [{ sql } = { sql: "" }] = await this.split(statement);
    const tokens = tokensOf(sql, this.#grammar.lexis);
    if (kind !== "read" || limitsByTop || !/^(select|with|from|values|table|\()$/i.test(tokens[0]?.text ?? ""))
      return null;
    const isCut = outermost(tokens).some(({ kind, text }) => kind === "word" && TRAILING_CLAUSES.test(text));
    if (isCut && !keepsOrder) return null;
    const text = isCut ? `SELECT * FROM (\n${sql}\n) AS limited\nLIMIT ${rows}` : `${sql}\nLIMIT ${rows}`;
    const after = await this.#one(text).catch(() => undefined);
    return after?.kind === "read" && after.mentions.length === mentions.length ? text : null;
  }

  #filtered(
    sql: string,
    { mention, predicate, tokens }: { mention: TableMention; predicate: string; tokens: Token[] },
  ): Edit {
    const name = nameTokensAt(tokens, mention.start);
    const last = name.at(-1);
    const first = name[0];
    if (!first || !last || isOnly(tokens, first)) throw notSecurable(sql);
    const text = sql.slice(first.start, last.end);
    const alias = mention.hasAlias ? "" : ` AS ${lastPart(last, mention)}`;
    return { start: first.start, end: last.end, text: `(SELECT * FROM ${text} WHERE (${predicate}\n))${alias}` };
  }

  #assertReadOnly({ kind, mentions, functions, tableFunctions }: ParsedStatement): void {
    const { isForbiddenFunction, isForbiddenTable, isPlainTableFunction } = this.#grammar;
    if (kind !== "read") throw badRequest(t("Virtual dataset query must be read-only"));
    const reaching = tableFunctions.find((name) => !isPlainTableFunction(name));
    const refused = reaching ?? functions.find((name) => isForbiddenFunction(name));
    if (refused !== undefined) throw badRequest(t("Function not allowed: {refused}", { refused }));
    const table = mentions.find((mention) => isForbiddenTable(mention));
    if (table) throw badRequest(t("Table not allowed: {name}", { name: table.name }));
  }

  async #one(sql: string): Promise<ParsedStatement> {
    const [text, ...others] = await this.split(sql);
    if (!text) throw badRequest(t("Virtual dataset query cannot be empty"));
    if (others.length > 0) throw badRequest(t("Virtual dataset query cannot consist of multiple statements"));
    // Semicolons around it are no part of it; blanks in their place keep offsets.
    const blanked = `${blanks(sql.slice(0, text.start))}${text.sql}${blanks(sql.slice(text.end))}`;
    const [parsed, ...more] = await this.#parse(sql.includes(";") ? blanked : sql);
    if (!parsed || more.length > 0) throw badRequest(t("Virtual dataset query cannot consist of multiple statements"));
    return parsed;
  }

  async #parseExpression(sql: string): Promise<ParsedStatement[]> {
    try {
      return await this.#parse(`SELECT ${sql}\n`);
    } catch (error) {
      if (isOfConnection(error)) throw error;
      throw invalidClause(sql, { detail: (error as TesseraError).message, at: placeWithin(sql, error) });
    }
  }

  async #parseAny(sql: string): Promise<ParsedStatement[]> {
    const { lexis, parse } = this.#grammar;
    if (!isPossiblyCommand(sql)) return parse(sql);
    const tokens = tokensOf(sql, lexis);
    const command = commandOf(tokens, lexis);
    if (command) return [commandStatement(command)];
    const end = planPrefixEnd(tokens, lexis);
    if (end === null) return parse(sql);
    const planned = await parse(blanks(sql.slice(0, end)) + sql.slice(end));
    return planned.map((statement) => ({ ...statement, isPlan: true, shape: "other" }));
  }

  #parse(sql: string): Promise<ParsedStatement[]> {
    const known = this.#parsed.get(sql);
    if (known) return known;
    const parsed = this.#parseAny(sql);
    if (sql.length > MEMOISED_LENGTH) return parsed;
    if (this.#parsed.size >= MEMOISED) this.#parsed.clear();
    this.#parsed.set(sql, parsed);
    parsed.catch(() => this.#parsed.delete(sql));
    return parsed;
  }
}

const commandStatement = (command: Command): ParsedStatement => ({
  kind: "command",
  mentions: command.tables.map((table) => ({ ...table, isWritten: false, start: null, hasAlias: false })),
  functions: [],
  tableFunctions: [],
  shape: "other",
  command,
});

const TRAILING_CLAUSES = /^(limit|offset|fetch|for|settings|format|into|procedure|option)$/i;

function statementsOf(sql: string, tokens: readonly Token[]): StatementText[] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ";") groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    return first && last ? [{ sql: sql.slice(first.start, last.end), start: first.start, end: last.end }] : [];
  });
}

function endOfExpression(tokens: readonly Token[]): Token | undefined {
  let depth = 0;
  for (const token of tokens) {
    if (token.text === ";" || (token.text === "," && depth === 0)) return token;
    if (OPENING.includes(token.text)) depth++;
    if (CLOSING.includes(token.text)) depth--;
  }
  return unbalanced(tokens);
}

function placeWithin(clause: string, error: unknown): Place | undefined {
  const { body } = error as Partial<TesseraError>;
  const { line, column } = (body && "errors" in body && body.errors[0]?.extra) || {};
  if (typeof line !== "number" || typeof column !== "number") return undefined;
  const end = positionIn(clause, clause.trimEnd().length);
  if (line > end.line) return end;
  return { line, column: line === 1 ? Math.max(1, column - "SELECT ".length) : column };
}

function nameTokensAt(tokens: readonly Token[], start: number | null): Token[] {
  const first = tokens.findIndex((token) => token.start === start);
  if (first < 0) return [];
  let last = first;
  while (tokens[last + 1]?.text === "." && isName(tokens[last + 2])) last += 2;
  return isName(tokens[first]) ? tokens.slice(first, last + 1) : [];
}

/** BigQuery quotes a whole path at once, and columns are named by its last part. */
function lastPart({ kind, text }: Token, { name }: TableReference): string {
  const isPath = kind === "name" && text.slice(1, -1).endsWith(`.${name}`);
  return isPath ? `${text.charAt(0)}${name}${text.charAt(text.length - 1)}` : text;
}

const isName = (token: Token | undefined) => token?.kind === "word" || token?.kind === "name";

function isOnly(tokens: readonly Token[], first: Token): boolean {
  return /^only$/i.test(tokens[tokens.indexOf(first) - 1]?.text ?? "");
}

const referenceOf = ({ catalog, schema, name }: TableReference): TableReference => ({ catalog, schema, name });

function distinct(tables: readonly TableReference[]): TableReference[] {
  const byKey = new Map(tables.map((table) => [JSON.stringify(referenceOf(table)), referenceOf(table)]));
  return [...byKey.values()];
}

interface Place {
  line: number;
  column: number;
}

function invalidClause(sql: string, { detail, at }: { detail?: string; at?: Place | undefined }) {
  return typedError("INVALID_SQL_ERROR", t("Invalid SQL clause: {sql}", { sql: echo(sql) }), {
    extra: { sql, ...at, ...(detail ? { detail } : {}) },
  });
}

function isOfConnection(error: unknown): boolean {
  const [first] = error instanceof TesseraError && "errors" in error.body ? error.body.errors : [];
  if ((error as { cause?: { reason?: unknown } }).cause?.reason === "stopped") return true;
  return /^(CONNECTION_|BACKEND_TIMEOUT)/.test(first?.error_type ?? "");
}

function unlessOfConnection(error: unknown): false {
  if (isOfConnection(error)) throw error;
  return false;
}

function subqueryRefused(sql: string) {
  return typedError("ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", t("Custom SQL fields cannot contain sub-queries."), {
    status: 403,
    extra: { sql },
  });
}

function notPlaceable(sql: string) {
  return typedError("TABLE_SECURITY_ACCESS_ERROR", t("Can't determine which tables this SQL uses."), {
    extra: { sql },
  });
}

const showsPlan = () =>
  t("Row-level security can't be applied to this SQL: query plans reveal hidden rows. Run the query itself.");
const needsSelect = () =>
  t(
    "Row-level security can't be applied to this SQL: statements such as DESCRIBE, SUMMARIZE and TABLE can't read a table with hidden rows. Use SELECT.",
  );

function notSecurable(sql: string, message = t("Row-level security can't be applied to this SQL.")) {
  return typedError("TABLE_SECURITY_ACCESS_ERROR", message, { extra: { sql } });
}
