import type { Dataset } from "../../model/dataset.ts";
import { asSentence, endsText } from "../axes/extremes-text.ts";
import { sampleText } from "./downsample.ts";
import { forecasted } from "./forecast-series.ts";
import { verboseName } from "./frame.ts";
import type { Plan } from "./plan.ts";

export function summaryOf(plan: Plan, dataset: Dataset | undefined): string {
  const { frame, series, kind, formats } = plan;
  const what = `${kind.name}: ${nameOf(plan, dataset)}`;
  // Expanded stacks report shares.
  const known = series.flatMap((one) =>
    (plan.stack === "expand" ? one.drawn : one.values)
      .map((value, i) => ({ value, x: frame.x[i] ?? null, label: one.label }))
      .filter((p) => p.value !== null),
  );
  if (known.length === 0) return `${what}, no values.`;
  const ends = endsText(known, {
    valueIn: ({ value }) => value ?? 0,
    say: ({ value, x, label }) =>
      `${formats.full(value ?? 0)} (${series.length > 1 ? `${label}, ` : ""}${formats.xFull(x)})`,
    write: formats.full,
  });
  const facts = `${what}, ${rangeOf(plan)}. ${known.length === 1 ? "One value, " : ""}${asSentence(ends)}${trendOf(plan)}.`;
  const sample = sampleText(frame);
  return `${facts}${sample ? ` ${sample}.` : ""}${forecastText(plan)}${layerText(plan)}`;
}

function nameOf({ series, form }: Plan, dataset: Dataset | undefined): string {
  const named = new Set(series.map((one) => one.metric).filter((metric) => metric !== undefined));
  const metrics = [...named].map((metric) => verboseName(metric, dataset)).join(", ");
  if (series.length === 1) return series[0]?.label ?? metrics;
  return `${metrics || "values"}${form.groupby.length > 0 ? `, ${series.length} series` : ""}`;
}

function rangeOf({ frame, formats }: Plan): string {
  const first = formats.xFull(frame.x[0] ?? null);
  const last = formats.xFull(frame.x.at(-1) ?? null);
  if (frame.xKind === "category") return frame.x.length === 1 ? first : `${frame.x.length} categories`;
  return first === last ? first : `${first} to ${last}`;
}

function trendOf({ frame, series }: Plan): string {
  const values = series.length === 1 && frame.xKind !== "category" ? (series[0]?.values ?? []) : [];
  const known = values.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < 2) return "";
  // Equal values were reported already.
  if (known.every((value) => value === first)) return "";
  const change = last - first;
  const size = Math.max(Math.abs(first), Math.abs(last)) || 1;
  if (Math.abs(change) / size < 0.02) return ", little changed from start to end";
  return change > 0 ? ", higher at the end than at the start" : ", lower at the end than at the start";
}

function forecastText(plan: Plan): string {
  const [series] = forecasted(plan);
  const end = series?.forecast?.yhat.findLastIndex((value) => value !== null) ?? -1;
  const value = series?.forecast?.yhat[end] ?? null;
  if (!series || value === null) return "";
  const name = plan.series.length > 1 ? `${series.label}: ` : "";
  return ` Forecast: ${name}${plan.formats.full(value)} (${plan.formats.xFull(plan.frame.x[end] ?? null)}).`;
}

const MOST_NAMED = 5;

function layerText({ layers, frame, formats }: Plan): string {
  const marks = layers.flatMap((layer) => layer.marks);
  if (marks.length === 0) return "";
  const place = (at: number) => formats.xFull(frame.xKind === "category" ? (frame.x[at] ?? null) : at);
  const named = marks.slice(0, MOST_NAMED).map((mark) => `${mark.title} (${place(mark.from)})`);
  return ` Annotations: ${named.join(", ")}${marks.length > MOST_NAMED ? ` and ${marks.length - MOST_NAMED} more` : ""}.`;
}
