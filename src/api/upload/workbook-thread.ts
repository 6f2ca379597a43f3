import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import readWorkbook from "read-excel-file/node";
import type { Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { t } from "../../i18n/translate.ts";
import { type DateSystem, dateTextOf, formatsOf, isMoment, usesDates1904 } from "./excel-dates.ts";
import { FileProblem } from "./file-problem.ts";
import { type PreparedText, prepareText, type TextSettings } from "./prepare-text.ts";
import { ERROR_MARK, numberText, readableSheet, UNSTORED_MARK, unstoredText } from "./sheet-xml.ts";
import type { ThreadAnswer } from "./text-thread.ts";
import { wholeText } from "./text-window.ts";
import { partsOf, withCellSheets, withoutPrefix } from "./workbook-parts.ts";

/**
 * Reads a workbook and writes its sheets as text for the engine. Runs in a thread with a memory and time limit, as the
 * decompressed size isn't known in advance.
 */

export interface WorkbookTask {
  bytes: Uint8Array;
  settings: TextSettings;
  folder: string;
  sheet: string | undefined;
  allSheets: boolean;
  language: Language;
}

export interface SheetSource {
  name: string;
  path: string;
  prepared: PreparedText | null;
  /** Why this sheet of several can't be read as set. */
  problem?: string;
}

const MAX_SHEETS = 50;
const WORKBOOK = "xl/workbook.xml";
const RELATIONSHIPS = "xl/_rels/workbook.xml.rels";

async function readable(bytes: Uint8Array): Promise<Buffer> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0 });
  const entries = (await reader.getEntries()).filter((entry) => !entry.directory);
  const textOf = async (path: string) => {
    const entry = entries.find(({ filename }) => filename === path);
    return entry ? Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString("utf8") : "";
  };
  const relationships = await textOf(RELATIONSHIPS);
  const { sheets, styles } = partsOf(relationships);
  const workbook = withoutPrefix(await textOf(WORKBOOK));
  const dates: DateSystem = {
    formats: formatsOf(withoutPrefix(await textOf(styles))),
    is1904: usesDates1904(workbook),
  };
  const readablePart = (path: string, content: Uint8Array): Uint8Array => {
    if (path === WORKBOOK) return Buffer.from(withCellSheets(workbook, relationships));
    if (!sheets.has(path)) return content;
    return Buffer.from(readableSheet(withoutPrefix(Buffer.from(content).toString("utf8")), dates));
  };
  for (const entry of entries) {
    const content = await entry.getData(new Uint8ArrayWriter());
    await writer.add(entry.filename, new Uint8ArrayReader(readablePart(entry.filename, content)));
  }
  return Buffer.from(await writer.close());
}

type Cell = string | boolean | Date | null | undefined;
type Row = readonly Cell[];

const quoted = (text: string) =>
  /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;

function cellText(cell: Cell, withTime: boolean): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dateTextOf(cell, withTime);
  if (typeof cell === "string" && isMoment(cell)) return dateTextOf(cell, withTime);
  return quoted(String(cell));
}

function csvOf(rows: readonly Row[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const hasTimes = Array.from({ length: width }, (_, i) => rows.some((row) => hasTime(row[i])));
  const line = (row: Row) => hasTimes.map((withTime, i) => cellText(row[i], withTime)).join(",");
  return rows.map(line).join("\n");
}

function hasTime(cell: Cell): boolean {
  if (cell instanceof Date || (typeof cell === "string" && isMoment(cell)))
    return dateTextOf(cell, true).slice(11) !== MIDNIGHT;
  return false;
}

const MIDNIGHT = "00:00:00";

function withPlainNames(prepared: PreparedText): PreparedText {
  const unstored = prepared.names.find((name) => name.startsWith(UNSTORED_MARK));
  if (unstored !== undefined) throw new FileProblem(unstoredText(unstored.slice(UNSTORED_MARK.length)));
  return { ...prepared, names: prepared.names.map((name) => name.replace(ERROR_MARK, "")) };
}

async function sheetSources({ bytes, settings, folder, sheet, allSheets }: WorkbookTask): Promise<SheetSource[]> {
  configure({ useWebWorkers: false });
  const workbook = await readWorkbook(await readable(bytes), { trim: false, parseNumber: numberText });
  if (workbook.length > MAX_SHEETS)
    throw new FileProblem(t("The workbook has more than {limit, number} sheets.", { limit: MAX_SHEETS }));
  const selectedSheets =
    sheet === undefined ? workbook.slice(0, 1) : workbook.filter(({ sheet: name }) => name === sheet);
  if (selectedSheets.length === 0 && !allSheets)
    throw new FileProblem(t('The workbook has no sheet "{sheet}".', { sheet: sheet ?? "" }));
  return (allSheets ? workbook : selectedSheets).map(({ sheet: name, data }, i): SheetSource => {
    const path = join(folder, `${i}.csv`);
    const csv = csvOf(data as readonly Row[]);
    if (/^[\s,]*$/.test(csv)) return { name, path, prepared: null };
    try {
      return {
        name,
        path,
        prepared: withPlainNames({ ...prepareText(wholeText(Buffer.from(csv)), settings, path), encoding: "utf-8" }),
      };
    } catch (error) {
      if (!(error instanceof FileProblem) || !allSheets || workbook.length === 1) throw error;
      return { name, path, prepared: null, problem: error.message };
    }
  });
}

let answer: ThreadAnswer<SheetSource[]>;
try {
  const task = workerData as WorkbookTask;
  answer = { result: await inLocale({ language: task.language }, () => sheetSources(task)) };
} catch (error) {
  if (!(error instanceof FileProblem)) throw error;
  answer = { problem: error.message, field: error.field };
}
parentPort?.postMessage(answer);
