import { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** One file of an archive. Its content is read once, when it is its turn. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Its bytes are compressed already. */
  isCompressed?: boolean;
}

/** 1980-01-01, so that equal contents make equal archives. */
const DATE = new Date(1980, 0, 1);
/** The quickest: what is sent is mostly read once. */
const LEVEL = 1;

/** An archive, made while it is sent: nothing is held but a few pieces. Throws what its contents throw. */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const { default: yazl } = await import("yazl");
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const writing = (async () => {
    for await (const { name, content, isCompressed } of entries) {
      current = Readable.from(content, { objectMode: false });
      const compression = isCompressed ? { compress: false } : { compressionLevel: LEVEL };
      zip.addReadStream(current, name, { mtime: DATE, forceDosTimestamp: true, ...compression });
      await finished(current);
    }
    zip.end();
  })();
  writing.catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Buffer>;
    await writing;
  } finally {
    current?.destroy();
    output.destroy();
  }
}
