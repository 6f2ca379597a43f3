import { t } from "../../i18n/translate.ts";
import { issueOf, type WireError } from "../../model/errors.ts";
import { NotLoaded } from "../../ui/lazy.ts";

/**
 * All errors of calls as one type with user-readable text. `ApiError` is the only error that the client throws,
 * including aborts (`kind: "aborted"`, which callers ignore).
 */
export type ErrorKind = "http" | "network" | "timeout" | "csrf" | "aborted";

export interface Issue {
  code: number;
  message: string;
}

/** What a failed response's headers say. */
export interface ResponseFacts {
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

export function factsOf(headers: Pick<Headers, "get">): ResponseFacts {
  const seconds = Number(headers.get("retry-after") || Number.NaN);
  return {
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: seconds > 0 ? Math.ceil(seconds) : undefined,
  };
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly kind: ErrorKind;
  readonly title: string;
  readonly errors: readonly WireError[];
  readonly fields: Readonly<Record<string, string[]>>;
  /** Administrators find it in the server's log. */
  readonly requestId: string | undefined;
  /** When the server expects that a retry succeeds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(init: {
    status?: number;
    kind?: ErrorKind;
    title: string;
    message: string;
    errors?: readonly WireError[];
    fields?: Readonly<Record<string, string[]>>;
    facts?: ResponseFacts;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.status = init.status ?? 0;
    this.kind = init.kind ?? "http";
    this.title = init.title;
    this.errors = init.errors ?? [];
    this.fields = init.fields ?? {};
    this.requestId = init.facts?.requestId;
    this.retryAfterSeconds = init.facts?.retryAfterSeconds;
  }

  get issues(): Issue[] {
    const issues = new Map<number, Issue>();
    for (const error of this.errors) {
      const codes = error.extra?.issue_codes;
      if (!Array.isArray(codes)) continue;
      for (const issue of codes as Issue[]) issues.set(issue.code, issue);
    }
    return [...issues.values()];
  }
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: t("Bad request"),
  401: t("Unauthorized"),
  402: t("Payment required"),
  403: t("Forbidden"),
  404: t("Not found"),
  405: t("Method not allowed"),
  406: t("Not acceptable"),
  407: t("Proxy authentication required"),
  408: t("Request timeout"),
  409: t("Conflict"),
  410: t("Gone"),
  411: t("Length required"),
  412: t("Precondition failed"),
  413: t("Payload too large"),
  414: t("URI too long"),
  415: t("Unsupported media type"),
  416: t("Range not satisfiable"),
  417: t("Expectation failed"),
  418: t("I'm a teapot"),
  500: t("Server error"),
  501: t("Not implemented"),
  502: t("Bad gateway"),
  503: t("Service unavailable"),
  504: t("Gateway timeout"),
  505: t("HTTP version not supported"),
  506: t("Variant also negotiates"),
  507: t("Insufficient storage"),
  508: t("Loop detected"),
  509: t("Bandwidth limit exceeded"),
  510: t("Not extended"),
  511: t("Network authentication required"),
  599: t("Network error"),
};

export function statusText(status: number): string {
  return STATUS_TEXT[status] ?? t("Unknown error");
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({
    kind: "network",
    title: t("Network error"),
    message: t("Network error"),
    errors: [{ message: t("Network error"), error_type: "FRONTEND_NETWORK_ERROR", level: "error", extra: null }],
    cause,
  });
}

export function timeoutError(seconds: number): ApiError {
  const issue_codes = [1000, 1001].map(issueOf);
  return new ApiError({
    kind: "timeout",
    title: t("Request timed out"),
    message: t("{seconds, plural, one {Queries time out after # second.} other {Queries time out after # seconds.}}", {
      seconds,
    }),
    errors: [
      {
        message: t("Request timed out"),
        error_type: "FRONTEND_TIMEOUT_ERROR",
        level: "error",
        extra: { timeout: seconds, issue_codes },
      },
    ],
  });
}

export function abortedError(cause?: unknown): ApiError {
  return new ApiError({ kind: "aborted", title: t("Canceled"), message: t("The request was canceled."), cause });
}

/** Accepts typed `errors[]`, `{message}`, `{msg}`, `{error}` or plain text. */
export function errorOfResponse(status: number, body: unknown, facts: ResponseFacts = {}): ApiError {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  if (/CSRF/i.test(text)) {
    return new ApiError({
      status,
      kind: "csrf",
      title: t("Your session timed out"),
      message: t("Your session timed out. Refresh the page and try again."),
      errors: [{ message: text.slice(0, 300), error_type: "FRONTEND_CSRF_ERROR", level: "error", extra: null }],
    });
  }
  const parts = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  if (status === 401 && parts.msg === "Missing Authorization Header") {
    const message = t("Your session timed out. Sign in again to continue.");
    return new ApiError({ status, title: t("Your session timed out"), message, facts });
  }
  const title = statusText(status);
  const errors = Array.isArray(parts.errors) ? (parts.errors as WireError[]).filter((e) => e?.message) : [];
  const message = errors.length > 0 ? errors.map((e) => e.message).join("\n") : messageOf(body, parts, title);
  const fields = typeof parts.field === "string" ? { [parts.field]: [message] } : fieldsOf(parts.message);
  return new ApiError({ status, title, message, errors, fields, facts });
}

/** Lines for the details of an error, beside what the server says. */
export function adviceLines({ requestId, retryAfterSeconds, status, message }: ApiError): string[] {
  const isWaitNamed = message.includes(`${retryAfterSeconds}`);
  return [
    ...(retryAfterSeconds === undefined || isWaitNamed ? [] : [retryText(retryAfterSeconds)]),
    ...(requestId === undefined || (status < 500 && status !== 429) ? [] : [requestText(requestId)]),
  ];
}

export const requestText = (id: string) => t("Request {id} for your administrator", { id });

export const retryText = (seconds: number) =>
  t("{seconds, plural, one {Try again in # second.} other {Try again in # seconds.}}", { seconds });

function messageOf(body: unknown, parts: Record<string, unknown>, title: string): string {
  if (typeof parts.stack === "string" || typeof parts.stacktrace === "string") {
    return unexpected(String(parts.message ?? parts.error ?? t("(no description)")));
  }
  const texts = ["message", "msg", "error", "description"].map((key) => parts[key]);
  const text = texts.find((value) => typeof value === "string" && value !== "");
  if (text !== undefined) return `${text}`;
  const fields = Object.entries(fieldsOf(parts.message));
  if (fields.length > 0) return fields.map(([name, each]) => `${name}: ${each.join(" ")}`).join("\n");
  return isShortText(body) ? body : title;
}

export function saveProblem({ status, title, message }: ApiError, noun: "chart" | "dashboard"): string {
  if (status === 403)
    return t("You do not have permission to edit this {noun, select, chart {chart} other {dashboard}}", { noun });
  const isUnexplained = message === "" || (status > 0 && message === title);
  if (isUnexplained) return t("Sorry, an unknown error occurred.");
  return t("Sorry, there was an error saving this {noun, select, chart {chart} other {dashboard}}: {message}", {
    noun,
    message,
  });
}

function isShortText(body: unknown): body is string {
  return typeof body === "string" && body !== "" && body.length < 300 && !body.startsWith("<");
}

/** Nested fields are joined with dots. */
function fieldsOf(message: unknown): Record<string, string[]> {
  if (typeof message !== "object" || message === null) return {};
  const fields = Object.entries(message).flatMap(([name, value]): [string, string[]][] => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return [[name, [value].flat().map(String)]];
    const within = Object.entries(fieldsOf(value));
    return within.map(([part, texts]) => [part === "_schema" ? name : `${name}.${part}`, texts]);
  });
  return Object.fromEntries(fields);
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NotLoaded) {
    return new ApiError({ title: t("Failed to load"), message: error.message, cause: error });
  }
  const unread = invalidNames(error);
  if (unread) {
    return new ApiError({
      title: t("Unexpected error"),
      message: t("These settings aren't valid: {names}", { names: unread }),
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError({ title: t("Unexpected error"), message: unexpected(message), cause: error });
}

const unexpected = (message: string) => t("Unexpected error: {message}", { message });

function invalidNames(error: unknown): string | undefined {
  const issues = (error as { issues?: unknown } | null)?.issues;
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  return [...new Set(issues.map(({ path }) => String(path?.[0] ?? t("chart settings"))))].join(", ");
}
