import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** HTTP as an attacker sends it: requests aren't normalized, and responses are kept in full. */

export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly ms: number;
}

export interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER = 20_000_000;

export class Client {
  readonly counter: { requests: number };
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}, counter = { requests: 0 }) {
    this.#url = url.replace(/\/+$/, "");
    this.#headers = headers;
    this.counter = counter;
  }

  get url(): string {
    return this.#url;
  }

  with(headers: Record<string, string>): Client {
    return new Client(this.#url, headers, this.counter);
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send("GET", path, { headers });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send("POST", path, { body, headers });
  }

  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send("PUT", path, { body, headers });
  }

  delete(path: string): Promise<Answer> {
    return this.send("DELETE", path);
  }

  async send(method: string, path: string, { body, headers = {} }: SendOptions = {}): Promise<Answer> {
    this.counter.requests += 1;
    const started = performance.now();
    const isPlain = body === undefined || typeof body === "string" || isForm(body);
    const type: Record<string, string> =
      body === undefined || isForm(body) ? {} : { "content-type": "application/json" };
    const answer = await fetch(this.#url + path, {
      method,
      redirect: "manual",
      headers: { ...type, ...this.#headers, ...headers },
      body: (isPlain ? body : JSON.stringify(body)) as BodyInit | undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => error);
    const ms = performance.now() - started;
    const request = `${method} ${shortened(path)}`;
    if (answer instanceof Error) return lost(request, ms, answer);
    const text = (await answer.text().catch(() => "")).slice(0, MAX_ANSWER);
    return { request, status: answer.status, text, headers: answer.headers, ms };
  }

  /** For paths that `fetch` would normalize: dot segments, backslashes and double slashes are kept. */
  raw(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    this.counter.requests += 1;
    const { protocol, hostname, port } = new URL(this.#url);
    const started = performance.now();
    const request = `${method} ${shortened(path)}`;
    const open = protocol === "https:" ? requestHttps : requestHttp;
    const options = { hostname: hostname.replace(/^\[|\]$/g, ""), port, path, method, timeout: TIMEOUT_MS };
    return new Promise((resolve) => {
      const sent = open({ ...options, headers: { ...this.#headers, ...headers } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const known = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const text = Buffer.concat(parts).toString();
          const ms = performance.now() - started;
          resolve({ request, status: response.statusCode ?? 0, text, headers: new Headers(known), ms });
        });
      });
      sent.on("timeout", () => sent.destroy(new Error("timeout")));
      sent.on("error", (error) => resolve(lost(request, performance.now() - started, error)));
      sent.end();
    });
  }
}

const lost = (request: string, ms: number, error: Error): Answer => ({
  request,
  status: 0,
  text: `${error.name}: ${error.message}`,
  headers: new Headers(),
  ms,
});

const isForm = (body: unknown) => body instanceof FormData || body instanceof URLSearchParams;
const shortened = (path: string) => (path.length > 160 ? `${path.slice(0, 160)}...` : path);

export function valueAt(answer: Answer, ...keys: (string | number)[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return undefined;
  }
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

export function listAt(answer: Answer, ...keys: (string | number)[]): Record<string, unknown>[] {
  const value = valueAt(answer, ...keys);
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

export const answerSummary = (answer: Answer) => `${answer.status} ${answer.text.slice(0, 300)}`;

export function idOf(answer: Answer): number {
  const id = valueAt(answer, "id");
  if (answer.status >= 300 || typeof id !== "number") throw new Error(`${answer.request}: ${answerSummary(answer)}`);
  return id;
}
