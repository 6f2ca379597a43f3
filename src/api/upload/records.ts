import { t } from "../../i18n/translate.ts";
import { FileProblem } from "./file-problem.ts";

/**
 * Finds the records of a delimited text (RFC 4180, delimiters of any length, line ends LF, CRLF or CR) in its bytes
 * without creating strings, for speed.
 */

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;

export interface RecordSettings {
  delimiter: Uint8Array;
  trims: boolean;
}

export class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #delimiter: Uint8Array;
  readonly #first: number;
  readonly #trims: boolean;
  #at = 0;
  #nextLine = 1;
  start = 0;
  end = 0;
  fields = 0;
  line = 1;
  number = 0;

  constructor(bytes: Uint8Array, { delimiter, trims }: RecordSettings) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#first = delimiter[0] ?? 0;
    this.#trims = trims && this.#first !== SPACE;
  }

  /** False after the last record. Throws a FileProblem for incorrect quotes. */
  next(): boolean {
    const bytes = this.#bytes;
    if (this.#at >= bytes.length) return false;
    this.start = this.#at;
    this.line = this.#nextLine;
    this.fields = 1;
    this.number++;
    let at = this.#endOfField(this.#at);
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) {
      this.fields++;
      at = this.#endOfField(at + this.#delimiter.length);
    }
    this.end = at;
    this.#at = at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1);
    this.#nextLine++;
    return true;
  }

  /** Lines read so far. */
  get lines(): number {
    return this.#nextLine - 1;
  }

  skipLines(count: number): void {
    const bytes = this.#bytes;
    for (let i = 0; i < count && this.#at < bytes.length; i++) {
      let at = this.#at;
      while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
      this.#at = at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1);
      this.#nextLine++;
    }
  }

  texts(): string[] {
    const texts: string[] = [];
    this.eachField((start, end) => {
      const isQuoted = this.#bytes[start] === QUOTE;
      const text = new TextDecoder().decode(this.#bytes.subarray(start, end));
      texts.push(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text);
    });
    return texts;
  }

  eachField(visit: (start: number, end: number) => void): void {
    const nextLine = this.#nextLine;
    for (let at = this.start, end = -1; end < this.end; at = end + this.#delimiter.length) {
      end = this.#endOfField(at);
      visit(Math.min(this.#trims ? this.#behindSpaces(at) : at, end), end);
    }
    this.#nextLine = nextLine;
  }

  #behindSpaces(from: number): number {
    let at = from;
    while (this.#bytes[at] === SPACE) at++;
    return at;
  }

  #endOfField(from: number): number {
    const bytes = this.#bytes;
    const start = this.#trims ? this.#behindSpaces(from) : from;
    if (bytes[start] === QUOTE) return this.#behindQuotes(start);
    const first = this.#first;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LF || byte === CR || (byte === first && this.#isDelimiter(at))) break;
    }
    return at;
  }

  #isDelimiter(at: number): boolean {
    const delimiter = this.#delimiter;
    for (let i = 1; i < delimiter.length; i++) if (this.#bytes[at + i] !== delimiter[i]) return false;
    return true;
  }

  #behindQuotes(start: number): number {
    const bytes = this.#bytes;
    const opened = this.#nextLine;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) this.#nextLine++;
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] === QUOTE) at++;
      else return this.#closed(at + 1, opened);
    }
    throw new FileProblem(t("Line {line, number}: a quote opens here but never closes.", { line: opened }));
  }

  #closed(at: number, line: number): number {
    const byte = this.#bytes[at];
    const isEnd = byte === undefined || byte === LF || byte === CR || (byte === this.#first && this.#isDelimiter(at));
    if (isEnd) return at;
    throw new FileProblem(
      t("Line {line, number}: text follows a closing quote. To include a quote in a quoted value, double it.", {
        line,
      }),
    );
  }
}
