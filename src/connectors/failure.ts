import { type ErrorType, TesseraError, typedError } from "../model/errors.ts";
import type { ServerAddress } from "./address.ts";

/** What a driver's error says, as far as it could be read. */
export interface EngineFailure {
  type: ErrorType;
  message: string;
  /** In the SQL, both from 1. */
  position?: { line: number; column: number } | undefined;
  /** Names that the engine does not know. */
  invalid?: readonly string[];
}

export interface FailingStatement {
  engine: string;
  sql: string;
}

/** The error of the wire for a driver's; one that is typed already passes as it is. */
export function asTypedError(cause: unknown, failure: EngineFailure, { engine, sql }: FailingStatement): TesseraError {
  if (cause instanceof TesseraError) return cause;
  const { type, message, position, invalid } = failure;
  const extra = { sql, engine_name: engine, ...position, ...(invalid?.length ? { invalid } : {}) };
  return typedError(type, message, { extra, cause });
}

/** Text of an error and its driver's code. */
export function textAndCode(error: unknown): { text: string; code: string } {
  const { message = String(error), code = "" } = (error ?? {}) as { message?: string; code?: unknown };
  return { text: message || String(code), code: String(code) };
}

const NETWORK: Readonly<Record<string, (address: ServerAddress) => EngineFailure>> = {
  ENOTFOUND: ({ host }) => ({ type: "CONNECTION_INVALID_HOSTNAME_ERROR", message: `The host "${host}" is not known.` }),
  ECONNREFUSED: ({ host, port }) => ({
    type: "CONNECTION_PORT_CLOSED_ERROR",
    message: `The host "${host}" does not take connections on port ${port}.`,
  }),
  ETIMEDOUT: ({ host, port }) => ({
    type: "CONNECTION_HOST_DOWN_ERROR",
    message: `The host "${host}" does not answer on port ${port}. It might be down.`,
  }),
};

const SAME: Readonly<Record<string, string>> = {
  EAI_AGAIN: "ENOTFOUND",
  EHOSTUNREACH: "ETIMEDOUT",
  EHOSTDOWN: "ETIMEDOUT",
  ENETUNREACH: "ETIMEDOUT",
};

/** What a code of the operating system's network says; undefined for other codes. */
export function networkFailure(code: string, address: ServerAddress): EngineFailure | undefined {
  return NETWORK[SAME[code] ?? code]?.(address);
}

/** Line and column of an offset, counted in characters from 0. */
export function positionAt(sql: string, offset: number): { line: number; column: number } {
  const before = [...sql].slice(0, Math.max(0, offset)).join("").split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Why a statement was stopped from outside. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly reason: "cancelled" | "timeout";

  constructor(reason: Stopped["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export function timeoutText(timeoutMs: number): string {
  const limit = timeoutMs >= 1000 ? `${Math.round(timeoutMs / 1000)} seconds` : `${timeoutMs} ms`;
  return `The query took longer than the limit of ${limit} and was stopped.`;
}

/** Where a name stands in the SQL, for engines that do not say; undefined unless it stands there exactly once. */
export function wordAt(sql: string, name: string): { line: number; column: number } | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const matches = [...sql.matchAll(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, "gi"))];
  const [only] = matches;
  return only && matches.length === 1 ? positionAt(sql, [...sql.slice(0, only.index)].length) : undefined;
}
