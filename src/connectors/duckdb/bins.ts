import { DAY_MS } from "../../query/calendar.ts";
import type { BrushDialect, EvenBins } from "../../query/dialect.ts";
import { DUCKDB_LEXIS } from "../../query/sql/duckdb-reader.ts";

const INTEGER = /^u?(tiny|small|big|huge)?int(eger)?$/i;
const DECIMAL = /^decimal\((\d+), ?(\d+)\)$/i;
const TIME = /^(date|datetime|timestamp(_ms|_us)?|timestamptz|timestamp with time zone)$/i;

export const duckdbBrush: BrushDialect = {
  lexis: DUCKDB_LEXIS,
  doubleTypes: /^(double|float8)$/,
  division: "fraction",
  divisionByZero: "infinite",
  hasDecimals: true,
  ordersByCodePoint: true,
  nestedBins: 32,
  binNumber(column, type, bins) {
    const own = type.trim();
    if (bins.kind === "time") return TIME.test(own) ? timeBin(column, bins) : undefined;
    if (INTEGER.test(own)) return integerBin(column, bins);
    if (/^double$/i.test(own)) return doubleBin(column, bins);
    if (/^(float|real)$/i.test(own)) return areSingle(bins) ? doubleBin(column, bins) : undefined;
    return isDistinguished(own, bins) ? binaryBin(column, bins) : undefined;
  },
  comparedEdges(type, edges) {
    const own = type.trim();
    if (/^date$/i.test(own)) return edges.map((edge) => Math.floor(edge / DAY_MS) * DAY_MS);
    if (/^(float|real)$/i.test(own)) return edges.map(Math.fround);
    return TIME.test(own) || INTEGER.test(own) || /^double$/i.test(own) ? edges : undefined;
  },
};

function timeBin(column: string, { start, width, numbers }: EvenBins): string {
  return numbered(`(EPOCH_US(${column}) - ${literal(start * 1000)}) // ${width * 1000}`, numbers);
}

function integerBin(column: string, bins: EvenBins): string | undefined {
  const { start, width, numbers } = bins;
  if (Number.isInteger(width) && Number.isInteger(start)) {
    return numbered(`(${column} - ${literal(start)}) // ${width}`, numbers);
  }
  return isBinary(bins) ? binaryBin(column, bins) : undefined;
}

function doubleBin(column: string, bins: EvenBins): string {
  if (isBinary(bins)) return binaryBin(column, bins);
  const [start, width] = [double(bins.start), double(bins.width)];
  const about = `CAST(FLOOR((CAST(${column} AS DOUBLE) - ${start}) / ${width}) AS INTEGER)`;
  const edge = (bin: string) => `${start} + ${bin} * ${width}`;
  // A value next to an edge may have been rounded over it.
  const low = `CAST(${column} < ${edge(about)} AS INTEGER)`;
  const high = `CAST(${column} >= ${edge(`(${about} + 1)`)} AS INTEGER)`;
  return numbered(`${about} - ${low} + ${high}`, bins.numbers);
}

/** Exact, because multiplying by a power of two doesn't round. */
function binaryBin(column: string, { start, width, numbers }: EvenBins): string {
  const bin = `CAST(FLOOR(CAST(${column} AS DOUBLE) * ${double(1 / width)}) AS BIGINT) - ${literal(start / width)}`;
  return numbered(bin, numbers);
}

/** Compared as columns, so that constants aren't computed again for each row. */
const numbered = (bin: string, numbers: readonly number[] | undefined) =>
  numbers ? `([${numbers.join(",")}]::USMALLINT[])[${bin} + 1]` : `CAST(${bin} AS USMALLINT)`;

const isBinary = ({ start, width }: EvenBins) => Number.isInteger(Math.log2(width)) && Number.isInteger(start / width);

const literal = (value: number) => (value < 0 ? `(${value})` : String(value));

function double(value: number): string {
  const text = value.toExponential().replace("e+", "e");
  return value < 0 ? `(${text})` : text;
}

const lastEdge = ({ start, width, count }: EvenBins) => start + count * width;

const areSingle = (bins: EvenBins) =>
  [bins.start, lastEdge(bins)].every((edge) => Math.abs(edge / bins.width) < 2 ** 24) && isBinary(bins);

/** Whether a double tells every decimal of the type from every edge. */
function isDistinguished(type: string, bins: EvenBins): boolean {
  const scale = DECIMAL.exec(type)?.[2];
  if (scale === undefined || !isBinary(bins)) return false;
  const largest = Math.max(Math.abs(bins.start), Math.abs(lastEdge(bins)));
  const unit = 10 ** -Number(scale);
  return largest / unit < 2 ** 52 && largest * 2 ** -50 < unit * Math.min(1, bins.width);
}
