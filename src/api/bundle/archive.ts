import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { configure, ERR_UNSAFE_FILENAME, type FileEntry, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { msg, t } from "../../i18n/translate.ts";
import { badRequest, unprocessable } from "../../model/errors.ts";
import { createZip, declaredEntries, entriesOf, isOverlapping, type ZipEntry } from "../../server/sheet/zip.ts";

export type BundleFiles = ReadonlyMap<string, string>;

const OUTSIDE_OF_ROOT = msg("The file has entries outside of its root folder");
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_RATIO = 200;
const MAX_NAME = 1000;
const MAX_DEPTH = 10;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const MAX_YAML_BYTES = 2 * 1024 * 1024;

configure({ useWebWorkers: false });

/**
 * Throws for anything but a ZIP, paths outside of it, too many or too large entries, wrong sizes, and ZIP bombs. Adds
 * other files, except hidden and system ones, to `others`.
 */
export async function readArchive(bytes: Uint8Array, others: string[] = []): Promise<BundleFiles> {
  assertFew(declaredEntries(bytes));
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const files = new Map<string, string>();
  const names = new Set<string>();
  try {
    const entries = await entriesOf(reader, MAX_ENTRIES).catch((error: unknown) => {
      const isUnsafe = error instanceof Error && error.message === ERR_UNSAFE_FILENAME;
      throw isUnsafe ? badRequest(t(OUTSIDE_OF_ROOT)) : unprocessable(t("Not a ZIP file"));
    });
    assertFew(entries.length);
    if (isOverlapping(entries, bytes.length)) throw badRequest(t("The ZIP file has overlapping entries"));
    let total = 0;
    for (const entry of entries) {
      if (entry.directory) continue;
      assertHarmless(entry);
      const path = plainPath(entry.filename);
      if (names.has(path)) throw badRequest(t("The file has two entries with the same name"));
      names.add(path);
      total += entry.uncompressedSize;
      if (total > MAX_BYTES) throw badRequest(t("The file is too large"));
      if (!isBundleFile(path)) {
        if (!isHidden(path)) others.push(path);
        continue;
      }
      if (entry.uncompressedSize > MAX_YAML_BYTES) throw badRequest(t("The file has an entry that is too large"));
      files.set(path, await textOf(entry));
    }
  } finally {
    await reader.close();
  }
  if (files.size === 0) throw badRequest(t("No valid import files were found"));
  const found = inBundle(files);
  others.push(...found.outside);
  return found.files;
}

function assertFew(entries = 0): void {
  if (entries > MAX_ENTRIES) throw badRequest(t("The file has too many entries"));
}

function assertHarmless(entry: FileEntry): void {
  const { filename, uncompressedSize, compressedSize } = entry;
  const isOutside = /^([a-z]:|[/\\])/i.test(filename) || filename.split(/[/\\]/).includes("..");
  if (isOutside || isSpecial(entry)) throw badRequest(t(OUTSIDE_OF_ROOT));
  if (filename.length > MAX_NAME || filename.split(/[/\\]/).length > MAX_DEPTH || CONTROL.test(filename))
    throw badRequest(t("The file has an entry whose path is too long or too deeply nested"));
  if (uncompressedSize > MAX_BYTES) throw badRequest(t("The file has an entry that is too large"));
  if (uncompressedSize > MAX_RATIO * Math.max(compressedSize, 1)) {
    throw badRequest(t("The file has an entry with a suspicious compression ratio"));
  }
}

/** Archives made on Unix may contain links, pipes and devices. */
function isSpecial({ externalFileAttributes, unixMode }: FileEntry): boolean {
  const kind = (unixMode ?? (externalFileAttributes ?? 0) >>> 16) & 0o170000;
  return kind !== 0 && kind !== 0o100000;
}

async function textOf(entry: FileEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length;
      if (size > entry.uncompressedSize)
        throw badRequest(t("The file has an entry that is larger than its declared size"));
      chunks.push(chunk);
    },
  });
  await entry.getData(sink, { checkSignature: true }).catch((error: unknown) => {
    throw error instanceof Error && error.name === "TesseraError"
      ? error
      : unprocessable(t("File has the incorrect format"));
  });
  return decoded(Buffer.concat(chunks), plainPath(entry.filename));
}

const plainPath = (name: string) => name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");

export function decoded(bytes: Uint8Array, file: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw unprocessable({ [file]: [t("Not UTF-8 text")] });
  }
}

export function archiveStream(root: string, files: AsyncIterable<readonly [path: string, text: string]>): Readable {
  return Readable.from(createZip(entriesIn(root, files)), { objectMode: false });
}

async function* entriesIn(
  root: string,
  files: AsyncIterable<readonly [path: string, text: string]>,
): AsyncGenerator<ZipEntry> {
  for await (const [path, text] of files) yield { name: `${root}/${path}`, content: [Buffer.from(text)] };
}

export async function writeArchive(root: string, files: BundleFiles): Promise<Buffer> {
  return buffer(archiveStream(root, iterated(files)));
}

async function* iterated(files: BundleFiles): AsyncGenerator<readonly [string, string]> {
  yield* files;
}

const METADATA_FILE = /^(?:.*\/)?metadata\.ya?ml$/i;
const FOLDER = /^(?:databases|datasets|charts|annotation_layers|themes|queries|dashboards)$/i;
const TOP_FILE = /^(?:metadata|tags)\.ya?ml$/i;

export function isBundleFile(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !isHidden(path);
}

function isHidden(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  return (
    /^[._]/.test(name) ||
    /^(?:thumbs\.db|desktop\.ini)$/i.test(name) ||
    parts.some((part) => part === "__MACOSX" || part.startsWith("."))
  );
}

/**
 * The root is the folder of `metadata.yaml` at any depth, else the top folder. Accepts folder names in any case and
 * `.yml`. Throws 400 when two files get the same path.
 */
export function inBundle(files: ReadonlyMap<string, string>): { files: Map<string, string>; outside: string[] } {
  const paths = [...files.keys()];
  const [metadata] = paths.filter((path) => METADATA_FILE.test(path)).toSorted((a, b) => depthOf(a) - depthOf(b));
  const found = new Map<string, string>();
  const outside: string[] = [];
  for (const [path, text] of files) {
    const within = metadata === undefined ? withoutTop(path) : below(folderOf(metadata), path);
    if (within === undefined) {
      outside.push(path);
      continue;
    }
    const place = placeOf(within);
    if (found.has(place)) throw badRequest(t("The file has two entries with the same name"));
    found.set(place, text);
  }
  return { files: found, outside };
}

const depthOf = (path: string) => path.split("/").length;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

const below = (folder: string, path: string) => (path.startsWith(folder) ? path.slice(folder.length) : undefined);

const withoutTop = (path: string) => path.slice(path.indexOf("/") + 1);

function placeOf(path: string): string {
  const [top = "", ...rest] = path.split("/");
  if (rest.length === 0) return TOP_FILE.test(top) ? yaml(top.toLowerCase()) : top;
  return FOLDER.test(top) ? yaml([top.toLowerCase(), ...rest].join("/")) : path;
}

const yaml = (path: string) => path.replace(/\.ya?ml$/i, ".yaml");
