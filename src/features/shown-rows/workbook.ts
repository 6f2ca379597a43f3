import { strToU8, zipSync } from "fflate";
import { epochOf } from "../../chart-kit/format/value.ts";
import type { ShownRows, TableColumn } from "../../chart-seam/table-column.ts";
import { xmlCell } from "../../model/cell-text.ts";
import { type DataRow, GENERIC_TYPE } from "../../model/query-context.ts";
import { SHEET_CLOSE, TABLE_SHEET_OPEN, workbookFrame } from "../../model/workbook-frame.ts";
import { headOf } from "./texts.ts";

export function workbookOf({ rows, columns }: ShownRows): Uint8Array<ArrayBuffer> {
  const head = columns.map((column) => textCell(headOf(column)));
  const lines = rows.map((row) => columns.map((column) => cellOf(row, column)));
  const sheet = [head, ...lines].map((cells, at) => rowOf(cells, at + 1)).join("");
  const files: [string, string][] = [["xl/worksheets/sheet1.xml", `${TABLE_SHEET_OPEN}${sheet}${SHEET_CLOSE}`]];
  for (const [path, text] of workbookFrame(["Sheet1"])) files.push([path, text]);
  return zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])));
}

/** Some readers need cell addresses. */
function rowOf(cells: readonly string[], row: number): string {
  const addressed = cells.map((cell, at) => cell.replace("<c", `<c r="${lettersOf(at)}${row}"`));
  return `<row r="${row}">${addressed.join("")}</row>`;
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

function cellOf(row: DataRow, column: TableColumn): string {
  const value = row[column.key] ?? null;
  if (value === null) return "<c/>";
  if (typeof value === "boolean") return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (column.type === GENERIC_TYPE.TEMPORAL) return dateCell(value, () => column.format(value, row));
  return typeof value === "number" && isExact(value) ? `<c><v>${value}</v></c>` : textCell(String(value));
}

function dateCell(value: string | number, write: () => string): string {
  const days = excelDays(typeof value === "number" ? value : epochOf(value));
  if (days === undefined) return textCell(write());
  return `<c s="${Number.isInteger(days) ? 1 : 2}"><v>${days}</v></c>`;
}

const textCell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${xmlCell(text)}</t></is></c>`;

/** Excel stores 15 digits. */
const isExact = (value: number) => Number.isFinite(value) && !(Number.isInteger(value) && Math.abs(value) >= 1e15);

const DAY_MS = 86_400_000;
/** Days from Excel's epoch to 1970. */
const EPOCH_DAYS = 25_569;
/** Excel has a February 29, 1900 that didn't exist, and no dates before that year. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_466;

function excelDays(epochMs: number | undefined): number | undefined {
  const days = epochMs === undefined ? Number.NaN : epochMs / DAY_MS + EPOCH_DAYS;
  return days >= FIRST_DAY && days < LAST_DAY ? days : undefined;
}
