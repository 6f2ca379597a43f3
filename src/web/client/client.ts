import { RISON } from "rison2";
import { effectiveZone } from "../../i18n/browser-zone.ts";
import { t } from "../../i18n/translate.ts";
import { parseLossless } from "../../model/json-text.ts";
import type { Operation, OperationArguments, OperationResult } from "../../model/operation.ts";
import { connectionFound, connectionLost } from "./connection.ts";
import { ApiError, abortedError, errorOfResponse, factsOf, networkError, timeoutError } from "./errors.ts";
import { guestHeader, hasNewerToken, isGuest } from "./guest.ts";
import { newTrace, traceHeader } from "./trace.ts";

/**
 * Typed HTTP client: turns an operation of a contract into a request, and its response into a value or an `ApiError`.
 * Adds CSRF token, time limit and retries; nothing else in the browser calls `fetch`.
 */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds; 0: none. Default: the server's web timeout. */
  timeoutMs?: number;
  /** Numbers that a double would round are returned as text. */
  exact?: boolean;
  /** Completes even if the page is left. */
  keepalive?: boolean;
  /** Version that a save is based on; the server answers 412 if it would undo a newer save. */
  basedOn?: string | undefined;
  /** Called with the state (ETag) of the object that was read or saved. */
  onState?(state: string): void;
  files?: Readonly<Record<string, Blob>>;
  accept?: string;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const webTimeoutMs = () =>
  Number(
    globalThis.document?.querySelector<HTMLMetaElement>('meta[name="web-timeout"]')?.content ?? DEFAULT_TIMEOUT_MS,
  );
const RETRY_STATUSES = new Set([502, 503, 504]);
const RETRIES = 3;
const RETRY_BASE_MS = 1000;
const RETRY_MAX_MS = 10_000;
const RETRY_JITTER_MS = 1000;

let csrfToken: Promise<string> | undefined;
let sessionEnded: (() => void) | undefined;
let inlinedResponse: (address: string) => string | undefined = () => undefined;

export function setInlinedSource(source: (address: string) => string | undefined): void {
  inlinedResponse = source;
}

export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

export function forgetCsrfToken(): void {
  csrfToken = undefined;
}

/** For visitors without an account, who have no session. */
export function needNoCsrfToken(): void {
  csrfToken = Promise.resolve("");
}

/** Throws `ApiError`. Responses that aren't JSON are returned as `Blob`. */
export async function call<O extends Operation>(
  operation: O,
  args: OperationArguments<O>,
  options: CallOptions = {},
): Promise<OperationResult<O>> {
  const response = await send(operation, args as PlainArguments, options);
  const parse = options.exact ? parseLossless : JSON.parse;
  return (await bodyOf(response, operation.produces, parse)) as OperationResult<O>;
}

export function callForStream<O extends Operation>(
  operation: O,
  args: OperationArguments<O>,
  options: CallOptions = {},
): Promise<Response> {
  return send(operation, args as PlainArguments, options);
}

interface PlainArguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  q?: unknown;
  body?: unknown;
}

export function addressOf(operation: Operation, args: PlainArguments = {}): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(`${args.params?.[name] ?? ""}`),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, `${value}`);
  }
  if (args.q !== undefined) search.set("q", RISON.stringify(withoutUndefined(args.q)));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Rison has no undefined, so such keys are dropped, as in JSON. */
function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

interface SendOptions extends CallOptions {
  trace: string | undefined;
}

async function send(operation: Operation, args: PlainArguments, options: CallOptions): Promise<Response> {
  const canRetry = operation.method !== "POST" || operation.csrfExempt === true;
  let hasRenewed = false;
  const trace = newTrace();
  for (let attempt = 0; ; attempt++) {
    const guest = guestHeader();
    const response = await sendOnce(operation, args, { ...options, trace });
    if (response.ok) {
      const state = response.headers.get("etag");
      if (state !== null) options.onState?.(state.replace(/^W\//, "").replace(/^"|"$/g, ""));
      return response;
    }
    const waitMs = canRetry && attempt < RETRIES ? retryWaitMs(response, attempt) : undefined;
    if (waitMs !== undefined) {
      await pause(waitMs, options.signal);
      continue;
    }
    const error = errorOfResponse(response.status, await bodyOf(response), factsOf(response.headers));
    if (!hasRenewed && (await canRenew(error, guest, options.signal))) {
      hasRenewed = true;
      continue;
    }
    if (error.status === 401) sessionEnded?.();
    throw error;
  }
}

async function canRenew(error: ApiError, guest: Record<string, string>, signal?: AbortSignal): Promise<boolean> {
  if (error.kind === "csrf") forgetCsrfToken();
  return error.kind === "csrf" || (error.status === 401 && (await hasNewerToken(guest, signal)));
}

async function sendOnce(operation: Operation, args: PlainArguments, options: SendOptions): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: options.accept ?? "application/json",
    "X-Time-Zone": effectiveZone(),
    ...guestHeader(),
    ...traceHeader(options.trace),
  };
  if (operation.method !== "GET" && !operation.csrfExempt && !isGuest())
    headers["X-CSRFToken"] = await csrfTokenOf(options.signal);
  if (options.basedOn !== undefined) headers["If-Match"] = `"${options.basedOn}"`;
  let body: BodyInit | undefined;
  if (operation.multipart) {
    body = formOf(args.body, options.files);
  } else if (args.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(args.body);
  }
  const address = addressOf(operation, args);
  const inlined = operation.method === "GET" ? inlinedResponse(address) : undefined;
  if (inlined !== undefined) return new Response(inlined, { headers: { "content-type": "application/json" } });
  return request(address, { method: operation.method, headers, body, keepalive: options.keepalive }, options);
}

async function request(url: string, init: RequestInit, options: CallOptions): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? webTimeoutMs();
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
  const signals = [options.signal, timeout].filter((s) => s !== undefined);
  try {
    const response = await fetch(url, { ...init, credentials: "same-origin", signal: AbortSignal.any(signals) });
    connectionFound();
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw abortedError(cause);
    if (timeout?.aborted) throw timeoutError(Math.round(timeoutMs / 1000));
    connectionLost();
    throw networkError(cause);
  }
}

function formOf(fields: unknown, files: CallOptions["files"] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null)
      form.set(name, typeof value === "object" ? JSON.stringify(value) : `${value}`);
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

async function bodyOf(
  response: Response,
  produces?: string,
  parse: typeof parseLossless = JSON.parse,
): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && produces !== undefined && !produces.includes("json")) return response.blob();
  const text = await response.text();
  if (!type.includes("json")) return text;
  try {
    return parse(text);
  } catch (cause) {
    throw new ApiError({
      status: response.status,
      title: t("Server error"),
      message: t("The response isn't valid JSON."),
      cause,
    });
  }
}

export async function csrfTokenOf(signal?: AbortSignal): Promise<string> {
  csrfToken ??= request("/api/v1/security/csrf_token/", { method: "GET" }, {}).then(async (response) => {
    const body = (await bodyOf(response)) as { result?: string };
    if (response.status === 401) sessionEnded?.();
    if (!response.ok) throw errorOfResponse(response.status, body, factsOf(response.headers));
    return body.result ?? "";
  });
  csrfToken.catch(forgetCsrfToken);
  const token = await csrfToken;
  if (signal?.aborted) throw abortedError();
  return token;
}

/** Undefined if a retry is unlikely to succeed soon. */
function retryWaitMs({ status, headers }: Response, attempt: number): number | undefined {
  const { retryAfterSeconds } = factsOf(headers);
  if (retryAfterSeconds !== undefined && (status === 429 || RETRY_STATUSES.has(status))) {
    const waitMs = retryAfterSeconds * 1000;
    if (waitMs <= RETRY_MAX_MS) return waitMs + Math.random() * RETRY_JITTER_MS;
    return undefined;
  }
  return RETRY_STATUSES.has(status) ? retryDelayMs(attempt) : undefined;
}

function retryDelayMs(attempt: number): number {
  return Math.min(RETRY_BASE_MS * 2 ** attempt, RETRY_MAX_MS) + Math.random() * RETRY_JITTER_MS;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(abortedError());
    });
  });
}
