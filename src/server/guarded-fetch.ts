import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { t } from "../i18n/translate.ts";
import type { EgressPolicy } from "./egress-policy.ts";
import { inSpan, traceHeaders } from "./span.ts";

const MAX_BYTES = 4 * 1024 * 1024;

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * `fetch` limited to hosts that the egress policy allows; connects to the address that was checked. Redirects are
 * returned, never followed. Rejects for bodies over 4 MB.
 */
export function guardedFetch(reach: EgressPolicy): (url: string, init: GuardedRequest) => Promise<Response> {
  return async (url, init) => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== "https:" && protocol !== "http:") throw new Error(`unsupported protocol ${protocol}`);
    await reach.assertHost(hostname.replace(/^\[|\]$/g, ""));
    const body = await bytesOf(init.body);
    const response = await inSpan(
      init.method,
      async (span) => {
        const answer = await send(url, { ...init, body, lookup: reach.lookup });
        span.set({ "http.response.status_code": answer.statusCode });
        return answer;
      },
      { kind: "client", attributes: { "http.request.method": init.method, "server.address": hostname } },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(t("the response is too large"));
      chunks.push(chunk);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) if (value) headers.set(name, String(value));
    const status = response.statusCode ?? 502;
    return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers });
  };
}

async function bytesOf(body: unknown): Promise<Buffer | undefined> {
  if (body === undefined || body === null) return undefined;
  return Buffer.from(await new Response(body as BodyInit).arrayBuffer());
}

interface ResolvedRequest extends GuardedRequest {
  body: Buffer | undefined;
  lookup: EgressPolicy["lookup"];
}

function send(url: string, { method, headers, body, signal, lookup }: ResolvedRequest): Promise<IncomingMessage> {
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  const length = body ? { "content-length": String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const options = {
      method,
      lookup,
      headers: { ...traceHeaders(), ...headers, ...length },
      ...(signal ? { signal } : {}),
    };
    request(url, options, resolve).on("error", reject).end(body);
  });
}
