import { type Column, tableFromIPC } from "@uwdata/flechette";
import type { ArrowRows, ColumnCoding } from "../../model/arrow-rows.ts";
import { parseExact } from "../../model/json-text.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";
import { nextTask } from "../client/clock.ts";

const SLICE_MS = 8;
const ROWS_PER_CHECK = 500;

export interface NumberReading {
  isLossless: boolean;
  /** Per result: columns that keep all digits anyway. Two IDs that a double rounds to one would be one group. */
  names?: readonly ReadonlySet<string>[];
}

type Result = ChartDataResult & { arrow?: ArrowRows };

/**
 * Adds the rows of the Arrow streams in `bytes` to the results. Yields every few milliseconds: rows sent from a worker
 * would have to be copied, which takes longer than making them.
 */
export async function addArrowRows(
  results: readonly Result[],
  bytes: Uint8Array,
  { isLossless, names }: NumberReading,
): Promise<void> {
  let start = 0;
  for (const [at, result] of results.entries()) {
    const { arrow, colnames = [] } = result;
    if (!arrow) continue;
    // A copy, because typed arrays need aligned bytes.
    const table = tableFromIPC(bytes.slice(start, start + arrow.bytes), { useBigInt: true });
    start += arrow.bytes;
    const isExact = (label: string | undefined) => isLossless || names?.[at]?.has(label ?? "") === true;
    const columns = arrow.columns.map((coding, i) => valuesOf(table.getChildAt(i), coding, isExact(colnames[i])));
    result.data = await rowsOf(colnames, columns, table.numRows);
    delete result.arrow;
  }
}

type Values = ArrayLike<unknown>;

function valuesOf(column: Column<unknown>, coding: ColumnCoding, isLossless: boolean): Values {
  const values = column.toArray() as Values;
  switch (coding.as) {
    case "plain":
      return values;
    case "scaled":
      return scaled(values, coding);
    case "integers":
      return mapped(values, (value) => integer(value as number | bigint, isLossless));
    case "json":
      return mapped(values, cachedParser(isLossless));
  }
}

function scaled(values: Values, { times, over }: { times: number; over: number }): Values {
  // Columns with missing values are arrays.
  if (Array.isArray(values)) return mapped(values, (value) => ((value as number) * times) / over);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < numbers.length; row++) numbers[row] = ((values[row] as number) * times) / over;
  return numbers;
}

function mapped(values: Values, change: (value: unknown) => unknown): Values {
  const all: unknown[] = new Array(values.length);
  for (let row = 0; row < all.length; row++) {
    const value = values[row];
    all[row] = value === null || value === undefined ? null : change(value);
  }
  return all;
}

function integer(value: number | bigint, isLossless: boolean): number | string {
  const number = Number(value);
  return isLossless && !Number.isSafeInteger(number) ? String(value) : number;
}

function cachedParser(isLossless: boolean): (text: unknown) => unknown {
  const known = new Map<string, unknown>();
  return (text) => {
    const json = text as string;
    if (!known.has(json)) known.set(json, isLossless ? (parseExact(`[${json}]`) as unknown[])[0] : JSON.parse(json));
    return known.get(json);
  };
}

async function rowsOf(labels: readonly string[], columns: readonly Values[], rows: number): Promise<DataRow[]> {
  // Copies of one object share its shape, and may have a key __proto__.
  const empty = JSON.parse(`{${labels.map((label) => `${JSON.stringify(label)}:null`).join(",")}}`) as DataRow;
  const all: DataRow[] = new Array(rows);
  let sliceStart = performance.now();
  for (let start = 0; start < rows; start += ROWS_PER_CHECK) {
    if (performance.now() - sliceStart > SLICE_MS) {
      await nextTask();
      sliceStart = performance.now();
    }
    const end = Math.min(rows, start + ROWS_PER_CHECK);
    for (let row = start; row < end; row++) all[row] = { ...empty };
    for (const [i, label] of labels.entries()) fill(all, { label, values: columns[i] as Values, start, end });
  }
  return all;
}

interface Part {
  label: string;
  values: Values;
  start: number;
  end: number;
}

/** One column at a time, because the engine is fast while the key stays the same. */
function fill(rows: DataRow[], { label, values, start, end }: Part): void {
  for (let row = start; row < end; row++) (rows[row] as DataRow)[label] = values[row] as DataValue;
}
