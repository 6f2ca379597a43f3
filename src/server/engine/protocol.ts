import { deserialize, serialize } from "node:v8";
import type { Deflation } from "../sheet/deflated.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import type { WireColumn } from "./wire-column.ts";

/**
 * What the server and the engine's process say to each other: length-prefixed, structured-clone encoded frames over
 * one duplex pipe. Columns travel as typed arrays or plain arrays, never as row objects.
 */
export type EngineRequest =
  /** With labels, the answer is the rows as JSON objects with these keys. */
  | { id: number; op: "query"; file: string; sql: string; mostRows?: number; labels?: readonly string[] }
  /** Keeps the result of `base` as a table of that name (quoted), runs the parts over it and lets it go. */
  | { id: number; op: "shared"; file: string; base: string; table: string; parts: readonly string[] }
  | { id: number; op: "stream"; file: string; sql: string; batchRows: number }
  /** A stream whose batches are the rows as they stand in a file. They may come through the named pipe at this path. */
  | { id: number; op: "rows"; file: string; sql: string; format: RowFormat; pipe?: string }
  /** The reader is ready for one more batch of stream `id`. */
  | { id: number; op: "more" }
  | { id: number; op: "cancel" }
  /** Closes the read-only instance of a file, so that a loader can write to it. */
  | { id: number; op: "release"; file: string }
  /** Opens the file for writing, with access to other files, runs the statements in order and closes it. */
  | { id: number; op: "load"; file: string; statements: readonly string[] }
  | { id: number; op: "ping" };

export type EngineReply =
  /** Of a query with labels the columns have no values, and `json` is the last of the rows. */
  | { id: number; kind: "result"; columns: WireColumn[]; rows: number; json?: Uint8Array; elapsedMs: number }
  /** The rows of a query with labels that come before its result. */
  | { id: number; kind: "json"; bytes: Uint8Array }
  /** One result per statement of a shared run. */
  | { id: number; kind: "results"; results: { columns: WireColumn[]; rows: number }[]; elapsedMs: number }
  | { id: number; kind: "batch"; columns: WireColumn[]; rows: number }
  /** Those of a workbook are compressed. */
  | { id: number; kind: "rows"; bytes: Uint8Array; rows: number; deflation?: Deflation }
  /** The rows come through the pipe, to its end; then how many they were. */
  | { id: number; kind: "piped" }
  /** Statement `done` of a load has finished. */
  | { id: number; kind: "progress"; done: number }
  | { id: number; kind: "done" }
  | { id: number; kind: "error"; message: string };

/** One column of a result. Shape and units are those of the connector's result columns. */
export interface EngineColumn {
  name: string;
  type: string;
  kind: "numeric" | "text" | "temporal" | "boolean";
  values: readonly unknown[] | Float64Array;
}

export interface EngineBatch {
  columns: EngineColumn[];
  rows: number;
}

export interface EngineResult extends EngineBatch {
  elapsedMs: number;
  /** The rows as an array of objects, where they were asked for with labels: the columns have no values then. */
  json?: Buffer;
}

const HEADER_BYTES = 4;

export function encodeFrame(message: EngineRequest | EngineReply): Buffer {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/** A reader that is fed arbitrary slices of the stream and calls back with each whole message. */
export function frameReader<Message>(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let needed = HEADER_BYTES;
  return (chunk) => {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < needed) return;
    let buffer = pending.length === 1 ? chunk : Buffer.concat(pending, pendingBytes);
    for (;;) {
      needed = buffer.length < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + buffer.readUInt32LE(0);
      if (buffer.length < needed) break;
      onMessage(deserialize(buffer.subarray(HEADER_BYTES, needed)) as Message);
      buffer = buffer.subarray(needed);
    }
    pending = buffer.length > 0 ? [buffer] : [];
    pendingBytes = buffer.length;
  };
}
