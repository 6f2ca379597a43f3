import type { ColumnarBatch, ResultColumn } from "../../connectors/connector.ts";
import { badRequest } from "../../model/errors.ts";
import type { FrameColumn } from "../../query/post-processing/frame.ts";
import { executeQuery, isPlain, namedFrame, runChecked } from "./execute.ts";
import { type PreparedContext, queriesWithRows } from "./prepared.ts";
import { shownColumns } from "./present.ts";

export const ARROW = "application/vnd.apache.arrow.stream";

type Flechette = typeof import("@uwdata/flechette");

/** A column with the engine's type text, where it is the engine's own. */
type TypedColumn = Pick<FrameColumn, "kind" | "values"> & { label: string; type: string };

/**
 * The rows of the one query of a context as an Arrow stream. Integers are int64, or utf8 where they do not fit; decimals
 * keep their precision and scale; dates are dates and timestamps milliseconds, with the zone UTC where the engine's have
 * one. Columns made by post-processing are doubles.
 */
export async function arrowAnswer(prepared: PreparedContext, signal: AbortSignal): Promise<Buffer> {
  const [query, ...others] = queriesWithRows(prepared);
  if (!query || others.length > 0) throw badRequest("An Arrow answer has the rows of one query");
  const columns = isPlain(query)
    ? plainColumns(await runChecked(prepared, query.compiled, { signal }), prepared, query.compiled)
    : shownColumns((await executeQuery(query, prepared, signal)).frame).map(({ label, column: { kind, values } }) => ({
        label,
        kind,
        values,
        type: "",
      }));
  const flechette = await import("@uwdata/flechette");
  const table = flechette.tableFromColumns(columns.map((column) => [column.label, arrowColumn(flechette, column)]));
  return Buffer.from(flechette.tableToIPC(table, { format: "stream" }) ?? []);
}

function plainColumns(
  result: ColumnarBatch,
  { dataset }: PreparedContext,
  compiled: Parameters<typeof namedFrame>[1],
): TypedColumn[] {
  const { columns } = namedFrame(result, compiled, { offsetHours: dataset.offset ?? 0 });
  return columns.map(({ kind, values, path }, i) => {
    const source = result.columns[i] as ResultColumn;
    return { label: path[0] ?? source.name, kind, values, type: source.kind === kind ? source.type : "" };
  });
}

const INTEGER = /^(?:TINY|SMALL|BIG|HUGE|UTINY|USMALL|U|UBIG|UHUGE)?INT(?:EGER|[248])?\b|^BIGNUM/i;
const DECIMAL = /^(?:DECIMAL|NUMERIC)\((\d+), ?(\d+)\)/i;
const MAX_INT64 = 2n ** 63n - 1n;

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
  if (/^DATE$/i.test(type)) return flechette.dateDay();
  const isZoned = /TIME ZONE|TIMESTAMPTZ/i.test(type) && !/WITHOUT/i.test(type);
  return flechette.timestamp(flechette.TimeUnit.MILLISECOND, isZoned ? "UTC" : null);
}

function numericColumn(flechette: Flechette, { values, type }: Pick<TypedColumn, "values" | "type">) {
  const { columnFromArray } = flechette;
  const decimal = DECIMAL.exec(type);
  if (decimal) {
    const [precision, scale] = [Number(decimal[1]), Number(decimal[2])];
    const unscaled = Array.from(values, (value) => (value === null ? null : unscaledOf(value, scale)));
    return columnFromArray(unscaled, flechette.decimal(precision, scale, 128));
  }
  if (!INTEGER.test(type)) {
    return columnFromArray(
      Array.from(values, (value) => (value === null ? null : Number(value))),
      flechette.float64(),
    );
  }
  const isWide = values.some(
    (value: unknown) => typeof value === "bigint" && (value > MAX_INT64 || value < -MAX_INT64 - 1n),
  );
  if (isWide) {
    return columnFromArray(
      Array.from(values, (value) => (value === null ? null : String(value))),
      flechette.utf8(),
    );
  }
  return columnFromArray(
    Array.from(values, (value) => (value === null ? null : BigInt(value as number))),
    flechette.int64(),
  );
}

/** `1.25` at scale 3 -> 1250n. */
function unscaledOf(value: unknown, scale: number): bigint {
  const text = typeof value === "number" ? value.toFixed(scale) : String(value);
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
