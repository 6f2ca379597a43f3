import { Worker } from "node:worker_threads";
import { type FileEntry, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { invalidFields, unprocessable } from "../../model/errors.ts";
import type { UploadedFile } from "../../server/http/route.ts";
import { declaredEntries, entriesOf, isOverlapping } from "../../server/sheet/unzip.ts";
import type { FileKind } from "./contract.ts";
import type { SheetText } from "./workbook-thread.ts";

/** What is in an uploaded file, as CSV texts or Parquet bytes. Throws 400 or 422 for what is not what it says it is. */

const ENDINGS: Readonly<Record<FileKind, readonly string[]>> = {
  csv: ["csv", "tsv", "txt"],
  excel: ["xlsx", "xls"],
  columnar: ["parquet", "zip"],
};

const MB = 1024 * 1024;
const MAX_ENTRIES = 1000;
const MAX_UNFOLDED = 200 * MB;
const MAX_RATIO = 200;
/** Small files compress well without being bombs. */
const RATIO_FROM = MB;

/** The one file of the request, with an ending that its kind has. */
export function fileOf(files: readonly UploadedFile[], kind: FileKind): UploadedFile {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw invalidFields({ file: ["Missing data for required field."] });
  const ending = /\.([^.]+)$/.exec(file.filename)?.[1]?.toLowerCase() ?? "";
  if (!ENDINGS[kind].includes(ending)) throw invalidFields({ file: ["File extension is not allowed."] });
  if (file.bytes.length === 0) throw unprocessable("The file is empty.");
  if (ending === "xls")
    throw unprocessable("Excel files of the old kind (.xls) cannot be read. Save the file as .xlsx.");
  return file;
}

/** UTF-8, or UTF-16 with its mark. */
export function textOf(bytes: Buffer): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new Error("binary");
    return text;
  } catch {
    throw unprocessable("Parsing error: The file is not encoded as UTF-8. Save it as UTF-8 and try again.");
  }
}

/** The Parquet files in it: itself, or those of an archive. */
export async function parquetFiles({ bytes }: UploadedFile): Promise<Buffer[]> {
  if (!isZip(bytes)) return [parquet(bytes)];
  const found: Buffer[] = [];
  await eachEntry(bytes, async (entry) => {
    if (!/\.parquet$/i.test(entry.filename) || /(^|\/)(\.|__MACOSX)/.test(entry.filename)) return;
    found.push(parquet(Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }))));
  });
  if (found.length === 0) throw unprocessable("The archive has no Parquet files.");
  return found;
}

const MAGIC = "PAR1";

function parquet(bytes: Buffer): Buffer {
  const isOne = bytes.subarray(0, 4).toString("latin1") === MAGIC && bytes.subarray(-4).toString("latin1") === MAGIC;
  if (isOne) return bytes;
  throw unprocessable("Parsing error: The file is not a Parquet file.");
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString("latin1") === "PK";

/** Refuses what only a bomb has before anything is unfolded. */
async function eachEntry(bytes: Buffer, read: (entry: FileEntry) => Promise<void>): Promise<void> {
  assertFew(declaredEntries(bytes));
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  try {
    const entries = await entriesOf(reader, MAX_ENTRIES);
    assertFew(entries.length);
    if (isOverlapping(entries, bytes.length)) throw unprocessable(BOMB);
    let total = 0;
    for (const entry of entries) {
      if (entry.directory) continue;
      total += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      if (total > MAX_UNFOLDED || (ratio > MAX_RATIO && entry.uncompressedSize > RATIO_FROM)) throw unprocessable(BOMB);
    }
    for (const entry of entries) if (!entry.directory) await read(entry);
  } catch (error) {
    throw (error as Error).name === "TesseraError" ? error : unprocessable("Parsing error: The file cannot be read.");
  } finally {
    await reader.close();
  }
}

function assertFew(entries = 0): void {
  if (entries > MAX_ENTRIES) throw unprocessable("The file has too many entries.");
}

const BOMB = "The file unfolds to more than can be taken.";
const READ_MS = 60_000;
const READ_MB = 1024;

/** The sheets of a workbook as CSV. */
export async function sheetsOf({ bytes }: UploadedFile): Promise<SheetText[]> {
  if (!isZip(bytes)) throw unprocessable("Parsing error: The file is not an Excel workbook.");
  await eachEntry(bytes, async () => undefined);
  const thread = new Worker(new URL("./workbook-thread.ts", import.meta.url), {
    workerData: bytes,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: READ_MB },
  });
  const timer = setTimeout(() => void thread.terminate(), READ_MS);
  try {
    return await new Promise<SheetText[]>((resolve, reject) => {
      thread
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(new Error("it took too long")));
    });
  } catch (error) {
    const isBig = (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";
    throw unprocessable(isBig ? BOMB : `Parsing error: The workbook cannot be read: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** The sheet of that name; the first one without a name. */
export function sheetNamed(sheets: readonly SheetText[], name: string | undefined): SheetText {
  const sheet = name === undefined ? sheets[0] : sheets.find((one) => one.name === name);
  if (sheet) return sheet;
  throw unprocessable(`Parsing error: The workbook has no sheet "${name ?? ""}".`);
}
