export type StoreFailure =
  | "unique"
  | "reference"
  | "unfit"
  | "full"
  | "failing-disk"
  | "read-only"
  | "unreachable"
  | "null-character"
  | "too-much";

const SQLITE_CODES: Readonly<Record<number, StoreFailure>> = {
  2067: "unique",
  1555: "unique",
  787: "reference",
  1299: "unfit",
  275: "unfit",
  13: "full",
};
const CODES: Readonly<Record<string, StoreFailure>> = {
  "23505": "unique",
  "23503": "reference",
  "23001": "reference",
  "23502": "unfit",
  "23514": "unfit",
  "22021": "null-character",
  "53100": "full",
  "25006": "read-only",
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "53300": "unreachable",
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "failing-disk",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
};
const POSTGRES_DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
const NO_CONNECTION =
  /^(the store doesn't respond|timeout exceeded when trying to connect|timeout expired|Connection terminated)/;
const SQLITE_KINDS: Readonly<Record<number, StoreFailure>> = { 8: "read-only", 10: "failing-disk" };

export function storeFailureOf(error: unknown): StoreFailure | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (hasTooManyValues(error)) return "too-much";
  if (typeof errcode === "number") {
    return SQLITE_CODES[errcode] ?? SQLITE_KINDS[errcode & 0xff];
  }
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return "unreachable";
  if (typeof code !== "string") return undefined;
  return CODES[code] ?? (POSTGRES_DATA_EXCEPTION.test(code) ? "unfit" : undefined);
}

const TOO_MANY_VALUES = /^(too many SQL variables|Expression tree is too large|bind message has \d+ parameter formats)/;

const hasTooManyValues = (error: object) => "message" in error && TOO_MANY_VALUES.test(String(error.message));

const UNIQUE_COLUMN = /^UNIQUE constraint failed: \w+\.(\w+)$|^Key \((\w+)\)=/;

export function uniqueColumnOf(error: unknown): string | undefined {
  const { message, detail } = error as { message?: unknown; detail?: unknown };
  const found = UNIQUE_COLUMN.exec(String(detail ?? message));
  return found?.[1] ?? found?.[2];
}
