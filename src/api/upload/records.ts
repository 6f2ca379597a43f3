import { t } from "../../i18n/translate.ts";
import { FileProblem } from "./file-problem.ts";
import { type TextWindow, wholeText } from "./text-window.ts";

/**
 * Finds the records of a delimited text (RFC 4180, delimiters of any length, line ends LF, CRLF or CR) in its bytes
 * without creating strings, for speed.
 */

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const MB = 1024 * 1024;
export const MAX_RECORD_BYTES = 8 * MB;
/** The window has this much of the text before a record is read, which is then there as a whole. */
const AHEAD_BYTES = MAX_RECORD_BYTES + 65_536;

export interface RecordSettings {
  delimiter: Uint8Array;
  trims: boolean;
}

export class RecordReader {
  readonly #window: TextWindow;
  #bytes: Uint8Array;
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

  constructor(text: Uint8Array | TextWindow, { delimiter, trims }: RecordSettings) {
    this.#window = text instanceof Uint8Array ? wholeText(text) : text;
    this.#bytes = this.#window.bytes;
    this.#delimiter = delimiter;
    this.#first = delimiter[0] ?? 0;
    this.#trims = trims && this.#first !== SPACE;
  }

  /** What `start` and `end` refer to, until the next record. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** False after the last record. Throws a FileProblem for incorrect quotes. */
  next(): boolean {
    this.#fill();
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
    if (at >= bytes.length && !this.#window.isLast) throw tooLong("line", this.line);
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
    for (let i = 0; i < count; i++) {
      this.#fill();
      if (this.#at >= this.#bytes.length) return;
      let at = this.#endOfLine();
      // A line that is skipped may be longer than the window.
      while (at + 1 >= this.#bytes.length && !this.#window.isLast) {
        this.#at = at;
        this.#fill();
        at = this.#endOfLine();
      }
      this.#at = at + (this.#bytes[at] === CR && this.#bytes[at + 1] === LF ? 2 : 1);
      this.#nextLine++;
    }
  }

  #endOfLine(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    return at;
  }

  #fill(): void {
    if (this.#window.isLast || this.#bytes.length - this.#at >= AHEAD_BYTES) return;
    this.#window.advance(this.#at);
    this.#bytes = this.#window.bytes;
    this.#at = 0;
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
    if (this.#window.isLast)
      throw new FileProblem(t("Line {line, number}: a quote opens here but never closes.", { line: opened }));
    throw new FileProblem(
      t("Line {line, number}: a quote opens here but doesn't close within {limit, number} MB.", {
        line: opened,
        limit: MAX_RECORD_BYTES / MB,
      }),
    );
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

export const tooLong = (unit: "line" | "row", place: number) =>
  new FileProblem(
    t("{unit, select, line {Line} other {Row}} {place, number} is longer than the limit of {limit, number} MB.", {
      unit,
      place,
      limit: MAX_RECORD_BYTES / MB,
    }),
  );
