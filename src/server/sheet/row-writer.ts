import { csvCell, xmlCell } from "../../model/cell-text.ts";
import { ByteWriter } from "./byte-writer.ts";

/** `xlsx` = the rows of one sheet. */
export type RowFormat = "csv" | "xlsx";

/**
 * The engine's formats, plus `values` for any result: numbers, bigints or digits; epoch milliseconds; booleans; text.
 */
export type CellColumn = { kind: "numeric" | "text" | "temporal" | "boolean"; type: string } & (
  | { form: "numbers"; numbers: Float64Array; exact: readonly [row: number, value: bigint | string][] }
  | { form: "texts"; bytes: Uint8Array; lengths: Int32Array }
  | { form: "booleans"; flags: Uint8Array }
  | { form: "values"; values: ArrayLike<unknown> }
);

/**
 * Writes rows as file bytes without allocating per cell. Numbers keep every digit: those that Excel would round are
 * written as text.
 */
export class RowWriter extends ByteWriter {
  readonly #format: RowFormat;
  #day = Number.NaN;
  #dayText = "";

  constructor(format: RowFormat) {
    super();
    this.#format = format;
  }

  write(columns: readonly CellColumn[], from: number, to: number): void {
    const cells = columns.map((column) => this.#cellWriter(column));
    const isCsv = this.#format === "csv";
    for (let row = from; row < to; row++) {
      if (!isCsv) this.ascii("<row>");
      for (let i = 0; i < cells.length; i++) {
        if (isCsv && i > 0) this.ascii(",");
        (cells[i] as CellWriter)(row);
      }
      this.ascii(isCsv ? "\n" : "</row>");
    }
  }

  /** The returned function must be called in ascending row order. */
  #cellWriter(column: CellColumn): CellWriter {
    switch (column.form) {
      case "numbers":
        return this.#numberCells(column);
      case "texts":
        return this.#textCells(column);
      case "booleans":
        return (row) => this.#boolean(column.flags[row] === 2 ? null : column.flags[row] === 1);
      case "values":
        return this.#valueCells(column);
    }
  }

  #numberCells(column: CellColumn & { form: "numbers" }): CellWriter {
    const { numbers } = column;
    if (column.kind === "temporal") {
      const isDate = column.type === "DATE";
      return (row) => this.#time(numbers[row] as number, isDate);
    }
    if (column.exact.length === 0) return (row) => this.#number(numbers[row] as number);
    const exact = new Map(column.exact);
    return (row) => {
      const digits = exact.get(row);
      if (digits === undefined) this.#number(numbers[row] as number);
      else this.#digits(String(digits));
    };
  }

  #textCells({ bytes, lengths }: CellColumn & { form: "texts" }): CellWriter {
    let next = 0;
    return (row) => {
      const length = lengths[row] as number;
      if (length < 0) {
        this.#missing();
        return;
      }
      this.#utf8(bytes, next, next + length);
      next += length;
    };
  }

  #valueCells({ kind, type, values }: CellColumn & { form: "values" }): CellWriter {
    const isDate = type === "DATE";
    return (row) => {
      const value = values[row];
      if (value === null || value === undefined) this.#missing();
      else if (kind === "temporal") this.#time(Number(value), isDate);
      else if (kind === "boolean") this.#boolean(Boolean(value));
      else if (kind === "numeric" && typeof value === "number") this.#number(value);
      else if (kind === "numeric") this.#digits(String(value));
      else this.#valueText(typeof value === "string" ? value : JSON.stringify(value));
    };
  }

  #missing(): void {
    if (this.#format === "xlsx") this.ascii("<c/>");
  }

  #boolean(value: boolean | null): void {
    if (value === null) this.#missing();
    else if (this.#format === "csv") this.ascii(value ? "True" : "False");
    else this.ascii(value ? '<c t="b"><v>1</v></c>' : '<c t="b"><v>0</v></c>');
  }

  #number(value: number): void {
    if (!Number.isFinite(value)) {
      this.#missing();
      return;
    }
    if (this.#format === "csv") {
      this.number(value);
      return;
    }
    if (Number.isInteger(value) && Math.abs(value) >= MAX_EXCEL_INTEGER && Math.abs(value) < 1e21) {
      this.#digits(String(value));
      return;
    }
    this.ascii("<c><v>");
    this.number(value);
    this.ascii("</v></c>");
  }

  #digits(digits: string): void {
    if (this.#format === "csv") this.ascii(digits);
    else this.ascii(`<c t="inlineStr"><is><t>${digits}</t></is></c>`);
  }

  #time(ms: number, isDate: boolean): void {
    if (!Number.isFinite(ms)) {
      this.#missing();
    } else if (this.#format === "csv") {
      this.ascii(this.#timeText(ms, isDate));
    } else if (ms < FIRST_EXCEL_MS || ms >= LAST_EXCEL_MS) {
      this.ascii(`<c t="inlineStr"><is><t>${this.#timeText(ms, isDate)}</t></is></c>`);
    } else {
      this.ascii(isDate ? '<c s="1"><v>' : '<c s="2"><v>');
      this.#excelDays(ms);
      this.ascii("</v></c>");
    }
  }

  #excelDays(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    const fraction = Math.floor((Math.round((ms - day * DAY_MS) * 1000) * 125 + 54) / 108);
    this.number(day + EXCEL_EPOCH_DAYS + (fraction === DAY_PARTS ? 1 : 0));
    if (fraction === 0 || fraction === DAY_PARTS) return;
    this.ascii(".");
    for (let part = DAY_PARTS / 10; fraction < part; part /= 10) this.ascii("0");
    this.number(fraction);
  }

  #timeText(ms: number, isDate: boolean): string {
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#dayText = dateText(day);
    }
    if (isDate) return this.#dayText;
    const micros = Math.round((ms - day * DAY_MS) * 1000);
    const seconds = Math.floor(micros / 1_000_000);
    const fraction = micros - seconds * 1_000_000;
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    if (fraction === 0) return `${this.#dayText} ${clock}`;
    const digits = String(fraction).padStart(6, "0");
    return `${this.#dayText} ${clock}.${digits.endsWith("000") ? digits.slice(0, 3) : digits}`;
  }

  #utf8(from: Uint8Array, start: number, end: number): void {
    const isCsv = this.#format === "csv";
    const isPlain =
      end > start &&
      end - start < MAX_PLAIN_BYTES &&
      PLAIN_START[from[start] as number] === 1 &&
      (isCsv || from[end - 1] !== SPACE);
    if (!isPlain) {
      this.#cellText(textDecoder.decode(from.subarray(start, end)));
      return;
    }
    this.ensure(end - start + 64);
    const before = this.used;
    if (!isCsv) this.ascii(PLAIN_OPEN);
    const bytes = this.bytes;
    const plain = isCsv ? PLAIN_CSV : PLAIN_XML;
    let at = this.used;
    for (let i = start; i < end; i++) {
      const byte = from[i] as number;
      if (plain[byte] === 0) {
        this.used = before;
        this.#cellText(textDecoder.decode(from.subarray(start, end)));
        return;
      }
      bytes[at++] = byte;
    }
    this.used = at;
    if (!isCsv) this.ascii(PLAIN_CLOSE);
  }

  #valueText(text: string): void {
    if (this.#format === "csv") {
      this.#cellText(text);
      return;
    }
    const bytes = Buffer.from(text);
    this.#utf8(bytes, 0, bytes.length);
  }

  #cellText(text: string): void {
    const cell = this.#format === "csv" ? csvCell(text) : `${TEXT_OPEN}${xmlCell(text)}${TEXT_CLOSE}`;
    this.text(cell);
  }
}

type CellWriter = (row: number) => void;

const DAY_MS = 86_400_000;
const DAY_PARTS = 1e11;

/** Excel shows 15 digits and rounds the rest when a cell is edited. */
const MAX_EXCEL_INTEGER = 1e15;
/** Workbook day 0 is 1899-12-30 for dates from March 1900; earlier dates differ between programs. */
const EXCEL_EPOCH_DAYS = 25_569;
const FIRST_EXCEL_MS = Date.UTC(1900, 2, 1);
const LAST_EXCEL_MS = Date.UTC(10_000, 0, 1);

const TEXT_OPEN = '<c t="inlineStr"><is><t xml:space="preserve">';
const TEXT_CLOSE = "</t></is></c>";
const PLAIN_OPEN = '<c t="str"><v>';
const PLAIN_CLOSE = "</v></c>";
const SPACE = 32;
const MAX_PLAIN_BYTES = 32_000;

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

function table(isPlain: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isPlain(byte) ? 1 : 0));
}

const PLAIN_START = table((byte) => /[A-Za-z0-9]/.test(String.fromCharCode(byte)) && byte < 128);
const PLAIN_CSV = table((byte) => !'",\r\n'.includes(String.fromCharCode(byte)));
const PLAIN_XML = table((byte) => byte >= 32 && byte !== 0xef && !'&<>"_'.includes(String.fromCharCode(byte)));

const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);

function dateText(day: number): string {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  const years = year < 0 ? `-${String(-year).padStart(4, "0")}` : String(year).padStart(4, "0");
  return `${years}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}
