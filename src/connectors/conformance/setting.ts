import { type ErrorType, TesseraError, type WireError } from "../../model/errors.ts";
import type { Connection, ConnectionConfig, Connector, TableDetails } from "../connector.ts";

/** What the conformance suite is told of one engine: its tables, and how this engine writes what differs. */
export interface ConformanceSetting {
  connector: Connector;
  config: ConnectionConfig;
  connection: Connection;
  /** A table `conformance(id integer, label varchar)` with the rows 1 'one', 2 '', 3 NULL. */
  table: string;
  schema: string | null;
  /** A statement that runs for minutes. */
  endless: string;
  /** How many statements with this text the engine runs now, by its own process list. */
  running?: (text: string) => Promise<number>;
  /** Ends, in the server, every session of the connection. */
  sever?: () => Promise<void>;
  /** SQL of values by kind; absent where the engine has no such type. */
  values: {
    bigInteger: string;
    decimal: string;
    notANumber?: string;
    infinity?: string;
    date: string;
    timestamp: string;
    boolean: string;
    nested?: string;
    /** A FROM clause, where some of them are columns. */
    from?: string;
  };
  /** Gives a literal of the dialect the type of a timestamp or a date, where it has none by itself. */
  asTimestamp?: (literal: string) => string;
  asDate?: (literal: string) => string;
  /** SQL of a table expression with the column `n` from 1 to `count`. */
  series: (count: number) => string;
  /** SQL of a text of 1,000 characters that starts with `n`. */
  wideText: string;
  /** A table with keys, and what `details` says of it. */
  keyed?: { table: string; columns: readonly string[]; details: TableDetails };
  /** Where the engine keeps how many rows tables have: whether that is exact, and what makes it look at them. */
  counting?: { isExact: boolean; analyze?(): Promise<unknown> };
  /** A view. */
  view?: string;
  /** Configurations that cannot connect, and what the first statement then says. */
  unreachable?: readonly { uri: string; error: ErrorType }[];
  /** Statements that write, in this engine's words; each must fail in the engine, even when nothing reads the SQL first. */
  writes: readonly string[];
  /** Statements that would let a later one write; they may succeed, and must not help. */
  unlocks?: readonly string[];
  /** Expressions that read something else than the row at hand. */
  refusedExpressions: readonly string[];
  /** Statements that change something, by this engine's words. */
  refusedStatements: readonly string[];
}

export interface ConformanceCase {
  name: string;
  run(setting: ConformanceSetting): Promise<void>;
}

/** The value of one expression. */
export async function value({ connection, values }: ConformanceSetting, sql: string): Promise<unknown> {
  const result = await connection.run(`SELECT ${sql} AS v ${values.from ?? ""}`);
  return result.columns[0]?.values[0];
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

export async function wireError(promise: Promise<unknown>): Promise<WireError> {
  const error = await rejection(promise);
  if (!(error instanceof TesseraError) || !("errors" in error.body))
    throw new Error(`expected a typed error: ${String(error)}`);
  return error.body.errors[0] as WireError;
}

export function equal(actual: unknown, expected: unknown): void {
  const text = (part: unknown) => JSON.stringify(part, (_, v) => (typeof v === "bigint" ? `${v}n` : v)) ?? "undefined";
  if (text(actual) !== text(expected)) throw new Error(`expected ${text(expected)}, got ${text(actual)}`);
}

export function truthy(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`does not hold: ${claim}`);
}
