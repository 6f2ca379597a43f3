import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Reach } from "./reach.ts";

/** More than any document of a provider has. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * As `fetch`, to hosts that `reach` allows only: the connection goes to the address that was checked. Redirects are
 * answered as they are, never followed. Rejects for bodies over 4 MB.
 */
export function guardedFetch(reach: Reach): (url: string, asked: GuardedRequest) => Promise<Response> {
  return async (url, asked) => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== "https:" && protocol !== "http:") throw new Error(`cannot ask ${protocol} addresses`);
    await reach.assertHost(hostname.replace(/^\[|\]$/g, ""));
    const body = await bytesOf(asked.body);
    const answer = await sent(url, { ...asked, body, lookup: reach.lookup });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error("the answer is too large");
      chunks.push(chunk);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) if (value) headers.set(name, String(value));
    const status = answer.statusCode ?? 502;
    return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers });
  };
}

async function bytesOf(body: unknown): Promise<Buffer | undefined> {
  if (body === undefined || body === null) return undefined;
  return Buffer.from(await new Response(body as BodyInit).arrayBuffer());
}

interface Sent extends GuardedRequest {
  body: Buffer | undefined;
  lookup: Reach["lookup"];
}

function sent(url: string, { method, headers, body, signal, lookup }: Sent): Promise<IncomingMessage> {
  const ask = url.startsWith("https:") ? httpsRequest : httpRequest;
  const length = body ? { "content-length": String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const options = { method, lookup, headers: { ...headers, ...length }, ...(signal ? { signal } : {}) };
    ask(url, options, resolve).on("error", reject).end(body);
  });
}
