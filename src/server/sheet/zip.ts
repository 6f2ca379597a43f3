import { crc32 } from "node:zlib";
import type { Entry, ZipReader } from "@zip.js/zip.js";
import type { ZipInputFile } from "fflate";
import { type Deflation, deflated, END, joined, NOTHING, type Piece } from "./deflated.ts";

/** One file of an archive. Its content is read once, when it is its turn. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Piece | Buffer> | Iterable<Piece | Buffer>;
  /** What it holds is compressed, so that its bytes stay as they are. */
  isCompressed?: boolean;
}

/** 1980-01-01, so that equal contents make equal archives. */
const DATE = new Date(1980, 0, 1);
/** What the sizes and places of an archive can say. */
const MAX_BYTES = 2 ** 32 - 1;
const STORED = 0;
const DEFLATED = 8;

/** An archive, made while it is sent: nothing is held but a few pieces. Throws what its contents throw. */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const { Zip } = await import("fflate");
  let ready: Buffer[] = [];
  let sent = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    sent += bytes.length;
    assertFits(sent);
    ready.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  });
  const taken = () => {
    const all = ready;
    ready = [];
    return all;
  };
  for await (const { name, content, isCompressed = false } of entries) {
    const file: ZipInputFile = {
      filename: name,
      compression: isCompressed ? STORED : DEFLATED,
      mtime: DATE,
      ...NOTHING,
    };
    zip.add(file);
    let whole = NOTHING;
    for await (const piece of content) {
      const { bytes, deflation } = await (isCompressed ? stored(piece) : compressed(piece));
      whole = joined(whole, deflation);
      assertFits(whole.size);
      file.ondata?.(null, bytes as Buffer<ArrayBuffer>, false);
      yield* taken();
    }
    Object.assign(file, whole);
    file.ondata?.(null, isCompressed ? EMPTY : END, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

const EMPTY = Buffer.alloc(0);

const pieceOf = (piece: Piece | Buffer): Piece => (Buffer.isBuffer(piece) ? { bytes: piece } : piece);

function stored(piece: Piece | Buffer): Piece & { deflation: Deflation } {
  const { bytes } = pieceOf(piece);
  return { bytes, deflation: { size: bytes.length, crc: crc32(bytes) } };
}

async function compressed(piece: Piece | Buffer): Promise<Piece & { deflation: Deflation }> {
  const { bytes, deflation } = pieceOf(piece);
  return deflation ? { bytes, deflation } : deflated(bytes);
}

function assertFits(bytes: number): void {
  if (bytes > MAX_BYTES) throw new Error("An archive and its files can have 4 GB.");
}

/** The entries of an archive; of one with more than `most`, one more than that: those after it are not looked at. */
export async function entriesOf(reader: ZipReader<unknown>, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    entries.push(entry);
    if (entries.length > most) break;
  }
  return entries;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;

/** How many entries the end of an archive says there are; undefined for what has no end of one. */
export function declaredEntries(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END_SIGNATURE)
      return declared64(view, at - END64_LOCATOR_BYTES) ?? view.getUint16(at + 10, true);
  }
  return undefined;
}

function declared64(view: DataView, locator: number): number | undefined {
  if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR) return undefined;
  const end = Number(view.getBigUint64(locator + 8, true));
  const isThere = end + END64_BYTES <= view.byteLength && view.getUint32(end, true) === END64;
  return isThere ? Number(view.getBigUint64(end + 32, true)) : undefined;
}

/** Whether the entries claim more bytes than the archive has: a bomb unfolds the same ones many times. */
export function isOverlapping(entries: readonly Entry[], archiveBytes: number): boolean {
  return entries.reduce((sum, entry) => sum + entry.compressedSize, 0) > archiveBytes;
}
