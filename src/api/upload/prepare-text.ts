import { closeSync, openSync, writeSync } from "node:fs";
import { t } from "../../i18n/translate.ts";
import { toUtf8 } from "./encoding.ts";
import { FileProblem } from "./file-problem.ts";
import { RecordReader } from "./records.ts";

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
  /** Unit of positions in messages: lines of a text, rows of a sheet. */
  unit: "line" | "row";
}

export interface PreparedText {
  names: string[];
  rows: number;
  encoding: string;
  delimiter: string;
}

export const MAX_COLUMNS = 1000;
export const MAX_ROWS = 10_000_000;
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

export function prepareText(bytes: Uint8Array, settings: TextSettings, path: string): PreparedText {
  const text = toUtf8(bytes, settings.encoding);
  const delimiter = settings.delimiter ?? delimiterOf(text.bytes, settings);
  const records = new RecordReader(text.bytes, { delimiter: Buffer.from(delimiter), trims: settings.trims });
  const source = { bytes: text.bytes, records, settings, delimiter: Buffer.from(delimiter) };
  const names = headerOf(source);
  const output = new RecordFile(path);
  try {
    const rows = writeRecords(source, names.length, output);
    return { names: distinctNames(names), rows, encoding: text.encoding, delimiter };
  } finally {
    output.close();
  }
}

interface Source {
  bytes: Uint8Array;
  delimiter: Uint8Array;
  records: RecordReader;
  settings: TextSettings;
}

function headerOf(source: Source): string[] {
  const { records, settings } = source;
  // A sheet's cell may contain line breaks.
  if (settings.unit === "row") for (let i = 0; i < settings.skipRows; i++) records.next();
  else records.skipLines(settings.skipRows);
  let left = settings.headerRow;
  while (records.next()) {
    if (settings.skipsBlank && isBlank(source)) continue;
    if (left-- > 0) continue;
    if (records.fields > MAX_COLUMNS)
      throw new FileProblem(t("The file has more than {limit, number} columns.", { limit: MAX_COLUMNS }));
    return records.texts();
  }
  throw new FileProblem(t("The file is empty."));
}

function writeRecords(source: Source, width: number, output: RecordFile): number {
  const { records, settings } = source;
  const most = settings.mostRows ?? MAX_ROWS + 1;
  let rows = 0;
  while (rows < most && records.next()) {
    if (settings.skipsBlank && isBlank(source)) continue;
    const at = settings.unit === "line" ? records.line : records.number;
    assertFits(source, width, at);
    output.write(source, at, width);
    rows++;
  }
  if (rows > MAX_ROWS) throw new FileProblem(t("The file has more than {limit, number} rows.", { limit: MAX_ROWS }));
  return rows;
}

function assertFits({ records, settings }: Source, width: number, at: number): void {
  const { unit } = settings;
  if (records.fields > width) {
    throw new FileProblem(
      t(
        "{unit, select, line {Line} other {Row}} {place, number}: expected {width, plural, one {# field} other {# fields}}, found {found, number}.",
        { unit, place: at, width, found: records.fields },
      ),
    );
  }
  if (records.end - records.start > MAX_RECORD_BYTES) {
    throw new FileProblem(
      t("{unit, select, line {Line} other {Row}} {place, number} is longer than the limit of {limit, number} MB.", {
        unit,
        place: at,
        limit: MAX_RECORD_BYTES / 1024 / 1024,
      }),
    );
  }
}

const SPACE = 32;

function isBlank({ bytes, records }: Source): boolean {
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
    const { bytes, records, delimiter, settings } = source;
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

const CANDIDATES = [",", ";", "\t", "|"];
const SAMPLE_BYTES = 65_536;
const SAMPLE_RECORDS = 200;

interface Sampling {
  skipRows: number;
  trims: boolean;
}

function delimiterOf(text: Uint8Array, sampling: Sampling): string {
  const sample = wholeLines(text);
  const scored = CANDIDATES.map((delimiter) => ({ delimiter, ...scoreOf(sample, delimiter, sampling) }));
  const best = scored.reduce((a, b) => (b.share > a.share || (b.share === a.share && b.fields > a.fields) ? b : a));
  return best.share > 0 ? best.delimiter : ",";
}

function wholeLines(text: Uint8Array): Uint8Array {
  if (text.length <= SAMPLE_BYTES) return text;
  const end = text.lastIndexOf(10, SAMPLE_BYTES);
  return text.subarray(0, end > 0 ? end : SAMPLE_BYTES);
}

function scoreOf(
  text: Uint8Array,
  delimiter: string,
  { skipRows, trims }: Sampling,
): { share: number; fields: number } {
  const records = new RecordReader(text, { delimiter: Buffer.from(delimiter), trims });
  const counts = new Map<number, number>();
  let total = 0;
  let first = 0;
  try {
    records.skipLines(skipRows);
    while (total < SAMPLE_RECORDS && records.next()) {
      if (records.end === records.start) continue;
      total++;
      first ||= records.fields;
      counts.set(records.fields, (counts.get(records.fields) ?? 0) + 1);
    }
  } catch {
    // A sample may end inside quotes; quotes that don't fit this delimiter count as one more record.
    total++;
  }
  const most = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0]);
  return most[0] > 1 && first > 1 ? { share: most[1] / total, fields: most[0] } : { share: 0, fields: 1 };
}
