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

/** Whether the entries claim more bytes than the archive has: a bomb unfolds the same ones many times. */
export function isOverlapping(entries: readonly Entry[], archiveBytes: number): boolean {
  return entries.reduce((sum, entry) => sum + entry.compressedSize, 0) > archiveBytes;
}
