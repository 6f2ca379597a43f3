import { IndexReader, type IndexRequest, type IndexResponse } from "./index-reader.ts";

interface Waiting {
  resolve(response: IndexResponse): void;
  reject(cause: Error): void;
}

/** Reads indexes and answers from them beside the page; within it in browsers without workers. */
export class IndexThread {
  readonly #worker = startWorker();
  readonly #reader = this.#worker ? undefined : new IndexReader();
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    const worker = this.#worker;
    if (!worker) return;
    worker.onmessage = ({ data }: MessageEvent<{ id: number; response?: IndexResponse; error?: string }>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.response);
      else waiting?.reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  ask(request: IndexRequest): Promise<IndexResponse> {
    const worker = this.#worker;
    if (!worker) return this.#reader?.handle(request) ?? Promise.resolve(undefined);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request }, request.kind === "read" ? [request.bytes] : []);
    });
  }
}

function startWorker(): Worker | undefined {
  if (typeof Worker === "undefined") return undefined;
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
