import type { FieldPacket } from "mysql2";
import { shownBytes } from "../../model/shown-bytes.ts";
import { type ColumnShape, readDecimal, readDouble, readInteger, readMoment } from "../columns.ts";

type Shape = Pick<ColumnShape, "type" | "kind" | "read">;

const number = (type: string, read: Shape["read"]): Shape => ({ type, kind: "numeric", read });
const moment = (type: string): Shape => ({ type, kind: "temporal", read: readMoment });

const asText = (value: unknown): string => {
  if (typeof value === "string") return value;
  return Buffer.isBuffer(value) ? shownBytes(value) : JSON.stringify(value);
};
const text = (type: string): Shape => ({ type, kind: "text", read: asText });

const bits = (value: Buffer): number | bigint => readInteger(String(BigInt(`0x${value.toString("hex") || "0"}`)));

const TYPES: Readonly<Record<number, Shape>> = {
  0: number("DECIMAL", readDecimal),
  1: number("TINYINT", null),
  2: number("SMALLINT", null),
  3: number("INT", null),
  4: number("FLOAT", readDouble),
  5: number("DOUBLE", readDouble),
  7: moment("TIMESTAMP"),
  8: number("BIGINT", readInteger),
  9: number("MEDIUMINT", null),
  10: moment("DATE"),
  11: text("TIME"),
  12: moment("DATETIME"),
  13: number("YEAR", null),
  15: text("VARCHAR"),
  16: number("BIT", bits),
  245: text("JSON"),
  246: number("DECIMAL", readDecimal),
  247: text("ENUM"),
  248: text("SET"),
  252: text("TEXT"),
  253: text("VARCHAR"),
  254: text("CHAR"),
  255: text("GEOMETRY"),
};

const BINARY: Readonly<Record<number, Shape>> = { 252: text("BLOB"), 253: text("VARBINARY"), 254: text("BINARY") };
const NO_CHARACTERS = 63;

const TINY = 1;
const BIT = 16;
const isOne = (value: unknown) => Number(value) !== 0;

const computedBits = (value: Buffer): number | bigint =>
  /^\d+$/.test(value.toString("latin1")) ? readInteger(value.toString("latin1")) : bits(value);

/** BOOLEAN is TINYINT(1). */
export function mysqlShapeOf(packet: FieldPacket): ColumnShape {
  const { name, columnType = -1, columnLength, orgName, characterSet } = packet;
  if (columnType === BIT && orgName === "") return { name, ...number("BIT", computedBits) };
  if (columnType === TINY && columnLength === 1) return { name, type: "BOOLEAN", kind: "boolean", read: isOne };
  const bytes = characterSet === NO_CHARACTERS ? BINARY[columnType] : undefined;
  return { name, ...(bytes ?? TYPES[columnType] ?? text("TEXT")) };
}
