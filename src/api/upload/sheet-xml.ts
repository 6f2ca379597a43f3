import { t } from "../../i18n/translate.ts";
import { type CellFormat, type DateSystem, shownCode, shownMoment } from "./excel-dates.ts";
import { FileProblem } from "./file-problem.ts";

const TAG = /<(row|c|f)(?=[\s/>])([^>]*)>|<(v)\s*\/>|<(v)(?:\s[^>/]*)?>([^<]*)<\/v>|<(\/c)>/g;
const LETTERS = 26;

/** The library makes a cell for every place up to the last row and column, and a small file can name distant ones. */
const MAX_CELLS = 20_000_000;

interface Cell {
  format: CellFormat;
  type: string;
  hasFormula: boolean;
  hasValue: boolean;
}

const EMPTY: Cell = { format: undefined, type: "n", hasFormula: false, hasValue: false };

/**
 * Adds addresses to all cells, replaces numbers of dates, times, durations and codes by their text, and marks errors
 * and formulas without a stored value.
 */
export function readableSheet(xml: string, dates: DateSystem): string {
  const sheet = new SheetReader(dates);
  return xml.replace(TAG, (whole, ...[tag, attributes = "", none, some, value = "", end]: (string | undefined)[]) => {
    if (none || some) return sheet.value(whole, value);
    if (end) return sheet.end(whole);
    if (tag === "row") return sheet.row(whole, attributes);
    return tag === "f" ? sheet.formula(whole) : sheet.cell(whole, attributes);
  });
}

class SheetReader {
  readonly #dates: DateSystem;
  readonly #places = new Places();
  #cell = EMPTY;

  constructor(dates: DateSystem) {
    this.#dates = dates;
  }

  row(whole: string, attributes: string): string {
    return this.#places.row(attributes) ? whole : `<row r="${this.#places.currentRow}"${attributes}>`;
  }

  cell(whole: string, attributes: string): string {
    const isAddressed = this.#places.cell(attributes);
    this.#cell = cellOf(attributes, this.#dates);
    const isText = this.#cell.format !== undefined || this.#cell.type === "e";
    if (isAddressed && !isText) return whole;
    const asText = () => attributes.replace(/\st\s*=\s*["'](n|e)["']/, "").replace(/(\/?)$/, ' t="str"$1');
    return `<c${isAddressed ? "" : ` r="${this.#places.address}"`}${isText ? asText() : attributes}>`;
  }

  formula(whole: string): string {
    this.#cell = { ...this.#cell, hasFormula: true };
    return whole;
  }

  value(whole: string, value: string): string {
    // Only text formulas can have an empty stored value.
    if (this.#cell.hasFormula && value === "" && this.#cell.type !== "str") return "";
    this.#cell = { ...this.#cell, hasValue: true };
    return value === "" ? whole : `<v>${valueText(value, this.#cell, this.#dates)}</v>`;
  }

  end(whole: string): string {
    const isUnstored = this.#cell.hasFormula && !this.#cell.hasValue;
    return isUnstored ? `<v>${UNSTORED_MARK}${this.#places.address}</v>${whole}` : whole;
  }
}

function cellOf(attributes: string, { formats }: DateSystem): Cell {
  const style = /\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1];
  const type = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? "n";
  return { ...EMPTY, type, format: type === "n" && style !== undefined ? formats[Number(style)] : undefined };
}

function valueText(value: string, { type, format }: Cell, { is1904 }: DateSystem): string {
  if (type === "e") return ERROR_MARK + value;
  if (format === undefined) return value;
  if (typeof format === "object") return shownCode(value, format) ?? numberText(value);
  const serial = Number(value);
  return Number.isFinite(serial) ? shownMoment(serial, format, is1904) : value;
}

export function numberText(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : String(number);
}

class Places {
  #row = 0;
  #column = 0;
  #rows = 0;
  #columns = 0;

  get currentRow(): number {
    return this.#row;
  }

  get address(): string {
    return `${lettersOf(this.#column)}${this.#row}`;
  }

  row(attributes: string): boolean {
    const address = addressOf(attributes);
    this.#row = address ? Number(address[2]) : this.#row + 1;
    this.#column = 0;
    this.#assertNear();
    return address !== null;
  }

  cell(attributes: string): boolean {
    const address = addressOf(attributes);
    this.#column = address ? numberOf(address[1] ?? "") : this.#column + 1;
    if (address) this.#row = Number(address[2]);
    this.#assertNear();
    return address !== null;
  }

  #assertNear(): void {
    this.#rows = Math.max(this.#rows, this.#row);
    this.#columns = Math.max(this.#columns, this.#column);
    if (!(this.#rows * this.#columns <= MAX_CELLS))
      throw new FileProblem(
        t(
          "The workbook can't be read: the cell in row {row, number} and column {column, number} is outside the supported range",
          {
            row: this.#row,
            column: this.#column,
          },
        ),
      );
  }
}

const addressOf = (attributes: string) => /\sr\s*=\s*["']([A-Z]*)(\d+)["']/.exec(attributes);

const numberOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);

function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

/** Marks the text of cells without a readable value. This one precedes the error's name, e.g. `#N/A`. */

export const ERROR_MARK = "\ue001error\ue001";
export const UNSTORED_MARK = "\ue001formula\ue001";

export const unstoredText = (cell: string) =>
  t(
    "Cell {cell} has a formula without a stored value. Open the workbook in Excel or LibreOffice, save it, and upload it again.",
    { cell },
  );
