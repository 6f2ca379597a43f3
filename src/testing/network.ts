import { vi } from "vitest";

/**
 * Network for web tests: requests are answered from a table of routes. Client, session and components are the real
 * ones.
 */
export interface RecordedRequest {
  method: string;
  url: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `METHOD /path` -> response. A path may end in `*`. */
export type Routes = Record<string, Answer | ((request: RecordedRequest) => Answer | Promise<Answer>)>;

export function serve(routes: Routes): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  const answer = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const method = init.method ?? "GET";
    const entry: RecordedRequest = {
      method,
      url: url.pathname + url.search,
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    requests.push(entry);
    init.signal?.throwIfAborted();
    const route = routes[`${method} ${url.pathname}`] ?? wildcard(routes, method, url.pathname);
    const { status = 200, body, headers } = typeof route === "function" ? await route(entry) : (route ?? NOT_SERVED);
    init.signal?.throwIfAborted();
    const isSentAsIs = typeof body === "string" || ArrayBuffer.isView(body);
    const type = isSentAsIs ? "text/plain" : "application/json";
    const sent = isSentAsIs ? (body as BodyInit) : JSON.stringify(body ?? {});
    return new Response(sent, { status, headers: { "content-type": type, ...headers } });
  };
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("XMLHttpRequest", requestsOf(answer));
  return requests;
}

function requestsOf(answer: (input: unknown, init: RequestInit) => Promise<Response>) {
  return class {
    status = 0;
    responseText = "";
    readonly upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
    onload?(): void;
    onerror?(): void;
    onabort?(): void;
    readonly #headers = new Headers();
    #received = new Headers();
    readonly #ended = new AbortController();
    #target: [string, string] = ["GET", ""];

    open(method: string, url: string): void {
      this.#target = [method, url];
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#received.get(name);
    }
    abort(): void {
      this.#ended.abort();
      this.onabort?.();
    }
    send(body: FormData): void {
      const [method, url] = this.#target;
      const { signal } = this.#ended;
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      answer(url, { method, headers: this.#headers, body, signal })
        .then(async (response) => {
          this.status = response.status;
          this.#received = response.headers;
          this.responseText = await response.text();
          if (!signal.aborted) this.onload?.();
        })
        .catch(() => signal.aborted || this.onerror?.());
    }
  };
}

const NOT_SERVED: Answer = { status: 404, body: { message: "Not found" } };

function wildcard(routes: Routes, method: string, path: string): Routes[string] | undefined {
  const key = Object.keys(routes).find((k) => k.endsWith("*") && `${method} ${path}`.startsWith(k.slice(0, -1)));
  return key === undefined ? undefined : routes[key];
}
