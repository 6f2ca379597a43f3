import type { BinSpan } from "../../../model/brush.ts";
import { answersOf, type IndexAnswer } from "../../../query/brush/answer.ts";
import { readParts } from "../../../query/brush/parts.ts";

export type IndexRequest =
  | { kind: "read"; index: number; bytes: ArrayBuffer }
  | { kind: "answer"; index: number; ranges: readonly BinSpan[]; keys: readonly string[] }
  | { kind: "forget"; index: number };

/** `query` is null for a whole chart that the index doesn't have. */
export interface ReadPart {
  key: string;
  query: number | null;
  isCovered: boolean;
}

/** null = the database has to be asked. */
export type Answers = Readonly<Record<string, readonly (IndexAnswer | null)[]>>;

export type IndexResponse = readonly ReadPart[] | Answers | undefined;

type Answerer = ReturnType<typeof answersOf>;

export class IndexReader {
  /** By index and key: of each query. */
  readonly #indexes = new Map<number, Map<string, Answerer[]>>();

  async handle(request: IndexRequest): Promise<IndexResponse> {
    switch (request.kind) {
      case "read":
        return this.#read(request.index, request.bytes);
      case "answer":
        return this.#answer(request);
      case "forget":
        this.#indexes.delete(request.index);
        return undefined;
    }
  }

  async #read(id: number, bytes: ArrayBuffer): Promise<ReadPart[]> {
    const targets = new Map<string, Answerer[]>();
    this.#indexes.set(id, targets);
    const parts: ReadPart[] = [];
    for await (const { part, index } of readParts(new Response(bytes).body as ReadableStream<Uint8Array>)) {
      const { key, query } = part;
      parts.push({ key, query, isCovered: index !== null });
      if (!index || query === null) continue;
      const answerers = targets.get(key) ?? [];
      answerers[query] = answersOf(index);
      targets.set(key, answerers);
    }
    return parts;
  }

  #answer({ index, ranges, keys }: Extract<IndexRequest, { kind: "answer" }>): Answers {
    const targets = this.#indexes.get(index);
    return Object.fromEntries(keys.map((key) => [key, (targets?.get(key) ?? []).map((answer) => answer(ranges))]));
  }
}
