import type { ColumnarBatch, ResultColumn } from "../../../connectors/connector.ts";
import { t } from "../../../i18n/translate.ts";
import { badRequest } from "../../../model/errors.ts";
import { displayedColumns } from "../../../query/displayed-columns.ts";
import type { FrameColumn } from "../../../query/frame.ts";
import { isDateType, withoutWrappers } from "../../../query/query-dataset.ts";
import { executeQuery, isPlain, namedFrame, runChecked } from "../run/execute.ts";
import { type PreparedContext, queriesWithRows } from "../run/prepared.ts";

export const ARROW = "application/vnd.apache.arrow.stream";

type Flechette = typeof import("@uwdata/flechette");

type TypedColumn = Pick<FrameColumn, "kind" | "values"> & { label: string; type: string };

export interface ArrowAnswer {
  bytes: Buffer;
  rows: number;
  rowLimit: number | null;
}

/**
 * Integers are int64, or utf8 if too large; decimals keep precision and scale; dates are dates and timestamps
 * milliseconds, with the zone UTC if the engine has one. Columns from post-processing are doubles.
 */
export async function arrowAnswer(prepared: PreparedContext, signal: AbortSignal): Promise<ArrowAnswer> {
  const [query, ...others] = queriesWithRows(prepared);
  if (!query || others.length > 0) throw badRequest(t("Arrow responses support only one query"));
  const columns = isPlain(query)
    ? plainColumns(await runChecked(prepared, query.compiled, { signal }), prepared, query.compiled)
    : displayedColumns((await executeQuery(query, prepared, signal)).frame).map(
        ({ label, column: { kind, values } }) => ({
          label,
          kind,
          values,
          type: "",
        }),
      );
  const flechette = await import("@uwdata/flechette");
  const table = flechette.tableFromColumns(columns.map((column) => [column.label, arrowColumn(flechette, column)]));
  const bytes = Buffer.from(flechette.tableToIPC(table, { format: "stream" }) ?? []);
  return { bytes, rows: table.numRows, rowLimit: query.compiled.query.rowLimit };
}

function plainColumns(
  result: ColumnarBatch,
  { dataset }: PreparedContext,
  compiled: Parameters<typeof namedFrame>[1],
): TypedColumn[] {
  const { columns } = namedFrame(result, compiled, { offsetHours: dataset.offset ?? 0 });
  return columns.map(({ kind, values, path }, i) => {
    const source = result.columns[i] as ResultColumn;
    const own = source.kind === kind ? withoutWrappers(source.type) : "";
    const declared = withoutWrappers(compiled.items[i]?.column?.type ?? "");
    // Some engines give a decimal's precision only with the table.
    const isDeclared = !compiled.items[i]?.isMetric && BARE_DECIMAL.test(own) && DECIMAL.test(declared);
    return { label: path[0] ?? source.name, kind, values, type: isDeclared ? declared : own };
  });
}

const INTEGER =
  /^(?:(?:TINY|SMALL|MEDIUM|BIG|HUGE|UTINY|USMALL|U|UBIG|UHUGE)?INT(?:EGER|\d+)?|BIGNUM|OID|YEAR|BIT)(?![a-z])/i;
const DECIMAL = /^(?:DECIMAL|NUMERIC)\((\d+), ?(\d+)\)/i;
const BARE_DECIMAL = /^(?:DECIMAL|NUMERIC)$/i;
const NUMBER = /^-?\d+(\.\d*)?$/;
const MAX_INT64 = 2n ** 63n - 1n;
const DIGITS_128 = 38;
const DIGITS_256 = 76;

function arrowColumn(flechette: Flechette, { kind, values, type }: TypedColumn) {
  const { columnFromArray } = flechette;
  const array = values as unknown[];
  switch (kind) {
    case "boolean":
      return columnFromArray(array, flechette.bool());
    case "text":
      return columnFromArray(array, flechette.utf8());
    case "temporal":
      return columnFromArray(array, temporalType(flechette, type));
    case "numeric":
      return numericColumn(flechette, { values, type });
  }
}

function temporalType(flechette: Flechette, type: string) {
  if (isDateType(type)) return flechette.dateDay();
  const isZoned = /TIME ZONE|TIMESTAMPTZ/i.test(type) && !/WITHOUT/i.test(type);
  return flechette.timestamp(flechette.TimeUnit.MILLISECOND, isZoned ? "UTC" : null);
}

function numericColumn(flechette: Flechette, { values, type }: Pick<TypedColumn, "values" | "type">) {
  const { columnFromArray } = flechette;
  const known = Array.from(values, (value: unknown) => value ?? null);
  const texts = () => columnFromArray(known.map(textOf), flechette.utf8());
  // SQLite allows any text in a numeric column.
  if (!known.every(isNumber)) return texts();
  if (INTEGER.test(type) && known.every(isWhole)) {
    const whole = known.map((value) => (value === null ? null : BigInt(value as number | bigint | string)));
    const isWide = whole.some((value) => value !== null && (value > MAX_INT64 || value < -MAX_INT64 - 1n));
    return isWide ? texts() : columnFromArray(whole, flechette.int64());
  }
  const shape = decimalShape(type, known);
  if (!shape) {
    return columnFromArray(
      known.map((value) => (value === null ? null : Number(value))),
      flechette.float64(),
    );
  }
  const { precision, scale } = shape;
  const unscaled = known.map((value) => (value === null ? null : unscaledOf(value, scale)));
  const most = 10n ** BigInt(precision);
  const fits = unscaled.every((value) => value === null || (value < most && value > -most));
  if (!fits || precision > DIGITS_256) return texts();
  return columnFromArray(unscaled, flechette.decimal(precision, scale, precision > DIGITS_128 ? 256 : 128));
}

function decimalShape(type: string, values: readonly unknown[]): { precision: number; scale: number } | undefined {
  const declared = DECIMAL.exec(type);
  if (declared) return { precision: Number(declared[1]), scale: Number(declared[2]) };
  if (!BARE_DECIMAL.test(type) || !values.some((value) => typeof value === "string")) return undefined;
  let [digits, scale] = [0, 0];
  for (const value of values) {
    const [whole = "", fraction = ""] = (textOf(value) ?? "").replace("-", "").split(".");
    digits = Math.max(digits, whole.length);
    scale = Math.max(scale, fraction.length);
  }
  return { precision: Math.max(DIGITS_128, digits + scale), scale };
}

function isNumber(value: unknown): boolean {
  return value === null || typeof value === "number" || typeof value === "bigint" || NUMBER.test(String(value));
}

function isWhole(value: unknown): boolean {
  return typeof value === "number" ? Number.isInteger(value) : !String(value).includes(".");
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(BigInt(value));
  const text = String(value);
  return text.includes("e") ? value.toFixed(100).replace(/0+$/, "") : text;
}

function unscaledOf(value: unknown, scale: number): bigint {
  const text = typeof value === "number" && !Number.isInteger(value) ? value.toFixed(scale) : (textOf(value) ?? "0");
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
}
