import { t } from "../../i18n/translate.ts";
import {
  byMetric,
  columnsOf,
  compareKeys,
  formError,
  type LegacyForm,
  type LegacyType,
  labelsOf,
  metricLabels,
  metricsOf,
  numberOf,
  type Row,
  TIMESTAMP,
} from "./legacy-type.ts";
import { analyzed } from "./pivoted.ts";

interface Branch {
  name: unknown;
  val: number | null;
  children: Branch[];
}

type Measure = (rows: readonly Row[], metric: string) => number | null;

export const partition: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metrics, form.metric);
    if (metrics.length === 0) throw formError(t("Pick at least one metric"));
    const isTimeseries = (form.time_series_option ?? "not_time") !== "not_time";
    return {
      columns: columnsOf(form.groupby),
      metrics,
      is_timeseries: isTimeseries,
      orderby: byMetric(form, metrics),
    };
  },
  shape: (rows, form) => {
    const metrics = metricLabels(metricsOf(form.metrics, form.metric));
    const option = String(form.time_series_option ?? "not_time");
    if (option === "adv_anal") return byTime(analyzedRows(rows, form), form, sumOf).map(withoutValue);
    if (option === "time_series") return byTime(rows, form, sumOf);
    const measure = measureOf(option, rows);
    return metrics.map((metric) => branch(rows, metric, { name: metric, levels: groupsOf(form), metric, measure }));
  },
};

const groupsOf = (form: LegacyForm) => labelsOf(columnsOf(form.groupby));

function byTime(rows: readonly Row[], form: LegacyForm, measure: Measure): Branch[] {
  const levels = [TIMESTAMP, ...groupsOf(form)];
  return metricLabels(metricsOf(form.metrics, form.metric)).map((metric) =>
    branch(rows, metric, { name: metric, levels, metric, measure }),
  );
}

interface PartitionNode {
  name: unknown;
  levels: readonly string[];
  metric: string;
  measure: Measure;
}

function branch(rows: readonly Row[], metric: string, growing: PartitionNode): Branch {
  const { name, measure } = growing;
  const [level, ...levels] = growing.levels;
  const val = measure(rows, metric);
  if (level === undefined) return { name, val, children: [] };
  const groups = Map.groupBy(rows, (row) => row[level] ?? null);
  const names = [...groups.keys()].sort(compareKeys);
  const children = names.map((key) => branch(groups.get(key) ?? [], metric, { ...growing, name: key, levels }));
  return { name, val, children };
}

const withoutValue = ({ name, children }: Branch) => ({ name, children });

function analyzedRows(rows: readonly Row[], form: LegacyForm): Row[] {
  const { times, series } = analyzed(rows, form, { missing: 0 });
  const groups = groupsOf(form);
  return series.flatMap(({ metric, group, values }) =>
    times.map((time, i) => ({
      [TIMESTAMP]: time,
      ...Object.fromEntries(groups.map((name, at) => [name, group[at]])),
      [metric]: values[i] ?? 0,
    })),
  );
}

function sumOf(rows: readonly Row[], metric: string): number {
  return rows.reduce((sum, row) => sum + (numberOf(row[metric]) ?? 0), 0);
}

function meanOf(rows: readonly Row[], metric: string): number | null {
  const count = rows.filter((row) => row[metric] !== null && row[metric] !== undefined).length;
  return count === 0 ? null : sumOf(rows, metric) / count;
}

function measureOf(option: string, all: readonly Row[]): Measure {
  switch (option) {
    case "agg_mean":
      return meanOf;
    case "point_diff":
      return atEnds(all, (first, last) => last - first);
    case "point_percent":
      return atEnds(all, (first, last) => (first === 0 ? null : last / first - 1));
    case "point_factor":
      return atEnds(all, (first, last) => (first === 0 ? null : last / first));
    default:
      return sumOf;
  }
}

function atEnds(all: readonly Row[], difference: (first: number, last: number) => number | null): Measure {
  const times = all.flatMap((row) => numberOf(row[TIMESTAMP]) ?? []);
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  const at = (rows: readonly Row[], time: number) => rows.filter((row) => row[TIMESTAMP] === time);
  return (rows, metric) => difference(sumOf(at(rows, first), metric), sumOf(at(rows, last), metric));
}
