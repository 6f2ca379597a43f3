/**
 * What Tessera understands of SQL in one engine's dialect. Nothing is guessed: a text that is not understood is a typed
 * SYNTAX_ERROR with `line` and `column` (from 1) in `extra`, a statement of another kind is `unknown`, and both are
 * refused wherever rights depend on them.
 */
export interface SqlReader {
  /** Statements of a text with their offsets in it (UTF-16); empty ones and bare comments are dropped. */
  split(sql: string): Promise<StatementText[]>;
  /** What one statement does. Throws SYNTAX_ERROR, and a 400 for no statement or several. */
  inspect(statement: string): Promise<StatementFacts>;
  /** Throws unless the text is exactly one scalar expression without sub-queries, in this dialect. */
  checkExpression(sql: string, kind: ExpressionKind): Promise<void>;
  /** Throws unless the text is exactly one read-only statement of ordinary tables and harmless functions. */
  checkStatement(sql: string): Promise<void>;
  /**
   * The statement with every table for which `predicateOf` gives SQL replaced by a sub-query filtered by it. The
   * predicate is one that passed `checkExpression`. Throws when the statement is not one `checkStatement` takes.
   */
  secured(statement: string, predicateOf: (table: TableReference) => string | null): Promise<string>;
  /**
   * The reading statement cut to its first `rows` rows, in its own order; a lower limit of its own holds. Null when the
   * engine would not keep the order or takes no LIMIT there: then the driver has to stop reading.
   */
  limited(statement: string, rows: number): Promise<string | null>;
  /**
   * The statement with every table that it names without a schema (or catalog, where one is given) named in the place:
   * what it reads does not depend on where the session looks names up. Throws when a name cannot be found in the text.
   */
  placed(statement: string, place: SqlNamePlace): Promise<string>;
  /**
   * The statement as it would have been at another moment: what tells the present one (`CURRENT_DATE`, `now()`) is
   * replaced by SQL for that. Null where nothing of it does. Throws when the statement would not be the same otherwise.
   */
  atMoment(statement: string, literals: MomentLiterals): Promise<string | null>;
}

/** A moment in one engine's SQL: its day, without a zone, and as an instant where the engine has such a type. */
export interface MomentLiterals {
  date: string;
  moment: string;
  instant: string;
}

export interface SqlNamePlace {
  catalog: string | null;
  schema: string;
}

export type ExpressionKind = "column" | "metric" | "where" | "having";

export interface StatementText {
  sql: string;
  /** Offset of the first character of `sql` in the whole text. */
  start: number;
  /** Offset behind the last one; the semicolon is not part of it. */
  end: number;
}

/** `command`: reads or sets something without being a query, as SHOW and PRAGMA do. */
export type StatementKind = "read" | "write" | "command" | "unknown";

/** What a command tells, by which the right to it is judged, and what it changes for the statements behind it. */
export interface CommandFacts {
  /** `figures`: also of rows that a rule may hide; `server`: its settings and abilities. */
  tells: "table" | "names" | "figures" | "server" | "nothing";
  /** The schema whose names are told; null for that of the session, or all. */
  schema: string | null;
  /** Where the statements behind it look names up. */
  place: { catalog: string | null; schema: string } | null;
  /** It sets something for the statements behind it. */
  isSetting: boolean;
  /** What is run instead: the same without what nobody is told. */
  runs: string | null;
}

export interface StatementFacts {
  kind: StatementKind;
  /** Real tables that are read; names of CTEs are scoped out. Each once. */
  reads: TableReference[];
  /** Real tables that are written, created or dropped. Each once. */
  writes: TableReference[];
  /** Names of functions called, in lower case and without schema. Each once; may hold keywords that look like calls. */
  functions: string[];
  /** Of those, and of what stands in FROM, what custom SQL may not use: it tells about the server or reaches out of the data. */
  refusedFunctions: string[];
  /** Tables of the server's own state among those that are named. */
  refusedTables: TableReference[];
  /** Of a command; its tables are in `reads`. */
  command: CommandFacts | null;
  /** Its first words in lower case, at most six: `create or replace view sales as`. */
  opening: string;
  /** The rows it limits itself to; null when it has no such limit, or one that is not a plain number. */
  rowLimit: number | null;
}

/** A table as the statement names it; null where it says nothing. Names are as the engine folds them, else as written. */
export interface TableReference {
  catalog: string | null;
  schema: string | null;
  name: string;
}
