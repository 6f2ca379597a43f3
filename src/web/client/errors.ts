import { ISSUES, type WireError } from "../../model/errors.ts";
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

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly kind: ErrorKind;
  /** Short, such as "Not found" or "Network error". */
  readonly title: string;
  /** Typed errors of the response. */
  readonly errors: readonly WireError[];
  /** Validation messages by field. */
  readonly fields: Readonly<Record<string, string[]>>;

  constructor(init: {
    status?: number;
    kind?: ErrorKind;
    title: string;
    message: string;
    errors?: readonly WireError[];
    fields?: Readonly<Record<string, string[]>>;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.status = init.status ?? 0;
    this.kind = init.kind ?? "http";
    this.title = init.title;
    this.errors = init.errors ?? [];
    this.fields = init.fields ?? {};
  }

  /** Issue codes of all errors, with explanations. */
  get issues(): Issue[] {
    const seen = new Map<number, Issue>();
    for (const error of this.errors) {
      const codes = error.extra?.issue_codes;
      if (!Array.isArray(codes)) continue;
      for (const issue of codes as Issue[]) seen.set(issue.code, issue);
    }
    return [...seen.values()];
  }
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Unauthorized",
  402: "Payment required",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  407: "Proxy authentication required",
  408: "Request timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length required",
  412: "Precondition failed",
  413: "Payload too large",
  414: "URI too long",
  415: "Unsupported media type",
  416: "Range not satisfiable",
  417: "Expectation failed",
  418: "I'm a teapot",
  500: "Server error",
  501: "Not implemented",
  502: "Bad gateway",
  503: "Service unavailable",
  504: "Gateway timeout",
  505: "HTTP version not supported",
  506: "Variant also negotiates",
  507: "Insufficient storage",
  508: "Loop detected",
  509: "Bandwidth limit exceeded",
  510: "Not extended",
  511: "Network authentication required",
  599: "Network error",
};

export function statusText(status: number): string {
  return STATUS_TEXT[status] ?? "Unknown error";
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({
    kind: "network",
    title: "Network error",
    message: "Network error",
    errors: [{ message: "Network error", error_type: "FRONTEND_NETWORK_ERROR", level: "error", extra: null }],
    cause,
  });
}

export function timeoutError(seconds: number): ApiError {
  const issue_codes = [1000, 1001].map((code) => ({ code, message: `Issue ${code} - ${ISSUES[code] ?? ""}` }));
  return new ApiError({
    kind: "timeout",
    title: "Request timed out",
    message: `Queries time out after ${seconds} seconds.`,
    errors: [
      {
        message: "Request timed out",
        error_type: "FRONTEND_TIMEOUT_ERROR",
        level: "error",
        extra: { timeout: seconds, issue_codes },
      },
    ],
  });
}

export function abortedError(cause?: unknown): ApiError {
  return new ApiError({ kind: "aborted", title: "Canceled", message: "The request was canceled.", cause });
}

/** Accepts typed `errors[]`, `{message}`, `{msg}`, `{error}` or plain text. */
export function errorOfResponse(status: number, body: unknown): ApiError {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  if (/CSRF/i.test(text)) {
    return new ApiError({
      status,
      kind: "csrf",
      title: "Your session timed out",
      message: "Your session timed out. Refresh the page and try again.",
      errors: [{ message: text.slice(0, 300), error_type: "FRONTEND_CSRF_ERROR", level: "error", extra: null }],
    });
  }
  const parts = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  if (status === 401 && parts.msg === "Missing Authorization Header") {
    const message = "Your session timed out. Sign in again to continue.";
    return new ApiError({ status, title: "Your session timed out", message });
  }
  const title = statusText(status);
  const errors = Array.isArray(parts.errors) ? (parts.errors as WireError[]).filter((e) => e?.message) : [];
  const message = errors.length > 0 ? errors.map((e) => e.message).join("\n") : messageOf(body, parts, title);
  return new ApiError({ status, title, message, errors, fields: fieldsOf(parts.message) });
}

function messageOf(body: unknown, parts: Record<string, unknown>, title: string): string {
  if (typeof parts.stack === "string" || typeof parts.stacktrace === "string") {
    return `Unexpected error: ${parts.message ?? parts.error ?? "(no description)"}`;
  }
  const texts = ["message", "msg", "error", "description"].map((key) => parts[key]);
  const text = texts.find((value) => typeof value === "string" && value !== "");
  if (text !== undefined) return `${text}`;
  const fields = Object.entries(fieldsOf(parts.message));
  if (fields.length > 0) return fields.map(([name, each]) => `${name}: ${each.join(" ")}`).join("\n");
  return isShortText(body) ? body : title;
}

export function saveProblem({ status, title, message }: ApiError, noun: string): string {
  if (status === 403) return `You do not have permission to edit this ${noun}`;
  const isUnexplained = message === "" || (status > 0 && message === title);
  if (isUnexplained) return "Sorry, an unknown error occurred.";
  return `Sorry, there was an error saving this ${noun}: ${message}`;
}

/** Readable text rather than an HTML page. */
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

/** Wraps anything thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NotLoaded) {
    return new ApiError({ title: "Failed to load", message: error.message, cause: error });
  }
  const unread = invalidNames(error);
  if (unread) {
    return new ApiError({
      title: "Unexpected error",
      message: `These settings aren't valid: ${unread}`,
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError({ title: "Unexpected error", message: `Unexpected error: ${message}`, cause: error });
}

/** Top-level names of a schema error; undefined for other errors. */
function invalidNames(error: unknown): string | undefined {
  const issues = (error as { issues?: unknown } | null)?.issues;
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  return [...new Set(issues.map(({ path }) => String(path?.[0] ?? "form data")))].join(", ");
}
