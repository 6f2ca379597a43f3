import { type ErrorType, TesseraError, type WireError } from "../../model/errors.ts";
import type { Connection, ConnectionConfig, Connector, TableDetails } from "../connector.ts";

export interface ConformanceSetting {
  connector: Connector;
  config: ConnectionConfig;
  connection: Connection;
  /** `conformance(id integer, label varchar)` with the rows 1 'one', 2 '', 3 NULL. */
  table: string;
  schema: string | null;
  endless: string;
  running?: (text: string) => Promise<number>;
  sever?: () => Promise<void>;
  /** SQL per kind; absent where the engine has no such type. */
  values: {
    bigInteger: string;
    decimal: string;
    notANumber?: string;
    infinity?: string;
    date: string;
    timestamp: string;
    boolean: string;
    nested?: string;
    from?: string;
  };
  /** Casts a dialect literal to a timestamp or date if needed. */
  asTimestamp?: (literal: string) => string;
  asDate?: (literal: string) => string;
  series: (count: number) => string;
  wideText: string;
  keyed?: { table: string; columns: readonly string[]; details: TableDetails };
  counting?: { isExact: boolean; analyze?(): Promise<unknown> };
  view?: string;
  /** Configurations that can't connect, with the expected error. */
  unreachable?: readonly { uri: string; error: ErrorType }[];
  /** SqlContext statements, which the engine itself must reject. */
  writes: readonly string[];
  /** Statements that try to enable writing; they may succeed without effect. */
  unlocks?: readonly string[];
  refusedExpressions: readonly string[];
  refusedStatements: readonly string[];
}

export interface ConformanceCase {
  name: string;
  run(setting: ConformanceSetting): Promise<void>;
}

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
