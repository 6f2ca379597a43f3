import { crc32 } from "node:zlib";
import type { Entry, ZipReader } from "@zip.js/zip.js";
import type { ZipInputFile } from "fflate";
import { combineDeflations, type Deflation, deflatePiece, END, NOTHING, type Piece } from "./deflate.ts";

/** Content is read once, in order. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Piece | Buffer> | Iterable<Piece | Buffer>;
  /** The content is already compressed, so it is stored. */
  isCompressed?: boolean;
}

const DATE = new Date(1980, 0, 1);
const MAX_BYTES = 2 ** 32 - 1;
const STORED = 0;
const DEFLATED = 8;

export async function* createZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const { Zip } = await import("fflate");
  let ready: Buffer[] = [];
  let sent = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    sent += bytes.length;
    assertFits(sent);
    ready.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  });
  const takeWritten = () => {
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
      whole = combineDeflations(whole, deflation);
      assertFits(whole.size);
      file.ondata?.(null, bytes as Buffer<ArrayBuffer>, false);
      yield* takeWritten();
    }
    Object.assign(file, whole);
    file.ondata?.(null, isCompressed ? EMPTY : END, true);
    yield* takeWritten();
  }
  zip.end();
  yield* takeWritten();
}

const EMPTY = Buffer.alloc(0);

const pieceOf = (piece: Piece | Buffer): Piece => (Buffer.isBuffer(piece) ? { bytes: piece } : piece);

function stored(piece: Piece | Buffer): Piece & { deflation: Deflation } {
  const { bytes } = pieceOf(piece);
  return { bytes, deflation: { size: bytes.length, crc: crc32(bytes) } };
}

async function compressed(piece: Piece | Buffer): Promise<Piece & { deflation: Deflation }> {
  const { bytes, deflation } = pieceOf(piece);
  return deflation ? { bytes, deflation } : deflatePiece(bytes);
}

function assertFits(bytes: number): void {
  if (bytes > MAX_BYTES) throw new Error("Archives and their files can be at most 4 GB.");
}

/** At most one more than `most`, which is enough to detect too many. */
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

/** True for zip bombs, whose entries share the same bytes. */
export function isOverlapping(entries: readonly Entry[], archiveBytes: number): boolean {
  return entries.reduce((sum, entry) => sum + entry.compressedSize, 0) > archiveBytes;
}
