import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { toFrame } from "../../chart-kit/timeseries/frame.ts";
import type { TimeseriesForm } from "../../chart-kit/timeseries/schema.ts";
import { numberIn } from "../../chart-kit/values/measure.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { DataRow } from "../../model/query-context.ts";
import { asTimeseries, type PartitionForm } from "./schema.ts";

export const METRIC = "\u0000metric";
export const VALUE = "\u0000value";

export function partRows(input: TransformInput<PartitionForm>): DataRow[] {
  const { formData: form, results, dataset } = input;
  if (form.time_series_option === "adv_anal") return analyzedRows(input);
  const time = form.granularity_sqla ?? "";
  const groups = form.groupby.map(columnLabel);
  const keepsRows = form.time_series_option === "not_time" || form.time_series_option === "time_series";
  return form.metrics.map(metricLabel).flatMap((metric) => {
    const rows = rowsOf(results[0]).map(
      (row): DataRow => ({ ...row, [METRIC]: labelOf(metric, dataset), [VALUE]: numberIn(row, metric) }),
    );
    const summing = { groups, time, option: form.time_series_option };
    if (!form.contribution) return keepsRows ? rows : summedUp(rows, summing);
    if (isOfEnds(form))
      return summedUp(
        sharesOf(rows, (row) => row[time]),
        summing,
      );
    return sharesOf(keepsRows ? rows : summedUp(rows, summing), () => null);
  });
}

function analyzedRows(input: TransformInput<PartitionForm>): DataRow[] {
  const form = asTimeseries(input.formData);
  const { x, series } = toFrame({ ...input, formData: form }, { mark: "line", name: () => "" });
  const time = input.formData.granularity_sqla ?? "";
  const rows = series.flatMap(({ metric, shift, dimensions, values }) => {
    const name = labelOf(metric ?? "", input.dataset);
    const groups = Object.fromEntries(form.groupby.map((column, at) => [columnLabel(column), dimensions[at] ?? null]));
    const label = shift === undefined ? name : `${name}, ${comparedWords(form)}${shift}`;
    return x.map((at, index): DataRow => ({ ...groups, [time]: at, [METRIC]: label, [VALUE]: values[index] ?? null }));
  });
  const known = rows.filter((row) => row[VALUE] !== null);
  return input.formData.contribution ? sharesOf(known, () => null) : known;
}

const COMPARISON_PREFIXES: Readonly<Record<string, string>> = {
  difference: "difference to ",
  percentage: "change from ",
  ratio: "ratio to ",
};
const comparedWords = ({ comparison_type }: TimeseriesForm) => COMPARISON_PREFIXES[comparison_type] ?? "";

const isOfEnds = (form: PartitionForm) => form.time_series_option.startsWith("point_");

export function areShares({ contribution, time_series_option: option }: PartitionForm): boolean {
  return contribution && option !== "point_percent" && option !== "point_factor";
}

function sharesOf(rows: readonly DataRow[], keyOf: (row: DataRow) => unknown): DataRow[] {
  const totals = new Map<unknown, number>();
  for (const row of rows) totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + Number(row[VALUE] ?? 0));
  return rows.map((row) => {
    const total = totals.get(keyOf(row));
    return { ...row, [VALUE]: row[VALUE] === null || !total ? null : Number(row[VALUE]) / total };
  });
}

interface Summing {
  groups: readonly string[];
  time: string;
  option: PartitionForm["time_series_option"];
}

function summedUp(rows: readonly DataRow[], { groups, time, option }: Summing): DataRow[] {
  const byGroup = Map.groupBy(rows, (row) => JSON.stringify(groups.map((name) => row[name] ?? null)));
  return [...byGroup.values()].flatMap((list): DataRow[] => {
    const series = list.filter((row) => row[VALUE] !== null).sort((a, b) => Number(a[time]) - Number(b[time]));
    const [first] = series;
    if (!first) return [];
    const values = series.map((row) => Number(row[VALUE]));
    return [{ ...first, [VALUE]: oneOf(values, option) }];
  });
}

function oneOf(values: readonly number[], option: PartitionForm["time_series_option"]): number | null {
  const sum = values.reduce((total, value) => total + value, 0);
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  if (option === "agg_mean") return sum / values.length;
  if (option === "point_diff") return last - first;
  if (option === "point_percent") return first === 0 ? null : last / first - 1;
  if (option === "point_factor") return first === 0 ? null : last / first;
  return sum;
}
