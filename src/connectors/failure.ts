import { type ErrorType, TesseraError, typedError } from "../model/errors.ts";

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

/**
 * The error of the wire for a driver's; one that is typed already, or wraps such a one, passes as it is. Everybody who may
 * see a chart may see the message: failures to connect name no host, no account and no file. The driver's own words are
 * in `cause`.
 */
export function asTypedError(cause: unknown, failure: EngineFailure, { engine, sql }: FailingStatement): TesseraError {
  const typed = typedWithin(cause);
  if (typed) return typed;
  const { type, message, position, invalid } = failure;
  const extra = { sql, engine_name: engine, ...position, ...(invalid?.length ? { invalid } : {}) };
  return typedError(type, shownMessage(type, message), { extra, cause });
}

const MAX_CAUSES = 5;

function typedWithin(error: unknown): TesseraError | undefined {
  let current = error;
  for (let i = 0; i < MAX_CAUSES && typeof current === "object" && current !== null; i++) {
    if (current instanceof TesseraError) return current;
    const { cause, originalError } = current as { cause?: unknown; originalError?: unknown };
    current = cause ?? originalError;
  }
  return undefined;
}

const SHOWN: Readonly<Partial<Record<ErrorType, string>>> = {
  CONNECTION_INVALID_USERNAME_ERROR: "The username provided does not exist in the database.",
  CONNECTION_INVALID_PASSWORD_ERROR: "The password provided for the database is not correct.",
  CONNECTION_ACCESS_DENIED_ERROR: "Either the username or the password is wrong.",
  CONNECTION_UNKNOWN_DATABASE_ERROR: "The database does not exist, or its name is wrong.",
  CONNECTION_INVALID_HOSTNAME_ERROR: "The hostname provided can't be resolved.",
  CONNECTION_PORT_CLOSED_ERROR: "The port is closed.",
  CONNECTION_HOST_DOWN_ERROR: "The host might be down, and can't be reached on the provided port.",
};

const NAMES_THE_HOST = /^(?:failed to connect|could not connect|connect E|getaddrinfo|hostname\/ip does not match)/i;

function shownMessage(type: ErrorType, message: string): string {
  return SHOWN[type] ?? (NAMES_THE_HOST.test(message) ? "The server of the database could not be reached." : message);
}

/** Text of an error and its driver's code. */
export function textAndCode(error: unknown): { text: string; code: string } {
  const { message = String(error), code = "" } = (error ?? {}) as { message?: string; code?: unknown };
  return { text: message || String(code), code: String(code) };
}

const NETWORK: Readonly<Record<string, ErrorType>> = {
  ENOTFOUND: "CONNECTION_INVALID_HOSTNAME_ERROR",
  EAI_AGAIN: "CONNECTION_INVALID_HOSTNAME_ERROR",
  ECONNREFUSED: "CONNECTION_PORT_CLOSED_ERROR",
  ETIMEDOUT: "CONNECTION_HOST_DOWN_ERROR",
  EHOSTUNREACH: "CONNECTION_HOST_DOWN_ERROR",
  EHOSTDOWN: "CONNECTION_HOST_DOWN_ERROR",
  ENETUNREACH: "CONNECTION_HOST_DOWN_ERROR",
};

/** What a code of the operating system's network says; undefined for other codes. */
export function networkFailure(code: string): EngineFailure | undefined {
  const type = NETWORK[code];
  return type && { type, message: SHOWN[type] ?? code };
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
