import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { CompressingReply, PlacedPart } from "./compressors.ts";

/** A thread that compresses parts of open files, one after the other. */

/** More than what a part usually comes to. */
const OUTPUT_BYTES = 1 << 18;
/** The quickest level: what is sent is mostly read once. */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: OUTPUT_BYTES };

let memory = Buffer.alloc(0);

parentPort?.on("message", ({ id, part }: { id: number; part: PlacedPart }) => {
  parentPort?.postMessage(replyTo(id, part));
});

function replyTo(id: number, part: PlacedPart): CompressingReply {
  try {
    const bytes = bytesOf(part);
    const deflation = { size: bytes.length, crc: crc32(bytes) };
    return { id, bytes: new Uint8Array(deflateRawSync(bytes, OPTIONS)), deflation };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Valid until the next part is read. */
function bytesOf({ descriptor, place, length }: PlacedPart): Buffer {
  if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
  const bytes = memory.subarray(0, length);
  for (let read = 0; read < length; ) {
    const count = readSync(descriptor, bytes, read, length - read, place + read);
    if (count === 0) throw new Error("The file is shorter than it was.");
    read += count;
  }
  return bytes;
}
