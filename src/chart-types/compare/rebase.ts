import { xLabel } from "../../chart-kit/timeseries/query.ts";
import type { TimeseriesForm } from "../../chart-kit/timeseries/schema.ts";
import type { ChartDataResult, DataRow } from "../../model/query-context.ts";

/** Values of every series as their change since a row: 0.25 is a quarter more. A base of zero or nothing has no change. */
export function rebased(result: ChartDataResult, form: TimeseriesForm, index: number): ChartDataResult {
  const rows = Array.isArray(result.data) ? (result.data as DataRow[]) : [];
  const axis = xLabel(form) ?? "";
  const columns = (result.colnames ?? Object.keys(rows[0] ?? {})).filter((column) => column !== axis);
  const bases = new Map(columns.map((column) => [column, baseOf(rows, column, index)]));
  const data = rows.map((row) => {
    const changes = columns.map((column) => [column, changeOf(row[column], bases.get(column))]);
    return { [axis]: row[axis] ?? null, ...Object.fromEntries(changes) } as DataRow;
  });
  return { ...result, data };
}

/** The value at the row, or the next one that there is: series may begin later. */
function baseOf(rows: readonly DataRow[], column: string, index: number): number | undefined {
  const found = rows.slice(index).find((row) => numberOf(row[column]) !== undefined);
  return found && numberOf(found[column]);
}

function changeOf(value: unknown, base: number | undefined): number | null {
  const number = numberOf(value);
  return number === undefined || !base ? null : (number - base) / Math.abs(base);
}

function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
