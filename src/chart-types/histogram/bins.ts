import { type Bin, parseBin } from "../../chart-kit/bin-name.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";

export interface BinSeries {
  name: string;
  counts: (number | null)[];
}

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
