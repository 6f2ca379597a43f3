/**
 * What Tessera understands of SQL in one engine's dialect. Nothing is guessed: text that isn't understood is a typed
 * SYNTAX_ERROR with `line` and `column` (from 1) in `extra`, a statement of another kind is `unknown`, and both are
 * refused wherever permissions depend on them.
 */
export interface SqlReader {
  /** Statements with their UTF-16 offsets; empty ones and bare comments are dropped. */
  split(sql: string): Promise<StatementText[]>;
  /** Throws SYNTAX_ERROR, and a 400 unless there is exactly one statement. */
  inspect(statement: string): Promise<StatementFacts>;
  /** Throws unless the text is exactly one scalar expression without sub-queries. */
  checkExpression(sql: string, kind: ExpressionKind): Promise<void>;
  /** Throws unless the text is exactly one read-only statement of ordinary tables and harmless functions. */
  checkStatement(sql: string): Promise<void>;
  /**
   * Replaces every table for which `predicateOf` returns SQL with a sub-query filtered by it. The predicate must have
   * passed `checkExpression`. Throws for statements that `checkStatement` rejects.
   */
  secured(statement: string, predicateOf: (table: TableReference) => string | null): Promise<string>;
  /**
   * Limits a reading statement to its first `rows` rows in its own order; a lower limit of its own stays. Null if the
   * engine wouldn't keep the order or takes no LIMIT there: then the driver must stop reading.
   */
  limited(statement: string, rows: number): Promise<string | null>;
  /**
   * Qualifies every table that is named without a schema (or catalog, if one is given) with the place, so that what the
   * statement reads doesn't depend on the session. Throws if a name can't be found in the text.
   */
  placed(statement: string, place: SqlNamePlace): Promise<string>;
  /**
   * The statement as of another time: SQL for the current one (`CURRENT_DATE`, `now()`) is replaced. Null if there is
   * none. Throws if the statement would change otherwise.
   */
  atMoment(statement: string, literals: MomentLiterals): Promise<string | null>;
}

/** A time in one engine's SQL: its day, without a zone, and as an instant if the engine has that type. */
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
  start: number;
  /** Exclusive, without the semicolon. */
  end: number;
}

/** `command`: reads or sets something without being a query, such as SHOW and PRAGMA. */
export type StatementKind = "read" | "write" | "command" | "unknown";

/** What a command reveals, which decides the permission that it needs, and what it changes for later statements. */
export interface CommandFacts {
  /** `figures`: may cover rows that a rule hides; `server`: settings and capabilities. */
  reveals: "table" | "names" | "figures" | "server" | "nothing";
  /** The schema whose names are revealed; null = the session's, or all. */
  schema: string | null;
  place: { catalog: string | null; schema: string } | null;
  /** Changes a setting for later statements. */
  isSetting: boolean;
  /** The statement to run instead, without what users must not see. */
  runs: string | null;
}

export interface StatementFacts {
  kind: StatementKind;
  /** Real tables that are read, each once; CTEs aren't included. */
  reads: TableReference[];
  /** Real tables that are written, created or dropped, each once. */
  writes: TableReference[];
  /** Called functions in lower case and without schema, each once; may include keywords that look like calls. */
  functions: string[];
  /**
   * Functions, including those in FROM, that custom SQL may not use: they reveal the server or reach outside the data.
   */
  refusedFunctions: string[];
  refusedTables: TableReference[];
  /** For a command; its tables are in `reads`. */
  command: CommandFacts | null;
  /** First words in lower case, at most six: `create or replace view sales as`. */
  opening: string;
  /** The statement's own row limit; null if it has none, or one that isn't a plain number. */
  rowLimit: number | null;
}

/**
 * A table as the statement names it; null for parts it doesn't name. Names are folded like the engine does, else as
 * written.
 */
export interface TableReference {
  catalog: string | null;
  schema: string | null;
  name: string;
}
