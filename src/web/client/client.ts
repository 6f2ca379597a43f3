import { RISON } from "rison2";
import { parseLossless } from "../../model/json-text.ts";
import type { Operation, OperationArguments, OperationResult } from "../../model/operation.ts";
import { connectionFound, connectionLost } from "./connection.ts";
import { ApiError, abortedError, errorOfResponse, networkError, timeoutError } from "./errors.ts";
import { guestHeader, hasNewerToken, isGuest } from "./guest.ts";

/**
 * The typed HTTP client: one function that turns an operation of a contract into a request and its answer into a value
 * or an `ApiError`. It adds the CSRF token, the time limit and the retries; nothing else in the browser calls `fetch`.
 */
export interface CallOptions {
  signal?: AbortSignal;
  /** Limit in milliseconds; the server's web timeout unless said. 0: none. */
  timeoutMs?: number;
  /** Numbers that a double would round are texts with all their digits. */
  exact?: boolean;
  /** The call is finished even when the page is left. */
  keepalive?: boolean;
  /** State that a save is based on; answered by 412 when the save would undo what others have saved since. */
  basedOn?: string | undefined;
  /** Told the state of the object that was read or saved, when the answer names it. */
  onState?(state: string): void;
  /** Files of a multipart operation, by field name. */
  files?: Readonly<Record<string, Blob>>;
}

const USUAL_TIMEOUT_MS = 60_000;
/** As the server's page says it. */
const webTimeoutMs = () =>
  Number(globalThis.document?.querySelector<HTMLMetaElement>('meta[name="web-timeout"]')?.content ?? USUAL_TIMEOUT_MS);
const RETRY_STATUSES = new Set([502, 503, 504]);
const RETRIES = 3;
const RETRY_BASE_MS = 1000;
const RETRY_MAX_MS = 10_000;
const RETRY_JITTER_MS = 1000;

let csrfToken: Promise<string> | undefined;
let sessionEnded: (() => void) | undefined;
let answerAtHand: (address: string) => string | undefined = () => undefined;

/** Where the JSON of a GET's answer may be found without asking the server. */
export function lookFirstIn(source: (address: string) => string | undefined): void {
  answerAtHand = source;
}

/** Called when a call is answered by 401. */
export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/** Forgets the CSRF token, after signing in or out. */
export function forgetCsrfToken(): void {
  csrfToken = undefined;
}

/** For visitors without an account: there is no session for a token to belong to, and none is asked for. */
export function needNoCsrfToken(): void {
  csrfToken = Promise.resolve("");
}

/** Calls an operation. Throws `ApiError`. Answers that are not JSON come back as a `Blob`. */
export async function call<O extends Operation>(
  operation: O,
  args: OperationArguments<O>,
  options: CallOptions = {},
): Promise<OperationResult<O>> {
  const response = await send(operation, args as PlainArguments, options);
  const parse = options.exact ? parseLossless : JSON.parse;
  return (await bodyOf(response, operation.produces, parse)) as OperationResult<O>;
}

/** Calls an operation whose answer is read as it arrives (NDJSON, large files). */
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

/** The address of an operation, for links and downloads. */
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

/** Rison has no word for undefined; keys without a value are left out as JSON does. */
function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

async function send(operation: Operation, args: PlainArguments, options: CallOptions): Promise<Response> {
  const mayRepeat = operation.method !== "POST" || operation.csrfExempt === true;
  let hasRenewed = false;
  for (let attempt = 0; ; attempt++) {
    const guest = guestHeader();
    const response = await sendOnce(operation, args, options);
    if (response.ok) {
      const state = response.headers.get("etag");
      if (state !== null) options.onState?.(state.replace(/^W\//, "").replace(/^"|"$/g, ""));
      return response;
    }
    if (mayRepeat && RETRY_STATUSES.has(response.status) && attempt < RETRIES) {
      await pause(retryDelayMs(attempt), options.signal);
      continue;
    }
    const error = errorOfResponse(response.status, await bodyOf(response));
    if (!hasRenewed && (await canRenew(error, guest, options.signal))) {
      hasRenewed = true;
      continue;
    }
    if (error.status === 401) sessionEnded?.();
    throw error;
  }
}

/** Whether the call may succeed with another token than it had: of the session, or of the guest. */
async function canRenew(error: ApiError, guest: Record<string, string>, signal?: AbortSignal): Promise<boolean> {
  if (error.kind === "csrf") forgetCsrfToken();
  return error.kind === "csrf" || (error.status === 401 && (await hasNewerToken(guest, signal)));
}

async function sendOnce(operation: Operation, args: PlainArguments, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", ...guestHeader() };
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
  const carried = operation.method === "GET" ? answerAtHand(address) : undefined;
  if (carried !== undefined) return new Response(carried, { headers: { "content-type": "application/json" } });
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
      title: "Server error",
      message: "The answer is not valid JSON.",
      cause,
    });
  }
}

/** The token that forms carry beside the session's cookie. Throws `ApiError`. */
export async function csrfTokenOf(signal?: AbortSignal): Promise<string> {
  csrfToken ??= request("/api/v1/security/csrf_token/", { method: "GET" }, {}).then(async (response) => {
    const body = (await bodyOf(response)) as { result?: string };
    if (response.status === 401) sessionEnded?.();
    if (!response.ok) throw errorOfResponse(response.status, body);
    return body.result ?? "";
  });
  csrfToken.catch(forgetCsrfToken);
  const token = await csrfToken;
  if (signal?.aborted) throw abortedError();
  return token;
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
