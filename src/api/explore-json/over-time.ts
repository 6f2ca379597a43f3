import { t } from "../../i18n/translate.ts";
import { compared } from "./advanced.ts";
import {
  assertCellCount,
  columnsOf,
  compareKeys,
  formError,
  type LegacyForm,
  type LegacyType,
  labelOfMetric,
  listOf,
  metricLabels,
  metricsOf,
  numberOf,
  type Row,
  TIMESTAMP,
} from "./legacy-type.ts";
import { analyzed, hasOneMetric, keyOf, pivoted, pointsOf, timeseriesQuery } from "./pivoted.ts";

const DAY_MS = 86_400_000;

const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

export const timeTable: LegacyType = {
  query: (form) => {
    const query = timeseriesQuery(form, false);
    if (columnsOf(form.groupby).length > 0 && !hasOneMetric(form)) {
      throw formError(t("When using 'Group By' you are limited to use a single metric"));
    }
    return query;
  },
  shape: (rows, form) => {
    const { times, series } = pivoted(rows, form);
    const isGrouped = columnsOf(form.groupby).length > 0;
    const nameOf = ({ metric, group }: (typeof series)[number]) =>
      !isGrouped ? metric : group.length === 1 ? group[0] : group.join(", ");
    const records = times.map((time, i) => [
      timeText(time),
      Object.fromEntries(series.map((one) => [String(nameOf(one)), one.values[i] ?? null])),
    ]);
    return { records: Object.fromEntries(records), columns: series.map(nameOf), is_group_by: isGrouped };
  },
};

export const horizon: LegacyType = { query: timeseriesQuery, shape: (rows, form) => lines(rows, form) };

function lines(rows: readonly Row[], form: LegacyForm): object[] {
  const { times, series } = analyzed(rows, form);
  const isSingle = hasOneMetric(form);
  return series.map((one) => ({ key: keyOf(one, isSingle), values: pointsOf(times, one.values) }));
}

const offsetOf = (text: string) => (/\bago$/.test(text.trim()) ? text : `${text} ago`);
const offsetsOf = (form: LegacyForm) => listOf<string>(form.time_compare).filter((text) => typeof text === "string");

export const compare: LegacyType = {
  query: (form) => ({ ...timeseriesQuery(form), time_offsets: offsetsOf(form).map(offsetOf) }),
  shape: (rows, form) => {
    const current = analyzed(rows, form);
    const isSingle = hasOneMetric(form);
    const type = form.comparison_type;
    const shifted = offsetsOf(form).flatMap((offset, at) => {
      const before = analyzed(rows, form, { suffix: `__${offsetOf(offset)}` });
      return before.series.map((one, i) => {
        const values = one.values.map((value, j) => compared(current.series[i]?.values[j] ?? null, value, type));
        const key = [keyOf(one, isSingle), `${offset} offset`].flat();
        return { key, values: pointsOf(before.times, values), classed: `time-shift-${at}` };
      });
    });
    const isAlone = shifted.length > 0 && type !== undefined && type !== null && type !== "values";
    return isAlone ? shifted : [...lines(rows, form), ...shifted];
  },
};

export const pairedTtest: LegacyType = {
  query: (form) => ({ ...timeseriesQuery(form), orderby: [] }),
  shape: (rows, form) => {
    const { times, series } = pivoted(rows, form);
    const metrics = [...new Set(series.map(({ metric }) => metric))];
    const groupsOf = (metric: string) =>
      series
        .filter((one) => one.metric === metric)
        .map(({ group, values }) => ({ group: group.length > 0 ? group : "All", values: pointsOf(times, values) }));
    return Object.fromEntries(metrics.map((metric) => [metric, groupsOf(metric)]));
  },
};

export const rose: LegacyType = {
  query: timeseriesQuery,
  shape: (rows, form) => {
    const { times, series } = analyzed(rows, form);
    const isSingle = hasOneMetric(form);
    const at = (time: number, i: number) =>
      series.map((one) => {
        const key = keyOf(one, isSingle);
        return { key, value: one.values[i] ?? 0, name: key, time };
      });
    return Object.fromEntries(times.map((time, i) => [`${BigInt(time) * 1_000_000n}`, at(time, i)]));
  },
};

export const timePivot: LegacyType = {
  query: (form) => timeseriesQuery({ ...form, groupby: [] }),
  shape: (rows, form) => {
    const metric = labelOfMetric(form.metric) ?? "";
    const points = rows.flatMap((row) => {
      const x = numberOf(row[TIMESTAMP]);
      return x === null ? [] : [{ x, start: periodStart(x, String(form.freq ?? "W-MON")), y: numberOf(row[metric]) }];
    });
    const periods = [...new Set(points.map(({ start }) => start))].sort((a, b) => b - a);
    const latest = periods[0] ?? 0;
    const placed = points.map((point) => ({ ...point, at: latest + point.x - point.start }));
    const times = [...new Set(placed.map(({ at }) => at))].sort((a, b) => a - b);
    assertCellCount(periods.length * times.length);
    const values = Map.groupBy(placed, ({ start }) => start);
    const series = periods.map((start, rank) => ({
      key: rank === 0 ? "current" : String(-rank),
      values: pointsAt(times, values.get(start) ?? []),
      rank,
      perc: 1 - rank / periods.length,
    }));
    return series.sort((a, b) => compareKeys(a.key, b.key));
  },
};

interface PlacedPoint {
  at: number;
  y: number | null;
}

function pointsAt(times: readonly number[], points: readonly PlacedPoint[]): object[] {
  const found = new Map(points.toReversed().map(({ at, y }) => [at, y]));
  return times.map((x) => ({ x, y: found.get(x) ?? null }));
}

function periodStart(ms: number, freq: string): number {
  const date = new Date(ms);
  if (freq === "AS") return Date.UTC(date.getUTCFullYear(), 0, 1);
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (freq === "D") return day;
  const first = freq.endsWith("SUN") ? 0 : 1;
  return day - ((date.getUTCDay() - first + 7) % 7) * DAY_MS;
}

const SUBDOMAIN_GRAINS: Readonly<Record<string, string>> = {
  min: "PT1M",
  hour: "PT1H",
  day: "P1D",
  week: "P1W",
  month: "P1M",
  year: "P1Y",
};

export const calHeatmap: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metrics, form.metric);
    if (metrics.length === 0) throw formError(t("Pick at least one metric"));
    const grain = SUBDOMAIN_GRAINS[String(form.subdomain_granularity ?? "min")] ?? "PT1M";
    return { columns: [], metrics, is_timeseries: true, orderby: [], grain };
  },
  shape: (rows, form, { from, to }) => {
    if (from === null || to === null) throw formError(t("Please provide both time bounds (Since and Until)"));
    const domain = String(form.domain_granularity ?? "hour");
    const valuesOf = (metric: string) =>
      rows.flatMap((row) => {
        const time = numberOf(row[TIMESTAMP]);
        return time === null ? [] : [[(time / 1000).toFixed(1), row[metric] ?? null]];
      });
    const labels = metricLabels(metricsOf(form.metrics, form.metric));
    return {
      data: Object.fromEntries(labels.map((label) => [label, Object.fromEntries(valuesOf(label))])),
      start: from,
      domain,
      subdomain: String(form.subdomain_granularity ?? "min"),
      range: domainsIn(domain, new Date(from), new Date(to)),
    };
  },
};

function domainsIn(domain: string, from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  if (domain === "year") return years + 1;
  if (domain === "month") return years * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const perDay = { week: 1 / 7, day: 1, hour: 24 }[domain] ?? 24;
  return Math.floor(days * perDay) + 1;
}
