import { deserialize, serialize } from "node:v8";
import type { Deflation } from "../sheet/deflate.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import type { WireColumn } from "./wire-column.ts";

/**
 * Length-prefixed, structured-clone encoded frames over a duplex pipe. Columns travel as typed or plain arrays, never
 * as row objects. Rows that are already written follow their message as raw bytes.
 */
export type EngineRequest =
  /** With labels, rows are returned as JSON objects with these keys, if there are at most `mostJsonRows`. */
  | {
      id: number;
      op: "query";
      file: string;
      sql: string;
      mostRows?: number;
      labels?: readonly string[];
      mostJsonRows?: number;
    }
  /** Stores the result of `base` as a table with that (quoted) name, runs the parts over it and drops it. */
  | { id: number; op: "shared"; file: string; base: string; table: string; parts: readonly string[] }
  | { id: number; op: "stream"; file: string; sql: string; batchRows: number }
  /** Batches contain rows in the file's format, optionally through the spool at this path. */
  | { id: number; op: "rows"; file: string; sql: string; format: RowFormat; mostRows?: number; spool?: string }
  | { id: number; op: "more" }
  | { id: number; op: "cancel" }
  | { id: number; op: "release"; file: string }
  | { id: number; op: "load"; file: string; statements: readonly string[] }
  | { id: number; op: "ping" };

export type EngineReply =
  /** With labels the columns have no values, and the last rows follow. */
  | { id: number; kind: "result"; columns: WireColumn[]; rows: number; isJson?: true; elapsedMs: number }
  | { id: number; kind: "json" }
  | { id: number; kind: "results"; results: { columns: WireColumn[]; rows: number }[]; elapsedMs: number }
  | { id: number; kind: "batch"; columns: WireColumn[]; rows: number }
  | { id: number; kind: "rows"; rows: number; deflation?: Deflation }
  /** Rows are being written into the spool; the next reply has their number. */
  | { id: number; kind: "spooled" }
  | { id: number; kind: "progress"; done: number }
  | { id: number; kind: "done" }
  | { id: number; kind: "error"; message: string; code?: EngineErrorCode | undefined };

/** Errors of the engine process itself. The server words them, because the process has no language. */
export type EngineErrorCode = "resultTooLarge" | "fileTooLarge" | "diskFull" | "unreadableRows";

export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Larger results could exhaust the memory of both processes. */
export const MAX_RESULT_BYTES = 200_000_000;

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
  /** JSON array of rows in pieces, for queries with labels; columns then have no values. */
  json?: readonly Buffer[];
}

const HEADER_BYTES = 8;

export function encodeFrame(message: EngineRequest | EngineReply, following = 0): Buffer {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(following, 4);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

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
        const header = concatPieces(arrived.take(HEADER_BYTES));
        lengths = [header.readUInt32LE(0), header.readUInt32LE(4)];
      }
      const [message, following] = lengths;
      if (arrived.length < message + following) return;
      lengths = undefined;
      const body = concatPieces(arrived.take(message));
      onMessage(deserialize(body) as Message, arrived.take(following));
    }
  };
}

export const concatPieces = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);

class Slices {
  #pieces: Buffer[] = [];
  length = 0;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  take(bytes: number): Buffer[] {
    const chunks: Buffer[] = [];
    let left = bytes;
    let whole = 0;
    while (left > 0) {
      const piece = this.#pieces[whole] as Buffer;
      if (piece.length > left) {
        chunks.push(piece.subarray(0, left));
        this.#pieces[whole] = piece.subarray(left);
        break;
      }
      chunks.push(piece);
      left -= piece.length;
      whole++;
    }
    this.#pieces.splice(0, whole);
    this.length -= bytes;
    return chunks;
  }
}

export const isOutOfMemory = (message: string) => /out of memory|bad allocation|allocation failure/i.test(message);
