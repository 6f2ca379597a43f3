import { type DateSystem, shownMoment } from "./excel-dates.ts";

/** Changes to the XML of a sheet before it is read. For threads. */

const TAG = /<(row|c)(?=[\s/>])([^>]*)>|<v>([^<]*)<\/v>/g;
const LETTERS = 26;

/** The reader makes a cell for every place up to the last row and the last column: a small file can name far ones. */
const MAX_CELLS = 20_000_000;

/** The sheet with an address at every cell, and the texts of dates, times and durations in place of their numbers. */
export function readableSheet(xml: string, dates: DateSystem): string {
  const places = new Places();
  let format: ReturnType<typeof formatOf>;
  return xml.replace(TAG, (whole, ...[tag, attributes = "", value]: (string | undefined)[]) => {
    if (tag === undefined) return format && value ? `<v>${momentText(value, format, dates)}</v>` : whole;
    if (tag === "row") return places.row(attributes) ? whole : `<row r="${places.currentRow}"${attributes}>`;
    format = formatOf(attributes, dates);
    const isAddressed = places.cell(attributes);
    const own = format
      ? `${attributes.replace(/\st\s*=\s*["']n["']/, "").replace(/(\/?)$/, ' t="str"$1')}`
      : attributes;
    return isAddressed && !format ? whole : `<c${isAddressed ? "" : ` r="${places.address}"`}${own}>`;
  });
}

function formatOf(attributes: string, { formats }: DateSystem) {
  const style = /\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1];
  const type = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? "n";
  return type === "n" && style !== undefined ? formats[Number(style)] : undefined;
}

function momentText(value: string, format: ReturnType<typeof formatOf>, { is1904 }: DateSystem): string {
  const serial = Number(value);
  return Number.isFinite(serial) ? shownMoment(serial, format, is1904) : value;
}

/** Where the rows and cells are. */
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

  /** Whether the row has its address. */
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
      throw new Error(`a cell in row ${this.#row} and column ${this.#column} is too far out`);
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
