import { labelOf } from "../../chart-kit/selection.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";

/** One bin: values from `low` up to `high`. */
export interface Bin {
  low: number;
  high: number;
}

/** Counts of one group, one for each bin. */
export interface BinSeries {
  name: string;
  counts: (number | null)[];
}

const NUMBER = "-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?";
const BIN = new RegExp(`^\\s*(${NUMBER})\\s*-\\s*(${NUMBER})\\s*$`);

/** The edges in a column name such as `-5 - 12.5`; undefined for other columns. */
export function parseBin(name: string): Bin | undefined {
  const match = BIN.exec(name);
  return match ? { low: Number(match[1]), high: Number(match[2]) } : undefined;
}

/** Bins in ascending order and the counts of every group. `groups` are the columns that name a series. */
export function seriesOf(
  result: ChartDataResult,
  rows: readonly DataRow[],
  groups: readonly string[],
): { bins: Bin[]; series: BinSeries[] } {
  const names = (result.colnames ?? Object.keys(rows[0] ?? {})).filter((name) => !groups.includes(name));
  const columns = names
    .flatMap((name) => {
      const bin = parseBin(name);
      return bin ? [{ name, bin }] : [];
    })
    .sort((a, b) => a.bin.low - b.bin.low);
  return {
    bins: columns.map(({ bin }) => bin),
    series: rows.map((row) => ({
      name: groups.map((group) => labelOf((row[group] ?? null) as DataValue)).join(", "),
      counts: columns.map(({ name }) => (typeof row[name] === "number" ? (row[name] as number) : null)),
    })),
  };
}
