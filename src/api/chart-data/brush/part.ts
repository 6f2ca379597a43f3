import type { IndexShape, NotCovered } from "../../../query/brush/query-index.ts";

const LENGTH_BYTES = 4;

/** A part without its target's key: the length of its head, the head, and Arrow streams. */
export function covered(shape: IndexShape, streams: readonly Uint8Array[]): Buffer {
  return partOf({ isCovered: true, shape, bytes: streams.map(({ length }) => length) }, streams);
}

export const uncovered = (reason: NotCovered): Buffer => partOf({ isCovered: false, reason }, []);

function partOf(head: object, streams: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  return Buffer.concat([lengthOf(text.length), text, ...streams]);
}

export function headed(key: string, query: number | null, part: Buffer): Buffer {
  const own = Buffer.from(JSON.stringify({ key, query }).replace(/\}$/, ","));
  const rest = part.subarray(LENGTH_BYTES + 1);
  return Buffer.concat([lengthOf(own.length + part.readUInt32LE(0) - 1), own, rest]);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes);
  return length;
}
