import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { endsText } from "../axes/extremes-text.ts";
import { forecasted } from "./forecast-series.ts";
import { verboseName } from "./frame.ts";
import type { Plan } from "./plan.ts";
import { unfinishedSummary } from "./unfinished.ts";

export function summaryOf(plan: Plan, dataset: Dataset | undefined): string {
  const { frame, series, kind, formats } = plan;
  const what = { chart: kind.name(), values: nameOf(plan, dataset) };
  // Expanded stacks report shares.
  const known = series.flatMap((one) =>
    (plan.stack === "expand" ? one.drawn : one.values)
      .map((value, i) => ({ value, x: frame.x[i] ?? null, label: one.label }))
      .filter((p) => p.value !== null),
  );
  if (known.length === 0) return t("{chart}: {values}, no values.", what);
  const ends = endsText(known, {
    valueIn: ({ value }) => value ?? 0,
    say: ({ value, x, label }) =>
      `${formats.full(value ?? 0)} (${series.length > 1 ? `${label}, ` : ""}${formats.xFull(x)})`,
    write: formats.full,
  });
  return [
    t("{chart}: {values}, {range}; {ends}.", { ...what, range: rangeOf(plan), ends }),
    ...trendText(plan),
    ...unfinishedSummary(plan),
    ...(frame.sampledFrom === undefined
      ? []
      : [t("Simplified from {count, number} points.", { count: frame.sampledFrom })]),
    ...forecastText(plan),
    ...layerText(plan),
  ].join(" ");
}

function nameOf({ series, form }: Plan, dataset: Dataset | undefined): string {
  const named = new Set(series.map((one) => one.metric).filter((metric) => metric !== undefined));
  const metrics = list(
    [...named].map((metric) => verboseName(metric, dataset)),
    "commas",
  );
  if (series.length === 1) return series[0]?.label ?? metrics;
  const values = metrics || t("values");
  if (form.groupby.length === 0) return values;
  return t("{values}, {count, plural, one {# series} other {# series}}", { values, count: series.length });
}

function rangeOf({ frame, formats }: Plan): string {
  const first = formats.xFull(frame.x[0] ?? null);
  const last = formats.xFull(frame.x.at(-1) ?? null);
  if (frame.xKind === "category") {
    const count = frame.x.length;
    return count === 1 ? first : t("{count, plural, one {# category} other {# categories}}", { count });
  }
  return first === last ? first : t("{first} to {last}", { first, last });
}

function trendText({ frame, series }: Plan): string[] {
  const values = series.length === 1 && frame.xKind !== "category" ? (series[0]?.values ?? []) : [];
  const known = values.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  // Equal values were reported already.
  if (first === undefined || last === undefined || known.every((value) => value === first)) return [];
  const change = last - first;
  const size = Math.max(Math.abs(first), Math.abs(last)) || 1;
  if (Math.abs(change) / size < 0.02) return [t("Little changed from start to end.")];
  return [change > 0 ? t("Higher at the end than at the start.") : t("Lower at the end than at the start.")];
}

function forecastText(plan: Plan): string[] {
  const [series] = forecasted(plan);
  const end = series?.forecast?.yhat.findLastIndex((value) => value !== null) ?? -1;
  const value = series?.forecast?.yhat[end] ?? null;
  if (!series || value === null) return [];
  const name = plan.series.length > 1 ? `${series.label}: ` : "";
  const forecast = `${name}${plan.formats.full(value)} (${plan.formats.xFull(plan.frame.x[end] ?? null)})`;
  return [t("Forecast: {forecast}.", { forecast })];
}

const MOST_NAMED = 5;

function layerText({ layers, frame, formats }: Plan): string[] {
  const marks = layers.flatMap((layer) => layer.marks);
  if (marks.length === 0) return [];
  const place = (at: number) => formats.xFull(frame.xKind === "category" ? (frame.x[at] ?? null) : at);
  const named = marks.slice(0, MOST_NAMED).map((mark) => `${mark.title} (${place(mark.from)})`);
  const names = list(named, "commas");
  if (marks.length <= MOST_NAMED) return [t("Annotations: {names}.", { names })];
  return [t("Annotations: {names} and {count, number} more.", { names, count: marks.length - MOST_NAMED })];
}
