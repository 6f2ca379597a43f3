import type { FastifyRequest } from "fastify";
import { ZONE_HEADER } from "../../i18n/zone.ts";
import type { App } from "../app.ts";
import { randomToken } from "../auth/digest.ts";
import type { Caller } from "../auth/identify.ts";

const HEADER = "x-in-process-call";

interface InProcessCall {
  readonly caller: Caller;
  /** The client's request, which makes this one. */
  readonly origin: FastifyRequest;
  /** Aborts when that client disconnects. */
  readonly signal: AbortSignal;
}

/** Names are random and work once, so that no client can send one. */
const openCalls = (_: App) => new Map<string, InProcessCall>();
const taken = new WeakMap<FastifyRequest, InProcessCall>();

export interface CallOrder {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface CallResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Thrown instead of a response above the limit. */
export class ResponseTooLarge extends Error {}

/**
 * Calls a route for a caller who signed in by other means than its request, in the same way as a client would: with its
 * policy, limits and entry in the action log.
 */
export async function callInProcess(
  app: App,
  call: InProcessCall,
  { maxBytes, ...order }: CallOrder & { maxBytes: number },
): Promise<CallResult> {
  const { origin, signal } = call;
  const calls = app.once(openCalls);
  const name = randomToken();
  calls.set(name, call);
  try {
    const answer = await origin.server.inject({
      method: order.method,
      url: order.url,
      headers: { ...passedOn(origin), ...order.headers, host: origin.host, [HEADER]: name },
      ...(order.body === undefined ? {} : { payload: order.body as object }),
      remoteAddress: origin.ip,
      payloadAsStream: true,
      signal,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.stream() as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new ResponseTooLarge();
      chunks.push(chunk);
    }
    return { status: answer.statusCode, headers: textHeaders(answer.headers), body: Buffer.concat(chunks) };
  } finally {
    calls.delete(name);
  }
}

function passedOn({ headers }: FastifyRequest): Record<string, string> {
  return textHeaders({ "accept-language": headers["accept-language"], [ZONE_HEADER]: headers[ZONE_HEADER] });
}

function textHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Undefined for requests of clients. */
export function inProcessCall(app: App, request: FastifyRequest): InProcessCall | undefined {
  const known = taken.get(request);
  const name = request.headers[HEADER];
  if (known || typeof name !== "string") return known;
  const calls = app.once(openCalls);
  const call = calls.get(name);
  if (!call) return undefined;
  calls.delete(name);
  taken.set(request, call);
  return call;
}

export const signalOfCall = (request: FastifyRequest): AbortSignal | undefined => taken.get(request)?.signal;

/** The request that a client sent. */
export const clientRequest = (request: FastifyRequest): FastifyRequest => taken.get(request)?.origin ?? request;
