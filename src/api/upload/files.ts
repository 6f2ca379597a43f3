import { open, readFile } from "node:fs/promises";
import { type FileEntry, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { msg, t } from "../../i18n/translate.ts";
import { invalidFields, unprocessable, unprocessableField } from "../../model/errors.ts";
import type { StoredFile } from "../../server/http/route.ts";
import { declaredEntries, entriesOf, isOverlapping } from "../../server/sheet/zip.ts";
import { type FileKind, MAX_UNPACKED_BYTES } from "./contract.ts";

const ENDINGS: Readonly<Record<FileKind, readonly string[]>> = {
  csv: ["csv", "tsv", "txt"],
  excel: ["xlsx", "xls"],
  columnar: ["parquet", "zip"],
};

const MB = 1024 * 1024;
const MAX_ENTRIES = 1000;
const MAX_UNFOLDED = 200 * MB;
const MAX_RATIO = 200;
const RATIO_FROM = MB;

export function fileOf(files: readonly StoredFile[], kind: FileKind): StoredFile {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw invalidFields({ file: [t("Missing data for required field.")] });
  const ending = /\.([^.]+)$/.exec(file.filename)?.[1]?.toLowerCase() ?? "";
  if (!ENDINGS[kind].includes(ending)) throw invalidFields({ file: [t("File extension is not allowed.")] });
  if (file.bytes === 0) throw unprocessable(t("The file is empty."));
  if (ending === "xls") throw unprocessable(t("Old .xls files aren't supported. Save the file as .xlsx."));
  return file;
}

/** Parquet files are read where they are; those of a ZIP are unpacked in memory. */
export async function parquetFiles(file: StoredFile): Promise<(Buffer | string)[]> {
  const [head, tail] = await endsOf(file);
  if (!isZip(head)) return [assertParquet(head, tail) ?? file.path];
  const found: Buffer[] = [];
  await eachEntry(
    await unpackable(file, t("ZIP files can be up to {limit, number} MB.", { limit: MAX_UNPACKED_BYTES / MB })),
    async (entry) => {
      if (!/\.parquet$/i.test(entry.filename) || /(^|\/)(\.|__MACOSX)/.test(entry.filename)) return;
      const bytes = Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }));
      assertParquet(bytes.subarray(0, MARK_BYTES), bytes.subarray(-MARK_BYTES));
      found.push(bytes);
    },
  );
  if (found.length === 0) throw unprocessable(t("The archive has no Parquet files."));
  return found;
}

async function unpackable({ path, bytes }: StoredFile, message: string): Promise<Buffer> {
  if (bytes > MAX_UNPACKED_BYTES) throw unprocessableField("file", message);
  return readFile(path);
}

const MARK_BYTES = 4;

async function endsOf({ path, bytes }: StoredFile): Promise<[head: Buffer, tail: Buffer]> {
  const file = await open(path);
  try {
    const at = async (position: number) => (await file.read(Buffer.alloc(MARK_BYTES), 0, MARK_BYTES, position)).buffer;
    return [await at(0), await at(Math.max(0, bytes - MARK_BYTES))];
  } finally {
    await file.close();
  }
}

const MAGIC = "PAR1";

function assertParquet(head: Buffer, tail: Buffer): undefined {
  if (head.toString("latin1") === MAGIC && tail.toString("latin1") === MAGIC) return;
  throw unprocessable(t("Parsing error: The file is not a Parquet file."));
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString("latin1") === "PK";

async function eachEntry(bytes: Buffer, read: (entry: FileEntry) => Promise<void>): Promise<void> {
  assertFew(declaredEntries(bytes));
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  try {
    const entries = await entriesOf(reader, MAX_ENTRIES);
    assertFew(entries.length);
    if (isOverlapping(entries, bytes.length)) throw unprocessable(t(BOMB));
    let total = 0;
    for (const entry of entries) {
      if (entry.directory) continue;
      total += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      if (total > MAX_UNFOLDED || (ratio > MAX_RATIO && entry.uncompressedSize > RATIO_FROM))
        throw unprocessable(t(BOMB));
    }
    for (const entry of entries) if (!entry.directory) await read(entry);
  } catch (error) {
    throw (error as Error).name === "TesseraError" ? error : unprocessable(t("Parsing error: The file can't be read."));
  } finally {
    await reader.close();
  }
}

function assertFew(entries = 0): void {
  if (entries > MAX_ENTRIES) throw unprocessable(t("The file has too many entries."));
}

const BOMB = msg("The unpacked file is larger than the limit.");

export async function workbookOf(file: StoredFile): Promise<Buffer> {
  const limit = MAX_UNPACKED_BYTES / MB;
  const bytes = await unpackable(
    file,
    t("Excel files can be up to {limit, number} MB. Save larger sheets as CSV.", { limit }),
  );
  if (!isZip(bytes)) throw unprocessable(t("Parsing error: The file is not an Excel workbook."));
  await eachEntry(bytes, async () => undefined);
  return bytes;
}
