import type { Column } from "@uwdata/flechette";
import type { ArrowRows, ColumnCoding } from "../../../model/arrow-rows.ts";
import type { FrameColumn } from "../../../query/frame.ts";
import { forEachYielding } from "../../../server/event-loop.ts";
import { assertAnswerSize } from "./answer-sizes.ts";
import { valueJson } from "./rows-json.ts";

type Flechette = typeof import("@uwdata/flechette");
type ArrowColumn = Column<unknown>;
interface Encoded {
  column: ArrowColumn;
  coding: ColumnCoding;
}

/**
 * Rows as an Arrow stream. Each column has the smallest type from which exactly the values of the rows' JSON can be made
 * again; values that no type holds are JSON texts.
 */
export async function arrowRows(
  columns: readonly { label: string; column: FrameColumn }[],
): Promise<{ stream: Buffer; rows: ArrowRows }> {
  const flechette = await import("@uwdata/flechette");
  const encoded: Encoded[] = [];
  await forEachYielding(columns, ({ column }) => {
    encoded.push(encode(flechette, column));
  });
  // Names may repeat or be empty in Arrow, and are in the JSON.
  const table = flechette.tableFromColumns(encoded.map(({ column }, i) => [`${i}`, column]));
  const ipc = flechette.tableToIPC(table, { format: "stream" }) ?? new Uint8Array();
  assertAnswerSize(ipc.length);
  const stream = Buffer.from(ipc.buffer, ipc.byteOffset, ipc.byteLength);
  return { stream, rows: { bytes: stream.length, columns: encoded.map(({ coding }) => coding) } };
}

function encode(flechette: Flechette, column: FrameColumn): Encoded {
  return (
    (column.kind === "numeric" || column.kind === "temporal" ? encodeNumbers(flechette, column) : undefined) ??
    (column.kind === "boolean" ? encodeBooleans(flechette, column.values) : undefined) ??
    (column.kind === "text" ? encodeTexts(flechette, column.values) : undefined) ??
    encodeJson(flechette, column)
  );
}

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

function encodeNumbers(flechette: Flechette, { kind, values }: FrameColumn): Encoded | undefined {
  const numbers = numbersOf(values, kind === "numeric");
  if (!numbers) return kind === "numeric" ? encodeIntegers(flechette, values) : undefined;
  const scale = scaleOf(numbers);
  if (!scale) return { column: flechette.columnFromArray(numbers, flechette.float64()), coding: { as: "plain" } };
  const { times, over, most } = scale;
  const type = most < 2 ** 7 ? flechette.int8() : most < 2 ** 15 ? flechette.int16() : flechette.int32();
  const whole = times === 1 && over === 1 ? numbers : numbers.map((n) => (n === null ? null : unscaled(n, scale)));
  const coding: ColumnCoding = times === 1 && over === 1 ? { as: "plain" } : { as: "scaled", times, over };
  return { column: flechette.columnFromArray(whole, type), coding };
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;

/** As the numbers of JSON are parsed; undefined if some are no numbers, or integers that a double would round. */
function numbersOf(values: FrameColumn["values"], hasDigits: boolean): (number | null)[] | undefined {
  const numbers: (number | null)[] = new Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (typeof value === "number") numbers[row] = Number.isFinite(value) ? value + 0 : null;
    else if (isMissing(value)) numbers[row] = null;
    else {
      const number = hasDigits ? exactNumber(value) : undefined;
      if (number === undefined) return undefined;
      numbers[row] = number;
    }
  }
  return numbers;
}

function exactNumber(value: unknown): number | undefined {
  const isDigits = typeof value === "bigint" || (typeof value === "string" && DIGITS.test(value));
  if (!isDigits) return undefined;
  const number = Number(value);
  const isRounded = !Number.isSafeInteger(number) && !(typeof value === "string" && value.includes("."));
  return isRounded || !Number.isFinite(number) ? undefined : number;
}

const [MIN_INT64, MAX_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

function encodeIntegers(flechette: Flechette, values: FrameColumn["values"]): Encoded | undefined {
  const integers: (bigint | null)[] = new Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    const integer = isMissing(value) ? null : integerOf(value);
    if (integer === undefined || (integer !== null && (integer < MIN_INT64 || integer > MAX_INT64))) return undefined;
    integers[row] = integer;
  }
  return { column: flechette.columnFromArray(integers, flechette.int64()), coding: { as: "integers" } };
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === "string" && INTEGER.test(value) ? BigInt(value) : undefined;
}

interface Scale {
  times: number;
  over: number;
  most: number;
}

const MAX_INT32 = 2 ** 31 - 1;
/** Days, hours, minutes and seconds in milliseconds, then decimal places. */
const SCALES = [
  ...[86_400_000, 3_600_000, 60_000, 1000].map((times) => ({ times, over: 1 })),
  ...[0, 1, 2, 3, 4, 5, 6].map((places) => ({ times: 1, over: 10 ** places })),
];

/** The coarsest scale that gives back every value bit for bit with 32-bit integers. */
function scaleOf(numbers: readonly (number | null)[]): Scale | undefined {
  for (const scale of SCALES) {
    const most = mostOf(numbers, scale);
    if (most !== undefined) return { ...scale, most };
  }
  return undefined;
}

const unscaled = (value: number, { times, over }: Omit<Scale, "most">) => Math.round((value / times) * over);

function mostOf(numbers: readonly (number | null)[], scale: Omit<Scale, "most">): number | undefined {
  const { times, over } = scale;
  let most = 0;
  for (const value of numbers) {
    if (value === null) continue;
    const whole = unscaled(value, scale);
    if (!Object.is((whole * times) / over, value)) return undefined;
    most = Math.max(most, Math.abs(whole));
    if (most > MAX_INT32) return undefined;
  }
  return most;
}

function encodeBooleans(flechette: Flechette, values: FrameColumn["values"]): Encoded | undefined {
  for (const value of values) if (!isMissing(value) && typeof value !== "boolean") return undefined;
  const column = flechette.columnFromArray(values as unknown[], flechette.bool());
  return { column, coding: { as: "plain" } };
}

const BYTE_ORDER_MARK = "\uFEFF";

function encodeTexts(flechette: Flechette, values: FrameColumn["values"]): Encoded | undefined {
  for (const value of values) {
    if (isMissing(value)) continue;
    // Decoders drop the mark and replace halves of characters.
    if (typeof value !== "string" || value.startsWith(BYTE_ORDER_MARK) || !value.isWellFormed()) return undefined;
  }
  return { column: textColumn(flechette, values), coding: { as: "plain" } };
}

function encodeJson(flechette: Flechette, { kind, values }: FrameColumn): Encoded {
  const texts = Array.from(values, (value) => (isMissing(value) ? null : valueJson(value, kind)));
  return { column: textColumn(flechette, texts), coding: { as: "json" } };
}

function textColumn(flechette: Flechette, values: FrameColumn["values"]): ArrowColumn {
  const { utf8, dictionary, int8, int16, int32 } = flechette;
  const different = new Set<unknown>();
  for (const value of values) {
    different.add(value);
    if (different.size > values.length / 2) return flechette.columnFromArray(values as unknown[], utf8());
  }
  const index = different.size < 2 ** 7 ? int8() : different.size < 2 ** 15 ? int16() : int32();
  return flechette.columnFromArray(values as unknown[], dictionary(utf8(), index));
}
