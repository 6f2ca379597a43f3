import { t } from "../../i18n/translate.ts";
import { contribution, resampled, rolled } from "./advanced.ts";
import {
  assertCellCount,
  byMetric,
  columnsOf,
  compareLists,
  formError,
  type LegacyForm,
  type LegacyQuery,
  labelsOf,
  metricLabels,
  metricsOf,
  numberOf,
  type Row,
  TIMESTAMP,
} from "./legacy-type.ts";

export interface Pivoted {
  times: number[];
  series: Series[];
}

export interface Series {
  metric: string;
  group: readonly unknown[];
  values: (number | null)[];
}

export function timeseriesQuery(form: LegacyForm, ascending?: boolean): LegacyQuery {
  const metrics = metricsOf(form.metrics, form.metric);
  if (metrics.length === 0) throw formError(t("Pick at least one metric"));
  return {
    columns: columnsOf(form.groupby),
    metrics,
    is_timeseries: true,
    orderby: byMetric(form, metrics, ascending),
  };
}

export function pivoted(rows: readonly Row[], form: LegacyForm, suffix = ""): Pivoted {
  const groups = labelsOf(columnsOf(form.groupby));
  const metrics = metricLabels(metricsOf(form.metrics, form.metric));
  const times = [...new Set(rows.flatMap((row) => numberOf(row[TIMESTAMP]) ?? []))].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const found = new Map<string, Series>();
  for (const row of rows) {
    const at = place.get(Number(row[TIMESTAMP]));
    if (at === undefined || row[TIMESTAMP] === null) continue;
    const group = groups.map((name) => row[name] ?? null);
    for (const metric of metrics) {
      const key = JSON.stringify([metric, group]);
      if (!found.has(key)) assertCellCount((found.size + 1) * times.length);
      const series = found.get(key) ?? { metric, group, values: times.map(() => null) };
      series.values[at] = numberOf(row[metric + suffix]);
      found.set(key, series);
    }
  }
  const series = [...found.values()].sort((a, b) => compareLists([a.metric, ...a.group], [b.metric, ...b.group]));
  return { times, series };
}

export function analyzed(
  rows: readonly Row[],
  form: LegacyForm,
  { suffix = "", missing = null }: { suffix?: string; missing?: number | null } = {},
): Pivoted {
  const { times, series } = pivoted(rows, form, suffix);
  const filled = series.map((one) => ({ ...one, values: one.values.map((value) => value ?? missing) }));
  const result = rolled(resampled({ times, series: filled }, form), form);
  return form.contribution ? contribution(result) : result;
}

export function keyOf({ metric, group }: Series, isSingle: boolean): unknown {
  if (group.length === 0) return metric;
  const names = group.map((part) => (part === null ? "null" : String(part)));
  return isSingle ? names : [metric, ...names];
}

export const hasOneMetric = (form: LegacyForm) => metricsOf(form.metrics, form.metric).length === 1;

export const pointsOf = (times: readonly number[], values: readonly (number | null)[]) =>
  times.map((x, i) => ({ x, y: values[i] ?? null }));
