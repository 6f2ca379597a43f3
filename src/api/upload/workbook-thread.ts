import { parentPort, workerData } from "node:worker_threads";
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import readWorkbook from "read-excel-file/node";

/**
 * Reads one workbook and writes each sheet as CSV. In a thread with a limit of memory and of time: what a workbook
 * unfolds to is only known when it has been read.
 */

export interface SheetText {
  name: string;
  csv: string;
}

/** Rows and cells may stand without their addresses, as those of our own downloads do; the reader wants them. */
async function addressed(bytes: Uint8Array): Promise<Buffer> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0 });
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    const content = await entry.getData(new Uint8ArrayWriter());
    const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.filename);
    const text = isSheet ? withAddresses(Buffer.from(content).toString("utf8")) : undefined;
    await writer.add(entry.filename, new Uint8ArrayReader(text === undefined ? content : Buffer.from(text)));
  }
  return Buffer.from(await writer.close());
}

const TAG = /<(row|c)(?=[\s/>])([^>]*)>/g;
const LETTERS = 26;

/** The reader makes a cell for every place up to the last row and the last column: a small file can name far ones. */
const MAX_CELLS = 20_000_000;

function withAddresses(xml: string): string {
  let row = 0;
  let column = 0;
  let [rows, columns] = [0, 0];
  const place = () => {
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
    if (!(rows * columns <= MAX_CELLS)) throw new Error(`a cell in row ${row} and column ${column} is too far out`);
  };
  return xml.replace(TAG, (whole, tag: string, attributes: string) => {
    const address = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/.exec(attributes);
    if (tag === "row") {
      row = address ? Number(address[2]) : row + 1;
      column = 0;
      place();
      return address ? whole : `<row r="${row}"${attributes}>`;
    }
    column = address ? numberOf(address[1] ?? "") : column + 1;
    if (address) row = Number(address[2]);
    place();
    return address ? whole : `<c r="${lettersOf(column)}${row}"${attributes}>`;
  });
}

const numberOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);

function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

type Cell = string | number | boolean | Date | null | undefined;

const quoted = (text: string) =>
  /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (!(cell instanceof Date)) return quoted(String(cell));
  const text = cell.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, -1)}`;
}

configure({ useWebWorkers: false });
const sheets = await readWorkbook(await addressed(workerData as Uint8Array), { trim: false });
const texts = sheets.map(({ sheet, data }): SheetText => {
  const width = data.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (row: readonly unknown[]) => Array.from({ length: width }, (_, i) => cellText(row[i] as Cell)).join(",");
  return { name: sheet, csv: data.map(line).join("\n") };
});
parentPort?.postMessage(texts);
