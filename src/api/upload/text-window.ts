import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A part of a text, in bytes, that moves forward: files larger than memory are read through it. */
export interface TextWindow {
  readonly bytes: Uint8Array;
  /** The text ends with these bytes. */
  readonly isLast: boolean;
  /** Drops the bytes before `from`, and reads more behind the others. */
  advance(from: number): void;
}

export function wholeText(bytes: Uint8Array): TextWindow {
  return { bytes, isLast: true, advance: () => undefined };
}

const WINDOW_BYTES = 32 * 1024 * 1024;

export class FileWindow implements TextWindow {
  readonly #file: number;
  readonly #buffer: Uint8Array;
  bytes: Uint8Array = new Uint8Array(0);
  isLast = false;

  constructor(path: string, start: number) {
    this.#file = openSync(path, "r");
    // One more byte, so that a text that fits is known to end.
    this.#buffer = new Uint8Array(Math.min(WINDOW_BYTES, fstatSync(this.#file).size - start + 1));
    this.#fill(0, start);
  }

  advance(from: number): void {
    const kept = this.bytes.length - from;
    this.#buffer.copyWithin(0, from, this.bytes.length);
    this.#fill(kept, null);
  }

  /** From the file's position after the first time. */
  #fill(kept: number, start: number | null): void {
    let used = kept;
    if (start !== null)
      for (let at = 0; at < start; ) at += readSync(this.#file, this.#buffer, 0, start - at, null) || start;
    while (used < this.#buffer.length) {
      const read = readSync(this.#file, this.#buffer, used, this.#buffer.length - used, null);
      if (read === 0) {
        this.isLast = true;
        break;
      }
      used += read;
    }
    this.bytes = this.#buffer.subarray(0, used);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const PIECE_BYTES = 4 * 1024 * 1024;

/** The file's bytes in order. A piece is valid until the next; it ends between two characters if the file is UTF-8. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(Math.min(PIECE_BYTES, fstatSync(file).size + 1));
    for (let kept = 0; ; ) {
      const read = readSync(file, buffer, kept, buffer.length - kept, null);
      const filled = buffer.subarray(0, kept + read);
      if (read === 0) {
        if (kept > 0) yield filled;
        return;
      }
      const end = endOfCharacters(filled);
      yield filled.subarray(0, end);
      kept = filled.length - end;
      buffer.copyWithin(0, end, filled.length);
    }
  } finally {
    closeSync(file);
  }
}

const MAX_CHARACTER = 4;

function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < MAX_CHARACTER && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    return length > back && back < bytes.length ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
