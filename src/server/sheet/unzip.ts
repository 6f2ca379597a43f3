import type { Entry, ZipReader } from "@zip.js/zip.js";

/** The entries of an archive; of one with more than `most`, one more than that: those after it are not looked at. */
export async function entriesOf(reader: ZipReader<unknown>, most: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    entries.push(entry);
    if (entries.length > most) break;
  }
  return entries;
}

const END = 0x06054b50;
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
    if (view.getUint32(at, true) === END)
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
