import type { Message } from "../i18n/message.ts";
import { msg, t } from "../i18n/translate.ts";
import { type ErrorType, TesseraError, typedError } from "../model/errors.ts";

export interface EngineFailure {
  type: ErrorType;
  message: string;
  /** Both start at 1. */
  position?: { line: number; column: number } | undefined;
  invalid?: readonly string[];
  /** The engine's own advice. */
  hint?: string | undefined;
  /** An open connection ended: the message is the engine's own and names no host. */
  isLost?: boolean;
}

export interface FailingStatement {
  engine: string;
  sql: string;
}

/**
 * Typed errors, even wrapped ones, pass unchanged. Chart viewers may see the message, so connection errors contain no
 * host, account or file. The driver's error becomes the `cause`.
 */
export function toDatabaseError(
  cause: unknown,
  failure: EngineFailure,
  { engine, sql }: FailingStatement,
): TesseraError {
  const typed = findTypedError(cause);
  if (typed) return typed;
  const { type, message, position, invalid, hint, isLost } = failure;
  const found = { ...position, ...(invalid?.length ? { invalid } : {}), ...(hint ? { hint } : {}) };
  const extra = { sql, engine_name: engine, ...found };
  return typedError(type, isLost ? message : safeMessage(type, message), { extra, cause });
}

const MAX_CAUSES = 5;

function findTypedError(error: unknown): TesseraError | undefined {
  let current = error;
  for (let i = 0; i < MAX_CAUSES && typeof current === "object" && current !== null; i++) {
    if (current instanceof TesseraError) return current;
    const { cause, originalError } = current as { cause?: unknown; originalError?: unknown };
    current = cause ?? originalError;
  }
  return undefined;
}

const SAFE_MESSAGES: Readonly<Partial<Record<ErrorType, Message>>> = {
  CONNECTION_INVALID_USERNAME_ERROR: msg("The username provided does not exist in the database."),
  CONNECTION_INVALID_PASSWORD_ERROR: msg("The password provided for the database is not correct."),
  CONNECTION_ACCESS_DENIED_ERROR: msg("Either the username or the password is wrong."),
  CONNECTION_UNKNOWN_DATABASE_ERROR: msg("The database doesn't exist, or its name is wrong."),
  CONNECTION_INVALID_HOSTNAME_ERROR: msg("The hostname provided can't be resolved."),
  CONNECTION_PORT_CLOSED_ERROR: msg("The port is closed."),
  CONNECTION_HOST_DOWN_ERROR: msg("The host might be down, and can't be reached on the provided port."),
};

const NAMES_THE_HOST = /^(?:failed to connect|could not connect|connect E|getaddrinfo|hostname\/ip does not match)/i;

const UNREACHABLE = msg("Can't reach the database server.");

function safeMessage(type: ErrorType, message: string): string {
  const safe = SAFE_MESSAGES[type];
  if (safe) return t(safe);
  return NAMES_THE_HOST.test(message) ? t(UNREACHABLE) : message;
}

const CAUSES: readonly Message[] = [...Object.values(SAFE_MESSAGES), UNREACHABLE];

/** A message to store, known causes untranslated: users who read it may have another language. */
export const untranslated = (message: string): string => CAUSES.find((cause) => t(cause) === message) ?? message;

/** A stored known cause in the reader's language; undefined for the engine's own words. */
export function translatedCause(stored: string): string | undefined {
  const cause = CAUSES.find((known) => known === stored);
  return cause && t(cause);
}

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

const LOST: ReadonlySet<string> = new Set([
  ...["ECONNRESET", "EPIPE", "ECONNABORTED"],
  // PostgreSQL: stopped by an administrator, by a crash, or starting.
  ...["57P01", "57P02", "57P03"],
  ...["PROTOCOL_CONNECTION_LOST", "ER_SERVER_SHUTDOWN", "ER_CONNECTION_KILLED", "ER_NORMAL_SHUTDOWN"],
]);
const LOST_TEXT = /^(Connection terminated|Client has encountered a connection error|Connection lost)/;

/** For an error of a connection that was open: the server stopped, restarted or ended the session. */
export function lostConnection({ text, code }: { text: string; code: string }): EngineFailure | undefined {
  if (!LOST.has(code) && !LOST_TEXT.test(text)) return undefined;
  return { type: "CONNECTION_HOST_DOWN_ERROR", message: text, isLost: true };
}

export function networkFailure(code: string): EngineFailure | undefined {
  const type = NETWORK[code];
  const message = type && SAFE_MESSAGES[type];
  return type && { type, message: message ? t(message) : code };
}

export function positionAt(sql: string, offset: number): { line: number; column: number } {
  const before = [...sql].slice(0, Math.max(0, offset)).join("").split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly reason: "cancelled" | "timeout";

  constructor(reason: Stopped["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export function timeoutText(timeoutMs: number): string {
  if (timeoutMs < 1000)
    return t("The query took longer than the limit of {limit, number} ms and was stopped.", { limit: timeoutMs });
  return t(
    "The query took longer than the limit of {seconds, plural, one {# second} other {# seconds}} and was stopped.",
    { seconds: Math.round(timeoutMs / 1000) },
  );
}

export function wordAt(sql: string, name: string): { line: number; column: number } | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const matches = [...sql.matchAll(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, "gi"))];
  const [only] = matches;
  return only && matches.length === 1 ? positionAt(sql, [...sql.slice(0, only.index)].length) : undefined;
}
