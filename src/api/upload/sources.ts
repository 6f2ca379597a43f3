import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { currentLocale } from "../../i18n/locale.ts";
import { t } from "../../i18n/translate.ts";
import { invalidFields, unprocessable, unprocessableField } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import type { StoredFile } from "../../server/http/route.ts";
import { limitedWorker, watchMemory } from "../../server/threads/limited-worker.ts";
import type { UploadFields } from "./contract.ts";
import { parquetFiles, workbookOf } from "./files.ts";
import type { PreparedText, TextSettings } from "./prepare-text.ts";
import type { ThreadAnswer } from "./text-thread.ts";
import type { SheetSource } from "./workbook-thread.ts";

const PYTHON_NAMES: Readonly<Record<string, string>> = {
  "latin-1": "latin1",
  "utf-8-sig": "utf-8",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
  "mac-roman": "macintosh",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  cp874: "windows-874",
  "shift-jis": "shift_jis",
};

function encodingNamed(name: string): string | undefined {
  const plain = name.trim().toLowerCase().replaceAll("_", "-");
  const windows = plain.replace(/^(?:cp|windows-?)(125\d)$/, "windows-$1").replace(/^cp-?(866)$/, "ibm$1");
  for (const label of [PYTHON_NAMES[plain] ?? windows, plain.replaceAll("-", "")]) {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // Tries the next spelling.
    }
  }
  return undefined;
}

export type ReadFields = Pick<UploadFields, "type"> & Partial<UploadFields>;

export type FileSource =
  | { kind: "text"; path: string; prepared: PreparedText; unit: "line" | "row"; sheet: string | null }
  | { kind: "parquet"; paths: readonly string[]; sheet: null }
  | { kind: "empty"; sheet: string; problem?: string | undefined };

interface Reading {
  file: StoredFile;
  fields: ReadFields;
  /** Reads all sheets, and skips what the upload would reject, which the caller reports. */
  isPreview?: boolean;
  signal: AbortSignal;
}

export async function withSources<T>(
  app: App,
  reading: Reading,
  use: (sources: readonly FileSource[], folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(app.config.home, "engine-spill", `upload-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const staged: string[] = [];
  try {
    const memoryMb = Math.min(READ_MB, app.config.memory.threadMb);
    const sources = await sourcesOf(folder, { ...reading, memoryMb });
    staged.push(...sources.map((_, i) => stagedFile(folder, i)));
    return await use(sources, folder);
  } finally {
    for (const file of staged) await engineOf(app).release(file);
    await rm(folder, { recursive: true, force: true });
  }
}

export const stagedFile = (folder: string, source: number) => join(folder, `${source}.duckdb`);

type Bounded = Reading & { memoryMb: number };

async function sourcesOf(folder: string, reading: Bounded): Promise<FileSource[]> {
  switch (reading.fields.type) {
    case "columnar":
      return [{ kind: "parquet", paths: await writtenParquet(folder, reading.file), sheet: null }];
    case "csv":
      return [await textSource(folder, reading)];
    case "excel":
      return sheetSources(folder, reading);
  }
}

async function writtenParquet(folder: string, file: StoredFile): Promise<string[]> {
  const paths: string[] = [];
  for (const [i, part] of (await parquetFiles(file)).entries()) {
    const path = join(folder, `${i}.parquet`);
    await (typeof part === "string" ? rename(part, path) : writeFile(path, part));
    paths.push(path);
  }
  return paths;
}

async function textSource(folder: string, { file, fields, isPreview, ...limits }: Bounded): Promise<FileSource> {
  const path = join(folder, "0.csv");
  const settings: TextSettings = {
    ...settingsOf(fields, isPreview),
    encoding: encodingOf(fields),
    delimiter: fields.delimiter,
    unit: "line",
  };
  const entry = new URL("./text-thread.ts", import.meta.url);
  const task = { file: file.path, settings, path };
  const timeoutMs = READ_MS + (file.bytes / MB) * READ_MS_PER_MB;
  const prepared = await readInThread<PreparedText>(entry, task, { what: "file", timeoutMs, ...limits });
  return { kind: "text", path, prepared, unit: "line", sheet: null };
}

async function sheetSources(folder: string, { file, fields, isPreview, ...limits }: Bounded): Promise<FileSource[]> {
  const bytes = await workbookOf(file);
  const settings: TextSettings = { ...settingsOf(fields, isPreview), encoding: "utf-8", delimiter: ",", unit: "row" };
  const entry = new URL("./workbook-thread.ts", import.meta.url);
  const task = { bytes, settings, folder, sheet: fields.sheet_name, allSheets: isPreview ?? false };
  const sheets = await readInThread<SheetSource[]>(entry, task, { what: "workbook", timeoutMs: READ_MS, ...limits });
  return sheets.map(({ name, path, prepared, problem }): FileSource => {
    if (prepared) return { kind: "text", path, prepared, unit: "row", sheet: name };
    if (!isPreview) throw unprocessable(t("The file is empty."));
    return { kind: "empty", sheet: name, problem };
  });
}

function settingsOf(fields: ReadFields, isPreview = false): Omit<TextSettings, "unit"> {
  return {
    skipRows: fields.skip_rows ?? 0,
    headerRow: fields.header_row ?? 0,
    skipsBlank: fields.skip_blank_lines ?? true,
    trims: fields.skip_initial_space ?? false,
    mostRows: fields.rows_to_read,
    skipsLong: isPreview || (fields.skip_long_lines ?? false),
  };
}

function encodingOf({ encoding: name }: ReadFields): string | undefined {
  if (name === undefined) return undefined;
  const known = encodingNamed(name);
  if (known === undefined)
    throw invalidFields({ encoding: [t('The encoding "{encoding}" isn\'t supported.', { encoding: name })] });
  return known;
}

const MB = 1024 * 1024;
const READ_MS = 60_000;
/** For large texts, on a busy machine. */
const READ_MS_PER_MB = 200;
const READ_MB = 1024;

interface ReadLimits {
  what: FileNoun;
  timeoutMs: number;
  memoryMb: number;
  signal: AbortSignal;
}

/** Runs a file reader in a thread with a time and memory limit. Throws 422 for unreadable files and exceeded limits. */
async function readInThread<Result>(
  entry: URL,
  task: object,
  { what, timeoutMs, memoryMb, signal }: ReadLimits,
): Promise<Result> {
  const thread = limitedWorker(entry, {
    workerData: { ...task, language: currentLocale().language },
    memoryMb,
  });
  const stopWatching = watchMemory(thread, memoryMb);
  const late = new Error("reading took too long");
  const stop = () => void thread.terminate();
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await new Promise<ThreadAnswer<Result>>((resolve, reject) => {
      thread
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(late));
    });
    if ("problem" in answer) {
      const { problem, field } = answer;
      const message = t("Parsing error: {problem}", { problem });
      throw field === undefined ? unprocessable(message) : unprocessableField(field, message);
    }
    return answer.result;
  } catch (error) {
    if ((error as Error).name === "TesseraError") throw error;
    throw unprocessable(error === late ? lateText(what, timeoutMs) : unreadableText(what, error as Error));
  } finally {
    clearTimeout(timer);
    stopWatching();
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

type FileNoun = "file" | "workbook";

const lateText = (what: FileNoun, timeoutMs: number) =>
  t(
    "Parsing error: {what, select, workbook {The workbook} other {The file}} can't be read: reading took longer than {seconds, number} seconds",
    { what, seconds: Math.round(timeoutMs / 1000) },
  );

function unreadableText(what: FileNoun, { code, message }: Error & { code?: string }): string {
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return t("The file's contents are larger than the limit.");
  return t("Parsing error: {what, select, workbook {The workbook} other {The file}} can't be read: {problem}", {
    what,
    problem: message,
  });
}
