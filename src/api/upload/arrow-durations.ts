/**
 * Parquet has no duration type: Arrow writers store integers, and the Arrow schema as a FlatBuffer in an IPC message.
 */

/** Of seconds, milliseconds, microseconds, nanoseconds. */
export type FractionDigits = 0 | 3 | 6 | 9;

const UNITS: readonly FractionDigits[] = [0, 3, 6, 9];
const MILLISECONDS = 1;
const DURATION = 18;
const CONTINUES = 0xffffffff;
const WORD = 4;
const HEADER = 2;
const FIELDS = 1;
const FIELD = { name: 0, typeId: 2, type: 3 };
const UNIT = 0;

/** `message` is the value of `ARROW:schema`, base64. Empty for an unreadable schema. */
export function durationColumns(message: string): Map<string, FractionDigits> {
  try {
    return columnsOf(Buffer.from(message, "base64"));
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

function columnsOf(bytes: Buffer): Map<string, FractionDigits> {
  const start = bytes.readUInt32LE(0) === CONTINUES ? 2 * WORD : WORD;
  const root = start + bytes.readUInt32LE(start);
  const header = targetOf(bytes, slotOf(bytes, root, HEADER));
  const fields = header && targetOf(bytes, slotOf(bytes, header, FIELDS));
  const found = new Map<string, FractionDigits>();
  if (!fields) return found;
  const count = bytes.readUInt32LE(fields);
  for (let i = 1; i <= count; i++) {
    const at = fields + i * WORD;
    const field = at + bytes.readUInt32LE(at);
    const typeId = slotOf(bytes, field, FIELD.typeId);
    if (!typeId || bytes.readUInt8(typeId) !== DURATION) continue;
    const type = targetOf(bytes, slotOf(bytes, field, FIELD.type));
    const unit = type && slotOf(bytes, type, UNIT);
    const digits = UNITS[unit ? bytes.readInt16LE(unit) : MILLISECONDS];
    if (digits !== undefined) found.set(nameOf(bytes, field), digits);
  }
  return found;
}

function nameOf(bytes: Buffer, field: number): string {
  const text = targetOf(bytes, slotOf(bytes, field, FIELD.name));
  if (!text) return "";
  return bytes.toString("utf8", text + WORD, text + WORD + bytes.readUInt32LE(text));
}

function slotOf(bytes: Buffer, table: number, slot: number): number {
  const slots = table - bytes.readInt32LE(table);
  const at = WORD + slot * 2;
  const offset = at < bytes.readUInt16LE(slots) ? bytes.readUInt16LE(slots + at) : 0;
  return offset && table + offset;
}

const targetOf = (bytes: Buffer, at: number) => (at === 0 ? 0 : at + bytes.readUInt32LE(at));
