import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { detectAll } from "jschardet";
import { t } from "../../i18n/translate.ts";
import { FileProblem } from "./file-problem.ts";
import { piecesOf } from "./text-window.ts";

/** Runs in threads: 100 MB take up to a second. Files are read in pieces, as they may be larger than memory. */

export interface Utf8File {
  path: string;
  /** Behind a byte order mark. */
  start: number;
  encoding: string;
}

const GUESSES: Readonly<Record<string, string>> = {
  "windows-1252": "windows-1252",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  "windows-1258": "windows-1258",
  "iso-8859-2": "iso-8859-2",
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  cp874: "windows-874",
  cp932: "shift_jis",
  cp949: "euc-kr",
  "euc-jis-2004": "euc-jp",
  "euc-jp": "euc-jp",
  "euc-kr": "euc-kr",
  gb18030: "gb18030",
  big5hkscs: "big5",
  big5: "big5",
  "iso2022-jp-2": "iso-2022-jp",
};
const FALLBACK = "windows-1252";

/** The file itself if it is UTF-8. Otherwise its text is written to `target`. Throws a FileProblem if it isn't text. */
export function utf8File(path: string, target: string, encodingName?: string): Utf8File {
  const head = headOf(path);
  const marked = markedEncoding(head);
  const content = contentOf(path);
  const encoding =
    encodingName && !(marked && encodingName.startsWith("utf-16"))
      ? encodingName
      : (marked ?? unmarkedEncoding(path, head, content.isUtf8));
  if (encoding !== "utf-8") writeDecoded(path, target, encoding);
  else if (!content.isUtf8) throw notEncodedAs("utf-8");
  else if (content.hasNul) throw notText();
  return encoding === "utf-8" ? { path, start: markLength(head), encoding } : { path: target, start: 0, encoding };
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(SAMPLE_BYTES);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function contentOf(path: string): { isUtf8: boolean; hasNul: boolean } {
  let hasNul = false;
  for (const piece of piecesOf(path)) {
    if (!isUtf8(piece)) return { isUtf8: false, hasNul };
    hasNul ||= piece.includes(0);
  }
  return { isUtf8: true, hasNul };
}

const notText = () => new FileProblem(t("The file isn't a text file: it has NUL characters."));

const markLength = (bytes: Uint8Array) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

const SAMPLE_BYTES = 16_384;
const MIN_NUL_SHARE = 0.2;

function unmarkedEncoding(path: string, head: Uint8Array, isValidUtf8: boolean): string {
  const wide = utf16Of(head);
  if (wide) return wide;
  if (isValidUtf8) return "utf-8";
  assertNotBrokenUtf8(path);
  const sample = linesBeyondAscii(path);
  const found = detectAll(sample, { detectEncodings: Object.keys(GUESSES), minimumThreshold: 0 })
    .map(({ encoding, confidence }) => ({ name: GUESSES[(encoding ?? "").toLowerCase()] ?? "", confidence }))
    .filter(({ name }) => name !== "" && isValid(sample, name));
  const [best] = found;
  const defaults = found.find(({ name }) => name === FALLBACK);
  if (!best) return FALLBACK;
  const isClose = defaults !== undefined && defaults.confidence >= best.confidence * CLOSE && LATIN.has(best.name);
  return isClose ? FALLBACK : best.name;
}

/** These are easily confused in short texts; most such files are windows-1252. */
const LATIN = new Set(["windows-1250", "windows-1254", "windows-1257", "windows-1258", "iso-8859-2"]);
const CLOSE = 0.5;

/** UTF-16 without a mark: in most languages every other byte of commas, digits and line ends is 0. */
function utf16Of(sample: Uint8Array): string | undefined {
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (Math.max(even, odd) < sample.length * MIN_NUL_SHARE || Math.min(even, odd) > Math.max(even, odd) / 10)
    return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

const LF = 10;
const ASCII = 0x80;

/** The detector judges non-ASCII letters, so ASCII lines are left out. */
function linesBeyondAscii(path: string): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  for (const piece of piecesOf(path)) {
    // A piece may start inside a character.
    const first = isFirst ? 0 : piece.indexOf(LF) + 1;
    isFirst = false;
    for (const line of linesIn(piece.subarray(first), SAMPLE_BYTES - size)) {
      lines.push(Uint8Array.from(line));
      size += line.length;
    }
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(lines);
}

function linesIn(bytes: Uint8Array, most: number): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < most; ) {
    const high = bytes.subarray(start).findIndex((byte) => byte >= ASCII);
    if (high < 0) break;
    const from = bytes.lastIndexOf(LF, start + high) + 1;
    const next = bytes.indexOf(LF, start + high);
    const end = next < 0 ? bytes.length : next + 1;
    const line = bytes.subarray(Math.max(from, start), Math.min(end, start + high + SAMPLE_BYTES));
    lines.push(line);
    size += line.length;
    start = end;
  }
  return lines;
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    // The sample may end in the middle of a character.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const MIN_SEQUENCES = 4;
const MIN_SHARE = 10;

/** UTF-8 with a few broken bytes isn't read in another encoding, which would change every non-ASCII letter. */
function assertNotBrokenUtf8(path: string): void {
  let [valid, broken, line, brokenLine] = [0, 0, 1, 0];
  for (const bytes of piecesOf(path)) {
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] ?? 0;
      if (byte === LF) line++;
      const length = byte < ASCII ? 1 : sequenceLength(bytes, at);
      if (length > 1) valid++;
      if (length === 0 && broken++ === 0) brokenLine = line;
      at += Math.max(length, 1);
    }
  }
  if (valid < MIN_SEQUENCES || valid < broken * MIN_SHARE) return;
  throw new FileProblem(
    t("Line {line, number} isn't valid UTF-8, but the rest of the file is. Fix it or set the encoding.", {
      line: brokenLine,
    }),
    "encoding",
  );
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== ASCII) return 0;
  return length;
}

function writeDecoded(path: string, target: string, encoding: string): void {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const file = openSync(target, "wx", 0o600);
  const write = (text: string) => {
    if (text.includes("\0")) throw notText();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  try {
    for (const piece of piecesOf(path)) write(decoded(decoder, encoding, piece));
    write(decoded(decoder, encoding));
  } finally {
    closeSync(file);
  }
}

function decoded(decoder: TextDecoder, encoding: string, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw notEncodedAs(encoding);
  }
}

const notEncodedAs = (encoding: string) =>
  new FileProblem(
    t("The file is not encoded as {encoding}. Set its encoding, or save it as UTF-8.", {
      encoding: encoding.toUpperCase(),
    }),
    "encoding",
  );
