import type { IndexRequest, IndexResponse } from "./index-reader.ts";

interface Waiting {
  resolve(response: IndexResponse): void;
  reject(cause: Error): void;
}

/** Reads indexes and answers from them beside the page. */
export class IndexThread {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<{ id: number; response?: IndexResponse; error?: string }>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.response);
      else waiting?.reject(new Error(data.error));
    };
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  ask(request: IndexRequest): Promise<IndexResponse> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, request }, request.kind === "read" ? [request.bytes] : []);
    });
  }
}
