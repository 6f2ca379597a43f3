import { createRequire } from "node:module";

interface Metadata {
  type: { name: string };
  scale?: number;
}

interface Result {
  value: unknown;
  offset: number;
}

type ReadValue = (...args: [bytes: Buffer, offset: number, metadata: Metadata, options: object]) => Result;

const UNSAFE = 1e15;
const MONEY_SCALE = 4;

/**
 * The driver converts decimals and money to doubles, which hold 15 digits. This rereads longer ones as digits, after
 * the driver has found their end.
 */
const withDigits =
  (read: ReadValue): ReadValue =>
  (...args) => {
    const result = read(...args);
    const [bytes, offset, metadata] = args;
    const { name } = metadata.type;
    if (typeof result.value !== "number") return result;
    const isMoney = name === "Money" || name === "MoneyN";
    const scale = isMoney ? MONEY_SCALE : (metadata.scale ?? 0);
    if (Math.abs(result.value) * 10 ** scale < UNSAFE) return result;
    if (isMoney) result.value = decimalText(moneyAt(bytes, result.offset), scale);
    else if (name === "NumericN" || name === "DecimalN") result.value = decimalText(decimalAt(bytes, offset), scale);
    return result;
  };

const moneyAt = (bytes: Buffer, end: number) =>
  BigInt(bytes.readInt32LE(end - 8)) * 2n ** 32n + BigInt(bytes.readUInt32LE(end - 4));

function decimalAt(bytes: Buffer, start: number): bigint {
  const length = bytes.readUInt8(start);
  let size = 0n;
  for (let at = start + length; at > start + 1; at--) size = size * 256n + BigInt(bytes.readUInt8(at));
  return bytes.readUInt8(start + 1) === 1 ? size : -size;
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${unscaled < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${digits.slice(-scale)}`}`;
}

interface DriverReader {
  readValue: ReadValue;
}

let reader: DriverReader | undefined;

/** Patches the driver's value reader. `from`: module to import. */
export function driverReader(from = "mssql"): DriverReader {
  if (reader) return reader;
  const ofDriver = createRequire(from.startsWith("file:") ? from : createRequire(import.meta.url).resolve(from));
  const found = ofDriver("tedious/lib/value-parser.js") as DriverReader;
  found.readValue = withDigits(found.readValue);
  reader = found;
  return found;
}
