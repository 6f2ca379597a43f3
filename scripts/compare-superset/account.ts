import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import { RISON } from "rison2";

export class Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly #token: string;

  private constructor(url: string, user: { username: string; password: string }, token: string) {
    this.url = url;
    this.username = user.username;
    this.password = user.password;
    this.#token = token;
  }

  static async signIn(url: string, user: { username: string; password: string }): Promise<Account> {
    const body = JSON.stringify({ ...user, provider: "db", refresh: false });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1/security/login`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${url} refused to sign in ${user.username}: ${answer.status}`);
    return new Account(url, user, ((await answer.json()) as { access_token: string }).access_token);
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>(path, {});
  }

  post<T>(path: string, body: object): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.#send<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  postForm<T>(path: string, fields: Readonly<Record<string, string | Blob>>): Promise<T> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.#send<T>(path, { method: "POST", body });
  }

  async list<T>(path: string, columns: readonly string[]): Promise<T[]> {
    const all: T[] = [];
    for (let page = 0; ; page += 1) {
      const { result, count } = await this.get<{ result: T[]; count: number }>(
        `${path}?q=${q({ columns, page, page_size: 100 })}`,
      );
      all.push(...result);
      if (all.length >= count || result.length === 0) return all;
    }
  }

  async download(path: string): Promise<Blob> {
    const answer = await this.#fetch(path, {});
    return answer.blob();
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    return (await (await this.#fetch(path, init)).json()) as T;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    // A client outside a browser sends no cookies, so that no CSRF token is needed beside this one.
    const headers = { ...(init.headers as object), authorization: `Bearer ${this.#token}` };
    const answer = await answerTo(new Request(this.url + path, { ...init, headers }));
    if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

/** Node's `fetch` crashes if a server closes the connection while a response waits to be read, as Superset's does. */
async function answerTo(request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const send = request.url.startsWith("https:") ? httpsRequest : httpRequest;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), "content-length": body.length };
    send(request.url, { method: request.method, headers }, resolve).on("error", reject).end(body);
  });
  return new Response(new Uint8Array(await buffer(answer)), { status: answer.statusCode ?? 0 });
}

export const q = (value: unknown) => encodeURIComponent(RISON.stringify(value as Record<string, unknown>));
