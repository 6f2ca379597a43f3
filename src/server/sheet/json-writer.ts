import { ByteWriter } from "./byte-writer.ts";
import type { CellColumn } from "./row-writer.ts";

/** Each row is a JSON object followed by a comma. Numbers keep all digits; times are epoch milliseconds. */
export class JsonWriter extends ByteWriter {
  readonly #keys: readonly Uint8Array[];

  constructor(labels: readonly string[]) {
    super();
    this.#keys = labels.map((label, i) => Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(label)}:`));
  }

  write(columns: readonly CellColumn[], rows: number): void {
    const cells = columns.map((column) => this.#cellWriter(column));
    const keys = this.#keys;
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < cells.length; i++) {
        this.copy(keys[i] as Uint8Array);
        (cells[i] as (row: number) => void)(row);
      }
      this.ascii(cells.length === 0 ? "{}," : "},");
    }
  }

  #cellWriter(column: CellColumn): (row: number) => void {
    switch (column.form) {
      case "numbers":
        return this.#numberCells(column);
      case "texts":
        return this.#textCells(column);
      case "booleans":
        return (row) => this.ascii(LITERALS[column.flags[row] as number] ?? "null");
      case "values":
        return (row) => this.text(JSON.stringify(column.values[row] ?? null));
    }
  }

  #numberCells({ kind, numbers, exact }: CellColumn & { form: "numbers" }): (row: number) => void {
    if (kind === "temporal") return (row) => this.#number(Math.floor(numbers[row] as number));
    if (exact.length === 0) return (row) => this.#number(numbers[row] as number);
    const digits = new Map(exact);
    return (row) => {
      const known = digits.get(row);
      if (known === undefined) this.#number(numbers[row] as number);
      else this.ascii(String(known));
    };
  }

  #number(value: number): void {
    if (Number.isFinite(value)) this.number(value);
    else this.ascii("null");
  }

  #textCells({ bytes, lengths }: CellColumn & { form: "texts" }): (row: number) => void {
    let next = 0;
    return (row) => {
      const length = lengths[row] as number;
      if (length < 0) {
        this.ascii("null");
        return;
      }
      this.#quoted(bytes, next, next + length);
      next += length;
    };
  }

  #quoted(from: Uint8Array, start: number, end: number): void {
    if (end - start > MAX_SHORT_BYTES) {
      this.text(JSON.stringify(textDecoder.decode(from.subarray(start, end))));
      return;
    }
    this.ensure((end - start) * MAX_ESCAPED_BYTES + 2);
    const bytes = this.bytes;
    let at = this.used;
    bytes[at++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = from[i] as number;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        const escaped = ESCAPES[byte] as string;
        for (let j = 0; j < escaped.length; j++) bytes[at++] = escaped.charCodeAt(j);
      } else bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.used = at;
  }
}

const LITERALS = ["false", "true"];
const SPACE = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const MAX_SHORT_BYTES = 10_000;
const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
const MAX_ESCAPED_BYTES = 6;
const ESCAPES = Array.from({ length: BACKSLASH + 1 }, (_, code) =>
  JSON.stringify(String.fromCharCode(code)).slice(1, -1),
);

export function rangeJson(end: number): Buffer {
  const writer = new RangeWriter();
  writer.write(end);
  return writer.take();
}

class RangeWriter extends ByteWriter {
  write(end: number): void {
    this.ascii("[");
    for (let i = 0; i < end; i++) {
      if (i > 0) this.ascii(",");
      this.number(i);
    }
    this.ascii("]");
  }
}
