import { setImmediate as letOthersRun } from "node:timers/promises";
import { LazyList } from "./route.ts";

/** What is put into one buffer. */
const PIECE_CHARS = 64 * 1024;
const SLICE_MS = 5;

/** The answer as `JSON.stringify` writes it, item by item of its lists, with other requests served in between. */
export async function* jsonPieces(answer: unknown): AsyncGenerator<Buffer> {
  let piece = "";
  let since = performance.now();
  for await (const text of jsonTexts(answer, LEVELS)) {
    piece += text;
    if (piece.length < PIECE_CHARS) continue;
    yield Buffer.from(piece);
    piece = "";
    if (performance.now() - since < SLICE_MS) continue;
    await letOthersRun();
    since = performance.now();
  }
  if (piece !== "") yield Buffer.from(piece);
}

/** Objects within each other that are written field by field. */
const LEVELS = 3;
/** Others hold data: they are written at once. */
const MAX_FIELDS = 100;

async function* jsonTexts(value: unknown, levels: number): AsyncGenerator<string> {
  if (value instanceof LazyList) {
    yield "[";
    yield* lazyItems(value);
    yield "]";
  } else if (Array.isArray(value)) {
    yield "[";
    yield* items(value);
    yield "]";
  } else if (levels > 0 && isPlain(value) && Object.keys(value).length <= MAX_FIELDS) {
    yield* fields(value, levels - 1);
  } else {
    yield JSON.stringify(value) ?? "null";
  }
}

async function* fields(value: Readonly<Record<string, unknown>>, levels: number): AsyncGenerator<string> {
  let isFirst = true;
  for (const [name, field] of Object.entries(value)) {
    if (isAbsent(field)) continue;
    yield `${isFirst ? "{" : ","}${JSON.stringify(name)}:`;
    yield* jsonTexts(field, levels);
    isFirst = false;
  }
  yield isFirst ? "{}" : "}";
}

const isAbsent = (value: unknown) => value === undefined || typeof value === "function" || typeof value === "symbol";

/** Many small items are one text. */
function* items(list: readonly unknown[]): Generator<string> {
  let text = "";
  for (const [i, item] of list.entries()) {
    text += `${i === 0 ? "" : ","}${JSON.stringify(item) ?? "null"}`;
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Each field by itself, as they are large. */
async function* lazyItems({ batches }: LazyList<unknown>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    await letOthersRun();
    for (const item of batch) {
      if (!isFirst) yield ",";
      yield* jsonTexts(item, 1);
      isFirst = false;
    }
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "toJSON" in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
