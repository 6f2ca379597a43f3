import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type Agent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { t } from "../../i18n/translate.ts";

/**
 * Trino's HTTP protocol: a statement is posted, and pages are fetched by each previous page's URL.
 * https://trino.io/docs/current/develop/client-protocol.html
 */

export interface TrinoServer {
  /** For example `https://host:443`; pages are fetched from here too, whatever host the server announces. */
  origin: string;
  user: string;
  authorization: string | null;
  catalog: string | null;
  schema: string | null;
  session: Readonly<Record<string, string>>;
  traceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
  agent?: Agent;
  lookup?: LookupFunction;
}

export interface TrinoStatement {
  sql: string;
  signal: AbortSignal;
  transaction?: string;
  prepared?: Readonly<Record<string, string>>;
  session?: Readonly<Record<string, string>>;
}

export interface TrinoColumn {
  name: string;
  type: string;
}

export interface TrinoPage {
  columns: readonly TrinoColumn[];
  rows: readonly (readonly unknown[])[];
  startedTransaction: string | null;
  percent: number | null;
  infoUri: string | null;
}

export class TrinoFailure extends Error {
  readonly errorName: string;
  readonly location: { lineNumber: number; columnNumber: number } | undefined;
  readonly status: number | undefined;

  constructor(
    message: string,
    details: { errorName?: string; errorLocation?: TrinoFailure["location"]; status?: number },
  ) {
    super(message);
    this.errorName = details.errorName ?? "";
    this.location = details.errorLocation;
    this.status = details.status;
  }
}

interface WirePage {
  nextUri?: string;
  infoUri?: string;
  stats?: { progressPercentage?: number };
  columns?: TrinoColumn[];
  data?: unknown[][];
  error?: { message?: string; errorName?: string; errorLocation?: TrinoFailure["location"] };
}

/** Cancels the statement in the server when the signal aborts or the reader stops early. */
export async function* trinoPages(
  server: TrinoServer,
  statement: TrinoStatement,
): AsyncGenerator<TrinoPage, void, undefined> {
  const { signal } = statement;
  const headers = headersOf(server, statement);
  signal.throwIfAborted();
  let answer = await postStatement(server, statement, headers);
  let page = pageOf(answer);
  try {
    while (true) {
      signal.throwIfAborted();
      if (page.error) throw new TrinoFailure(page.error.message ?? t("The query failed"), page.error);
      yield {
        columns: page.columns ?? [],
        rows: page.data ?? [],
        percent: page.stats?.progressPercentage ?? null,
        infoUri: page.infoUri ?? null,
        startedTransaction: answer.headers["x-trino-started-transaction-id"]?.toString() ?? null,
      };
      if (page.nextUri === undefined) return;
      answer = await requestWithRetry(server, pathOf(page.nextUri), { method: "GET", headers, signal });
      page = pageOf(answer);
    }
  } finally {
    if (page.nextUri !== undefined && !page.error) await cancelStatement(server, page.nextUri, headers);
  }
}

const LATE_MS = 10_000;

/**
 * The signal only ends the wait: without the response the statement couldn't be canceled, so a late response is used
 * for that.
 */
async function postStatement(
  server: TrinoServer,
  { sql, signal }: TrinoStatement,
  headers: Record<string, string>,
): Promise<Answer> {
  const tooLate = new AbortController();
  const init = { method: "POST", headers, body: sql, signal: tooLate.signal } as const;
  const answer = requestWithRetry(server, "/v1/statement", init);
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason);
      setTimeout(() => tooLate.abort(), LATE_MS).unref();
      const stop = async (late: Answer) => {
        const { nextUri } = pageOf(late);
        if (nextUri !== undefined) await cancelStatement(server, nextUri, headers);
      };
      answer.then(stop).catch(() => undefined);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function headersOf(server: TrinoServer, statement: TrinoStatement): Record<string, string> {
  const listed = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join(",");
  const session = listed({ ...server.session, ...statement.session });
  const prepared = listed(statement.prepared ?? {});
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "User-Agent": "tessera",
    ...server.traceHeaders?.(),
    "X-Trino-User": server.user,
    "X-Trino-Source": "tessera",
    "X-Trino-Time-Zone": "UTC",
    "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME",
    "X-Trino-Transaction-Id": statement.transaction ?? "NONE",
    ...(server.authorization ? { Authorization: server.authorization } : {}),
    ...(server.catalog ? { "X-Trino-Catalog": server.catalog } : {}),
    ...(server.schema ? { "X-Trino-Schema": server.schema } : {}),
    ...(session ? { "X-Trino-Session": session } : {}),
    ...(prepared ? { "X-Trino-Prepared-Statement": prepared } : {}),
  };
}

const BUSY = new Set([429, 502, 503, 504]);
const TRIES = 10;

interface RequestInit {
  method: "GET" | "POST" | "DELETE";
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function requestWithRetry(server: TrinoServer, path: string, init: RequestInit): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendRequest(server, path, init);
    if (!BUSY.has(answer.status) || attempt === TRIES) return answer;
    await sleep(50 * attempt, undefined, init.signal ? { signal: init.signal } : {});
  }
}

function sendRequest(
  { origin, agent, lookup }: TrinoServer,
  path: string,
  { body, ...init }: RequestInit,
): Promise<Answer> {
  const isSecure = origin.startsWith("https:");
  const options = { ...init, ...(isSecure && agent ? { agent } : {}), ...(lookup ? { lookup } : {}) };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(`${origin}${path}`, options, (response) => {
      const { statusCode = 0, headers } = response;
      text(response).then((all) => resolve({ status: statusCode, headers, body: all }), reject);
    });
    request.on("error", reject).end(body);
  });
}

async function cancelStatement(server: TrinoServer, uri: string, headers: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(5000);
  await sendRequest(server, pathOf(uri), { method: "DELETE", headers, signal }).catch(() => undefined);
}

/** Only the path, so that credentials never go to another host. */
function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri);
  return `${pathname}${search}`;
}

function pageOf({ status, body }: Answer): WirePage {
  if (status === 200) return parsed(body);
  throw new TrinoFailure(`HTTP ${status}: ${body.trim().slice(0, 500)}`, { status });
}

/** Integers beyond doubles become bigint; only pages that may contain some use the slower parser. */
function parsed(text: string): WirePage {
  if (!/[[,:]-?\d{16,}/.test(text)) return JSON.parse(text) as WirePage;
  return JSON.parse(text, parseExactNumber as (key: string, value: unknown) => unknown) as WirePage;
}

function parseExactNumber(_: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)) return value;
  return BigInt(source);
}
