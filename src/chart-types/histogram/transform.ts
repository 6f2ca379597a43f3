import { type NiceScale, niceScale } from "../../chart-kit/axes/nice-scale.ts";
import type { Bin } from "../../chart-kit/bin-name.ts";
import type { EChartSpec, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import {
  axisNumberFormatter,
  formatPercent,
  formatPercentTick,
  fullNumberFormatter,
} from "../../chart-kit/format/plain-number.ts";
import { asRange, plainColumn, rangeOf } from "../../chart-kit/selection.ts";
import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { justAbove } from "../../model/brush.ts";
import { LIMITS } from "../../model/query-context.ts";
import { type BinSeries, seriesOf } from "./bins.ts";
import { optionOf } from "./option.ts";
import type { HistogramForm } from "./schema.ts";

export interface HistogramDrawing {
  picture: EChartSpec;
}

type Input = TransformInput<HistogramForm>;

export interface Writer {
  edge(value: number): string;
  tick(value: number): string;
  count(value: number): string;
}

export function transform(input: Input): Drawing<HistogramDrawing> {
  const { formData, results, dataset } = input;
  const [result = {}] = results;
  const groups = formData.groupby.map(columnLabel);
  const { bins, series: all } = seriesOf(result, rowsOf(result), groups);
  const series = largestOf(all);
  const column = formData.column ? labelOf(columnLabel(formData.column), dataset) : t("Value");
  const named = series.map((one) => ({ ...one, name: one.name || column }));
  const writer = writerOf(formData);
  const largest = named.reduce((most, { counts }) => counts.reduce<number>((a, b) => Math.max(a, b ?? 0), most), 0);
  const scale = niceScale([0, largest], {
    count: input.height < 220 ? 2 : 4,
    max: largest > 0 ? (formData.y_axis_bounds?.[1] ?? null) : null,
  });
  const summary = summaryOf(column, { bins, series: named, writer }, input.formData.cumulative === true);
  return {
    props: {
      picture: {
        option: optionOf({ input, bins, series: named, scale, writer, title: titleOf(formData, column) }),
        summary,
        size: bins.length * named.length,
        brush: brushOf(input, bins, writer),
        walk: named.map((_, seriesIndex) => ({ seriesIndex, length: bins.length })),
        tooltip: ([hit]) => (hit ? tooltipOf(hit.dataIndex, { input, bins, series: named, writer }) : null),
        mark: ({ seriesIndex, dataIndex }) => {
          const bin = bins[dataIndex];
          const count = named[seriesIndex]?.counts[dataIndex];
          if (!bin || count === null || count === undefined) return null;
          const name = named.length > 1 ? `${named[seriesIndex]?.name}, ` : "";
          return {
            text: `${name}${rangeText(bin, writer)}: ${writer.count(count)}`,
            selection: null,
            isSelected: false,
          };
        },
      },
    },
    summary,
    isEmpty: bins.length === 0 || !(largest > 0),
    ...histogramWarning(input, { drawn: series.length, all: all.length }),
  };
}

function titleOf(formData: HistogramForm, column: string): string {
  return formData.x_axis_title?.trim() || column;
}

const MAX_GROUPS = 50;

function largestOf(series: readonly BinSeries[]): readonly BinSeries[] {
  if (series.length <= MAX_GROUPS) return series;
  const totalOf = ({ counts }: BinSeries) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const totals = new Map(series.map((one) => [one, totalOf(one)]));
  const largest = new Set(series.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, MAX_GROUPS));
  return series.filter((one) => largest.has(one));
}

function histogramWarning(input: Input, { drawn, all }: { drawn: number; all: number }): Pick<Drawing, "warning"> {
  return warningOf([
    cutWarning(input),
    drawn < all &&
      t("Showing the largest {count, number} of {total, number} groups", { count: MAX_GROUPS, total: all }),
  ]);
}

function cutWarning({ formData, results }: Input): string | undefined {
  const limit = Number(formData.row_limit ?? LIMITS.rowLimit);
  const read = results[0]?.sql_rowcount;
  return read && read >= limit ? t("Based on the first {count, number} rows", { count: limit }) : undefined;
}

function writerOf(formData: HistogramForm): Writer {
  const isShare = formData.normalize === true && (!formData.y_axis_format || formData.y_axis_format === "SMART_NUMBER");
  return {
    edge: axisNumberFormatter(formData.x_axis_format),
    tick: isShare ? formatPercentTick : axisNumberFormatter(formData.y_axis_format),
    count: isShare ? formatPercent : fullNumberFormatter(formData.y_axis_format),
  };
}

export function rangeText(bin: Bin, writer: Writer): string {
  return t("{low} to {high}", { low: writer.edge(bin.low), high: writer.edge(bin.high) });
}

/** Selects whole bins. */
function brushOf({ formData, selected }: Input, bins: readonly Bin[], writer: Writer): EChartSpec["brush"] {
  const column = plainColumn(formData.column);
  const last = bins.at(-1);
  if (column === undefined || !last) return undefined;
  const boxOf = (selection: Selection) => {
    const range = rangeOf(selection, column);
    return range && { x: [range.from, range.to] as const };
  };
  return {
    axes: "x",
    select: ({ x: [low, high] = [0, 0] }) => {
      const inside = bins.filter((bin) => bin.high > low && bin.low < high);
      const [first, end] = [inside[0], inside.at(-1)];
      if (!first || !end) return null;
      const chosen = { low: first.low, high: end.high };
      // The last bin contains its upper edge.
      const includesEnd = end === last ? { includesEnd: true } : {};
      return asRange(column, { from: chosen.low, to: chosen.high, ...includesEnd }, rangeText(chosen, writer));
    },
    boxOf,
    shown: selected ? boxOf(selected) : undefined,
    stops: { x: bins.map(({ low, high }) => (low + high) / 2) },
    dimensions: () => [{ column, edges: [...bins.map(({ low }) => low), justAbove(last.high)] }],
  };
}

interface TooltipContext {
  input: Input;
  bins: readonly Bin[];
  series: readonly BinSeries[];
  writer: Writer;
}

function tooltipOf(at: number, { input, bins, series, writer }: TooltipContext): TooltipContent | null {
  const bin = bins[at];
  if (!bin) return null;
  const label = input.formData.cumulative ? t("Cumulative rows") : t("Rows");
  return {
    title: rangeText(bin, writer),
    rows: series.map(({ name, counts }) => ({
      color: series.length > 1 ? input.colorOf(name) : undefined,
      label: series.length > 1 ? name : label,
      value: writer.count(counts[at] ?? 0),
    })),
  };
}

function summaryOf(
  column: string,
  { bins, series, writer }: Omit<TooltipContext, "input">,
  isCumulative: boolean,
): string {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return t("Histogram of {column}: no data.", { column });
  const totals = bins.map((_, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const of = { column, bins: bins.length, low: writer.edge(first.low), high: writer.edge(last.high) };
  if (isCumulative) {
    const all = totals.at(-1) ?? 0;
    const half = bins[totals.findIndex((total) => total >= all / 2)] ?? last;
    return t(
      "Histogram of {column}: {bins, plural, one {# bin} other {# bins}} from {low} to {high}, cumulative; half are below {half}.",
      { ...of, half: writer.edge(half.high) },
    );
  }
  const peak = totals.indexOf(Math.max(...totals));
  const top = bins[peak] ?? first;
  const values = { ...of, peak: rangeText(top, writer), count: writer.count(totals[peak] ?? 0) };
  if (series.length > 1)
    return t(
      "Histogram of {column} in {groups, number} groups: {bins, plural, one {# bin} other {# bins}} from {low} to {high}, most in {peak} with {count}.",
      { ...values, groups: series.length },
    );
  return t(
    "Histogram of {column}: {bins, plural, one {# bin} other {# bins}} from {low} to {high}, most in {peak} with {count}.",
    values,
  );
}

export interface Plan extends TooltipContext {
  scale: NiceScale;
  title: string;
}
