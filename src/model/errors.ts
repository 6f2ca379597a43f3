import type { Message } from "../i18n/message.ts";
import { msg, t } from "../i18n/translate.ts";

/**
 * The table of errors. Bodies have two formats that API clients know: `{message}` for resource calls and
 * `{errors:[...]}` (typed, with issue codes) for queries, imports and connections.
 */

export const ISSUES: Readonly<Record<number, Message>> = {
  1000: msg("The datasource is too large to query."),
  1001: msg("The database is under an unusual load."),
  1002: msg("The database returned an unexpected error."),
  1003: msg("There is a syntax error in the SQL query. Perhaps there was a misspelling or a typo."),
  1004: msg("The column was deleted or renamed in the database."),
  1005: msg("The table was deleted or renamed in the database."),
  1006: msg("One or more parameters specified in the query are missing."),
  1007: msg("The hostname provided can't be resolved."),
  1008: msg("The port is closed."),
  1009: msg("The host might be down, and can't be reached on the provided port."),
  1010: msg("A command failed."),
  1011: msg("An unexpected error happened."),
  1012: msg("The username provided does not exist in the database."),
  1013: msg("The password provided for the database is not correct."),
  1014: msg("Either the username or the password is wrong."),
  1015: msg("Either the database is spelled incorrectly or does not exist."),
  1016: msg("The schema was deleted or renamed in the database."),
  1017: msg("The user does not have the needed permissions on the database."),
  1018: msg("One or more parameters needed to configure a database are missing."),
  1019: msg("The submitted payload has an incorrect format."),
  1020: msg("The submitted payload has an incorrect schema."),
  1022: msg("The database doesn't allow changing data."),
  1023: msg("The last statement of CREATE TABLE AS must be a SELECT."),
  1024: msg("CREATE VIEW AS accepts only one statement."),
  1025: msg("CREATE VIEW AS requires a SELECT."),
  1026: msg("The query is too complex or takes too long to run."),
  1027: msg("The database is running too many queries."),
  1028: msg("The template parameters are malformed."),
  1029: msg("The object does not exist in the database."),
  1030: msg("The query has a syntax error."),
  1031: msg("The query's results have expired."),
  1032: msg("The query was deleted."),
  1033: msg("The results are stored in an outdated format."),
  1034: msg("The port number is invalid."),
  1035: msg("The query couldn't be sent to a worker."),
  1036: msg("The database was deleted."),
  1037: msg("Custom SQL fields cannot contain sub-queries."),
  1040: msg("The submitted payload failed validation."),
  1041: msg("The query's result is too large."),
};

export const ERROR_ISSUES = {
  FRONTEND_CSRF_ERROR: [],
  FRONTEND_NETWORK_ERROR: [],
  FRONTEND_TIMEOUT_ERROR: [],
  GENERIC_DB_ENGINE_ERROR: [1002],
  COLUMN_DOES_NOT_EXIST_ERROR: [1003, 1004],
  TABLE_DOES_NOT_EXIST_ERROR: [1003, 1005],
  SCHEMA_DOES_NOT_EXIST_ERROR: [1003, 1016],
  CONNECTION_INVALID_USERNAME_ERROR: [1012],
  CONNECTION_INVALID_PASSWORD_ERROR: [1013],
  CONNECTION_INVALID_HOSTNAME_ERROR: [1007],
  CONNECTION_PORT_CLOSED_ERROR: [1008],
  CONNECTION_HOST_DOWN_ERROR: [1009],
  CONNECTION_ACCESS_DENIED_ERROR: [1014, 1015],
  CONNECTION_UNKNOWN_DATABASE_ERROR: [1015],
  CONNECTION_DATABASE_PERMISSIONS_ERROR: [1017],
  CONNECTION_MISSING_PARAMETERS_ERROR: [1018],
  CONNECTION_INVALID_PORT_ERROR: [1034],
  OBJECT_DOES_NOT_EXIST_ERROR: [1029],
  SYNTAX_ERROR: [1030],
  CONNECTION_DATABASE_TIMEOUT: [1001, 1009],
  VIZ_GET_DF_ERROR: [],
  UNKNOWN_DATASOURCE_TYPE_ERROR: [],
  FAILED_FETCHING_DATASOURCE_INFO_ERROR: [],
  TABLE_SECURITY_ACCESS_ERROR: [],
  DATASOURCE_SECURITY_ACCESS_ERROR: [],
  DATABASE_SECURITY_ACCESS_ERROR: [],
  DASHBOARD_SECURITY_ACCESS_ERROR: [],
  CHART_SECURITY_ACCESS_ERROR: [],
  QUERY_SECURITY_ACCESS_ERROR: [],
  MISSING_OWNERSHIP_ERROR: [],
  OAUTH2_REDIRECT_ERROR: [],
  BACKEND_TIMEOUT_ERROR: [1000, 1001],
  DATABASE_NOT_FOUND_ERROR: [1011, 1036],
  TABLE_NOT_FOUND_ERROR: [],
  MISSING_TEMPLATE_PARAMS_ERROR: [1006],
  INVALID_TEMPLATE_PARAMS_ERROR: [1028],
  RESULTS_BACKEND_ERROR: [1031, 1032, 1033],
  DML_NOT_ALLOWED_ERROR: [1022],
  INVALID_CTAS_QUERY_ERROR: [1023],
  INVALID_CVAS_QUERY_ERROR: [1024, 1025],
  SQLLAB_TIMEOUT_ERROR: [1026, 1027],
  ASYNC_WORKERS_ERROR: [1035],
  ADHOC_SUBQUERY_NOT_ALLOWED_ERROR: [1037],
  INVALID_SQL_ERROR: [1003],
  RESULT_TOO_LARGE_ERROR: [1041],
  GENERIC_COMMAND_ERROR: [1010],
  GENERIC_BACKEND_ERROR: [1011],
  INVALID_PAYLOAD_FORMAT_ERROR: [1019],
  INVALID_PAYLOAD_SCHEMA_ERROR: [1020],
} as const satisfies Record<string, readonly number[]>;

export type ErrorType = keyof typeof ERROR_ISSUES;
export type ErrorLevel = "info" | "warning" | "error";

export interface WireError {
  message: string;
  error_type: ErrorType;
  level: ErrorLevel;
  extra: Record<string, unknown> | null;
}

export interface OverwriteConfirm {
  /** Time of the last save (`2026-04-16T15:19:00.123456+0000`) and its author. */
  updatedAt: string;
  updatedBy: string;
  /** A save based on this state overwrites the listed changes, but nothing newer. */
  state: string;
  changedItems: { keyPath: string; oldValue: unknown; newValue: unknown }[];
}

export interface FieldErrors {
  [field: string]: string | string[] | FieldErrors;
}

export type ErrorBody =
  | { message: string | FieldErrors; field?: string }
  | { errors: WireError[] }
  | { msg: string }
  | { error: string };

interface TesseraErrorOptions {
  cause?: unknown;
  isAboutRequest?: boolean;
  retryAfterSeconds?: number | undefined;
}

const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 429: 30, 503: 2 };

export class TesseraError extends Error {
  override readonly name = "TesseraError";
  readonly status: number;
  readonly body: ErrorBody;
  readonly isAboutRequest: boolean;
  /** When a retry can succeed, for errors that pass. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, options: TesseraErrorOptions = {}) {
    super(messageOf(body), options);
    this.status = status;
    this.body = body;
    this.isAboutRequest = options.isAboutRequest ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds ?? RETRY_AFTER_SECONDS[status];
  }
}

export function wireErrorsOf(error: unknown): readonly WireError[] {
  return error instanceof TesseraError && "errors" in error.body ? error.body.errors : [];
}

function messageOf(body: ErrorBody): string {
  if ("msg" in body) return body.msg;
  if ("error" in body) return body.error;
  if ("errors" in body) return body.errors.map((e) => e.message).join("; ");
  return typeof body.message === "string" ? body.message : JSON.stringify(body.message);
}

export const badRequest = (message = t("Arguments are not correct")) => new TesseraError(400, { message });
/** For a chart data request that is wrong in itself: its message is shown as it is, without `Error:` before it. */
export const requestError = (message: string) => new TesseraError(400, { message }, { isAboutRequest: true });
export const missingAuthorization = () => new TesseraError(401, { msg: t("Missing Authorization Header") });
export const notAuthorized = (message = t("Not authorized")) => new TesseraError(401, { message });
export const forbidden = (message = t("Forbidden")) => new TesseraError(403, { message });
export const notFound = (message = t("Not found")) => new TesseraError(404, { message });
export const unprocessable = (message: string | FieldErrors = t("Could not process entity")) =>
  new TesseraError(422, { message });
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new TesseraError(429, { message }, { retryAfterSeconds });
/** A message as it is, with the field that it is about. */
export const unprocessableField = (field: string, message: string) => new TesseraError(422, { message, field });
export const invalidFields = (fields: FieldErrors, status = 400) => new TesseraError(status, { message: fields });

export function staleSave(overwriteConfirmMetadata: OverwriteConfirm): TesseraError {
  const options = { status: 412, level: "warning", extra: { overwriteConfirmMetadata } } as const;
  return typedError("GENERIC_COMMAND_ERROR", t("Please confirm the overwrite values."), options);
}

const MAX_ECHO = 200;
const MAX_MESSAGE = 2000;
const MAX_SQL = 20_000;

const truncate = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

export const echo = (text: string) => truncate(text, MAX_ECHO);

export function boundedErrors(errors: readonly WireError[]): WireError[] {
  return errors.map((error) => {
    const sql = error.extra?.sql;
    const extra = typeof sql === "string" ? { ...error.extra, sql: truncate(sql, MAX_SQL) } : error.extra;
    return { ...error, message: truncate(error.message, MAX_MESSAGE), extra };
  });
}

export function boundedBody(body: ErrorBody): ErrorBody {
  const message =
    "message" in body && typeof body.message === "string" ? truncate(body.message, MAX_MESSAGE) : undefined;
  return {
    ...body,
    ...(message === undefined ? {} : { message }),
    ...("errors" in body ? { errors: boundedErrors(body.errors) } : {}),
  };
}

export function typedError(
  type: ErrorType,
  message: string,
  options: Omit<TesseraErrorOptions, "isAboutRequest"> & {
    status?: number;
    level?: ErrorLevel;
    extra?: Record<string, unknown>;
  } = {},
): TesseraError {
  const { status = 400, level = "error", extra, cause, retryAfterSeconds } = options;
  const body = { errors: [wireError(type, message, { level, extra })] };
  return new TesseraError(status, body, { cause, retryAfterSeconds });
}

export function issueOf(code: number): { code: number; message: string } {
  const text = ISSUES[code];
  return { code, message: t("Issue {code} - {text}", { code: String(code), text: text ? t(text) : "" }) };
}

export function wireError(
  type: ErrorType,
  message: string,
  { level = "error", extra }: { level?: ErrorLevel; extra?: Record<string, unknown> } = {},
): WireError {
  const codes: readonly number[] = ERROR_ISSUES[type];
  const issue_codes = codes.map(issueOf);
  const full = { ...extra, ...(issue_codes.length > 0 ? { issue_codes } : {}) };
  return { message, error_type: type, level, extra: Object.keys(full).length > 0 ? full : null };
}
