import { deserialize, serialize } from "node:v8";
import type { Deflation } from "../sheet/deflated.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import type { WireColumn } from "./wire-column.ts";

/**
 * What the server and the engine's process say to each other: length-prefixed, structured-clone encoded frames over
 * one duplex pipe. Columns travel as typed arrays or plain arrays, never as row objects. Rows that are written already
 * follow their message as bytes, which nobody copies into it or out of it.
 */
export type EngineRequest =
  /** With labels, the answer is the rows as JSON objects with these keys. */
  | { id: number; op: "query"; file: string; sql: string; mostRows?: number; labels?: readonly string[] }
  /** Keeps the result of `base` as a table of that name (quoted), runs the parts over it and lets it go. */
  | { id: number; op: "shared"; file: string; base: string; table: string; parts: readonly string[] }
  | { id: number; op: "stream"; file: string; sql: string; batchRows: number }
  /** A stream whose batches are the rows as they stand in a file. On their way they may lie in the spool at this path. */
  | { id: number; op: "rows"; file: string; sql: string; format: RowFormat; mostRows?: number; spool?: string }
  /** The reader is ready for one more batch of stream `id`. */
  | { id: number; op: "more" }
  | { id: number; op: "cancel" }
  /** Closes the read-only instance of a file, so that a loader can write to it. */
  | { id: number; op: "release"; file: string }
  /** Opens the file for writing, with access to other files, runs the statements in order and closes it. */
  | { id: number; op: "load"; file: string; statements: readonly string[] }
  | { id: number; op: "ping" };

export type EngineReply =
  /** Of a query with labels the columns have no values, and the last of the rows follow. */
  | { id: number; kind: "result"; columns: WireColumn[]; rows: number; isJson?: true; elapsedMs: number }
  /** The rows of a query with labels that come before its result follow. */
  | { id: number; kind: "json" }
  /** One result per statement of a shared run. */
  | { id: number; kind: "results"; results: { columns: WireColumn[]; rows: number }[]; elapsedMs: number }
  | { id: number; kind: "batch"; columns: WireColumn[]; rows: number }
  /** The rows follow. Those of a workbook are compressed. */
  | { id: number; kind: "rows"; rows: number; deflation?: Deflation }
  /** The rows are being written into the spool, as they stand in the file; how many they were says the next reply, when they all are. */
  | { id: number; kind: "spooled" }
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
  /** The rows as an array of objects, in pieces, where they were asked for with labels: the columns have no values then. */
  json?: readonly Buffer[];
}

/** The lengths of the message and of the bytes that follow it. */
const HEADER_BYTES = 8;

/** `following`: how many bytes will follow the message. */
export function encodeFrame(message: EngineRequest | EngineReply, following = 0): Buffer {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(following, 4);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/** A reader that is fed arbitrary slices of the stream and calls back with each whole message and what follows it, in pieces. */
export function frameReader<Message>(
  onMessage: (message: Message, bytes: readonly Buffer[]) => void,
): (chunk: Buffer) => void {
  const arrived = new Slices();
  let lengths: [message: number, following: number] | undefined;
  return (chunk) => {
    arrived.add(chunk);
    for (;;) {
      if (!lengths) {
        if (arrived.length < HEADER_BYTES) return;
        const header = wholeOf(arrived.take(HEADER_BYTES));
        lengths = [header.readUInt32LE(0), header.readUInt32LE(4)];
      }
      const [message, following] = lengths;
      if (arrived.length < message + following) return;
      lengths = undefined;
      const body = wholeOf(arrived.take(message));
      onMessage(deserialize(body) as Message, arrived.take(following));
    }
  };
}

/** The pieces as one: the same memory where there is one only. */
export const wholeOf = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);

/** What has arrived of a stream, in the pieces in which it came. */
class Slices {
  #pieces: Buffer[] = [];
  length = 0;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  /** The next bytes, of which as many must have arrived. */
  take(bytes: number): Buffer[] {
    const taken: Buffer[] = [];
    let left = bytes;
    let whole = 0;
    while (left > 0) {
      const piece = this.#pieces[whole] as Buffer;
      if (piece.length > left) {
        taken.push(piece.subarray(0, left));
        this.#pieces[whole] = piece.subarray(left);
        break;
      }
      taken.push(piece);
      left -= piece.length;
      whole++;
    }
    this.#pieces.splice(0, whole);
    this.length -= bytes;
    return taken;
  }
}

/** Whether the engine says that it found no memory. */
export const isOutOfMemory = (message: string) => /out of memory|bad allocation|allocation failure/i.test(message);
