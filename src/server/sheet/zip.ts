import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of an archive. Its content is read once, when it is its turn. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Its bytes are compressed already. */
  isCompressed?: boolean;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01, so that equal contents make equal archives. */
const DATE = 0x0021;
const MAX = 0xffffffff;
/** The quickest: what is sent is mostly read once. */
const LEVEL = 1;

/**
 * An archive, made while it is sent: nothing is held but a few compressed pieces. Throws when a file or the whole goes
 * beyond the 4 GB of plain archives.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const method = entry.isCompressed ? STORED : DEFLATED;
    const header = headerOf(
      [LOCAL, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [method, 2],
      [0, 2],
      [DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
    );
    yield Buffer.concat([header, headerOf([name.length, 2], [0, 2]), name]);
    const sums = { crc: 0, size: 0, compressed: 0 };
    const content = summed(entry.content, sums);
    for await (const bytes of entry.isCompressed ? content : deflated(content)) {
      sums.compressed += bytes.length;
      yield bytes;
    }
    assertFits(sums.size, sums.compressed, at);
    const sizes = headerOf([sums.crc, 4], [sums.compressed, 4], [sums.size, 4]);
    yield Buffer.concat([headerOf([DESCRIPTOR, 4]), sizes]);
    const fixed = headerOf([CENTRAL, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [method, 2], [0, 2], [DATE, 2]);
    const lengths = headerOf([name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    directory.push(Buffer.concat([fixed, sizes, lengths, name]));
    at += header.length + 4 + name.length + sums.compressed + 16;
  }
  const central = Buffer.concat(directory);
  assertFits(at, central.length, directory.length * 65_536);
  const count = directory.length;
  yield Buffer.concat([
    central,
    headerOf([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [central.length, 4], [at, 4], [0, 2]),
  ]);
}

function assertFits(...numbers: number[]): void {
  if (numbers.some((number) => number > MAX)) throw new Error("The file is larger than the 4 GB of an archive.");
}

function headerOf(...fields: [value: number, bytes: 2 | 4][]): Buffer {
  const header = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = header.writeUIntLE(value, at, bytes);
  return header;
}

async function* summed(content: ZipEntry["content"], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

/** Compresses in the thread pool, a piece at a time. */
async function* deflated(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 1 << 17 });
  const feeding = pipeline(Readable.from(content), deflate).catch(() => undefined);
  yield* deflate as AsyncIterable<Buffer>;
  await feeding;
}
