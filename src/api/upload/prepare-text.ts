import { closeSync, openSync, writeSync } from "node:fs";
import { t } from "../../i18n/translate.ts";
import { delimiterOf, wholeLines } from "./delimiters.ts";
import { FileProblem } from "./file-problem.ts";
import { MAX_RECORD_BYTES, RecordReader, tooLong } from "./records.ts";
import { headerBelow } from "./table-header.ts";
import type { TextWindow } from "./text-window.ts";

/**
 * Rewrites any delimited text so that the engine needs no guessing: UTF-8, no header and blank lines, equally wide
 * records with their line number. Runs in threads.
 */

export interface TextSettings {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  skipRows: number;
  headerRow: number;
  skipsBlank: boolean;
  trims: boolean;
  mostRows?: number | undefined;
  /** Counts records with more fields than the header instead of rejecting the file. */
  skipsLong: boolean;
  /** Unit of positions in messages: lines of a text, rows of a sheet. */
  unit: "line" | "row";
}

export interface PreparedText {
  names: string[];
  rows: number;
  encoding: string;
  delimiter: string;
  /** The line or row of the header, if titles seem to stand above it. */
  headerBelow?: number | undefined;
  long?: LongRecords | undefined;
}

/** Skipped records that have more fields than the header. */
export interface LongRecords {
  count: number;
  /** Of the first. */
  problem: string;
}

export const MAX_COLUMNS = 1000;
export const MAX_ROWS = 50_000_000;

/** Of UTF-8. */
export function prepareText(text: TextWindow, given: TextSettings, path: string): Omit<PreparedText, "encoding"> {
  const sample = Uint8Array.from(wholeLines(text.bytes));
  const settings = withNamedDelimiter(sample, given);
  const delimiter = settings.delimiter ?? delimiterOf(sample, settings);
  const delimiterBytes = Buffer.from(delimiter);
  const records = new RecordReader(text, { delimiter: delimiterBytes, trims: settings.trims });
  const source = { sample, records, settings, delimiter: delimiterBytes };
  const names = headerOf(source);
  const output = new RecordFile(path);
  try {
    const written = writeRecords(source, names.length, output);
    return { ...{ names: distinctNames(names), ...written, delimiter }, headerBelow: titledHeader(source) };
  } finally {
    output.close();
  }
}

/** Excel reads the delimiter from a first line such as `sep=;`. */
function withNamedDelimiter(sample: Uint8Array, settings: TextSettings): TextSettings {
  if (settings.unit !== "line" || settings.skipRows > 0) return settings;
  const named = /^sep=([^\s\w"]|\t)\r?\n/i.exec(Buffer.from(sample.subarray(0, NAMED_BYTES)).toString("latin1"))?.[1];
  return named === undefined ? settings : { ...settings, delimiter: settings.delimiter ?? named, skipRows: 1 };
}

const NAMED_BYTES = 16;

interface Source {
  /** The first lines. */
  sample: Uint8Array;
  delimiter: Uint8Array;
  records: RecordReader;
  settings: TextSettings;
}

function titledHeader({ sample, delimiter, settings }: Source): number | undefined {
  const records = new RecordReader(sample, { delimiter, trims: settings.trims });
  skipRows(records, settings);
  return headerBelow(records, settings.unit);
}

function skipRows(records: RecordReader, settings: TextSettings): void {
  // A sheet's cell may contain line breaks.
  if (settings.unit === "row") for (let i = 0; i < settings.skipRows; i++) records.next();
  else records.skipLines(settings.skipRows);
}

function headerOf(source: Source): string[] {
  const { records, settings } = source;
  skipRows(records, settings);
  let left = settings.headerRow;
  while (records.next()) {
    if (settings.skipsBlank && isBlank(source)) continue;
    if (left-- > 0) continue;
    if (records.fields > MAX_COLUMNS)
      throw new FileProblem(t("The file has more than {limit, number} columns.", { limit: MAX_COLUMNS }));
    return records.texts();
  }
  throw headerMissing(source);
}

function headerMissing({ records, settings: { skipRows: skipped, headerRow, unit } }: Source): FileProblem {
  const row = skipped + headerRow + 1;
  if (row === 1 || records.number + records.lines === 0) return new FileProblem(t("The file is empty."));
  const message = t(
    "The header row is {row, number}, but there {unit, select, line {{count, plural, one {is only # line} other {are only # lines}}} other {{count, plural, one {is only # row} other {are only # rows}}}}.",
    { row, unit, count: unit === "line" ? records.lines : records.number },
  );
  return new FileProblem(message, "header_row");
}

function writeRecords(source: Source, width: number, output: RecordFile): { rows: number; long?: LongRecords } {
  const { records, settings } = source;
  const most = settings.mostRows ?? MAX_ROWS + 1;
  let rows = 0;
  let long: LongRecords | undefined;
  while (rows < most && records.next()) {
    if (settings.skipsBlank && isBlank(source)) continue;
    const at = settings.unit === "line" ? records.line : records.number;
    assertShort(source, at);
    if (records.fields > width) {
      long = long ? { ...long, count: long.count + 1 } : firstLong(source, width, at);
      continue;
    }
    output.write(source, at, width);
    rows++;
  }
  if (rows > MAX_ROWS) throw new FileProblem(t("The file has more than {limit, number} rows.", { limit: MAX_ROWS }));
  return { rows, ...(long ? { long } : {}) };
}

function firstLong({ records, settings: { unit, skipsLong } }: Source, width: number, at: number): LongRecords {
  const problem = t(
    "{unit, select, line {Line} other {Row}} {place, number}: expected {width, plural, one {# field} other {# fields}}, found {found, number}.",
    { unit, place: at, width, found: records.fields },
  );
  if (!skipsLong) throw new FileProblem(problem, "skip_long_lines");
  return { count: 1, problem };
}

function assertShort({ records, settings: { unit } }: Source, at: number): void {
  if (records.end - records.start > MAX_RECORD_BYTES) throw tooLong(unit, at);
}

const SPACE = 32;

function isBlank({ records }: Source): boolean {
  const { bytes } = records;
  for (let at = records.start; at < records.end; at++) if (bytes[at] !== SPACE) return false;
  return true;
}

const BUFFER_BYTES = 4 * 1024 * 1024;
const ZERO = 48;
const LF = 10;
const SPARE_BYTES = 16 + MAX_COLUMNS * 4;

class RecordFile {
  readonly #file: number;
  #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;

  constructor(path: string) {
    this.#file = openSync(path, "wx", 0o600);
  }

  write(source: Source, place: number, width: number): void {
    const { records, delimiter, settings } = source;
    const { bytes } = records;
    this.#reserve(records.end - records.start + SPARE_BYTES);
    this.#number(place);
    if (settings.trims) {
      records.eachField((start, end) => {
        this.#copy(delimiter, 0, delimiter.length);
        this.#copy(bytes, start, end);
      });
    } else {
      this.#copy(delimiter, 0, delimiter.length);
      this.#copy(bytes, records.start, records.end);
    }
    for (let i = records.fields; i < width; i++) this.#copy(delimiter, 0, delimiter.length);
    this.#buffer[this.#used++] = LF;
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#buffer.length) return;
    this.#flush();
    if (bytes > this.#buffer.length) this.#buffer = new Uint8Array(bytes);
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer, 0, this.#used);
    this.#used = 0;
  }

  #number(value: number): void {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    let rest = value;
    for (let at = this.#used + digits - 1; at >= this.#used; at--) {
      this.#buffer[at] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.#used += digits;
  }

  #copy(from: Uint8Array, start: number, end: number): void {
    const buffer = this.#buffer;
    let used = this.#used;
    for (let at = start; at < end; at++) buffer[used++] = from[at] ?? 0;
    this.#used = used;
  }
}

function distinctNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name, at) => {
    const base = name.trim() === "" ? `column${at}` : name;
    let distinct = base;
    for (let i = 1; usedNames.has(distinct.toLowerCase()); i++) distinct = `${base}_${i}`;
    usedNames.add(distinct.toLowerCase());
    return distinct;
  });
}
