import { t } from "../../i18n/translate.ts";
import { type Json, parseLiteral } from "./object-literal.ts";

/**
 * The author's ECharts options (`echart_options`), merged into the chart's option. Data only: anything that could
 * become markup, code, a link or a request is dropped.
 */
export interface ParsedOptions {
  options: Record<string, unknown>;
  problem?: string;
}

export function parseEChartOptions(text: string | null | undefined): ParsedOptions {
  if (!text?.trim()) return { options: {} };
  try {
    const parsed = parseLiteral(text);
    if (!isRecord(parsed)) return { options: {}, problem: t("ECharts options must be an object") };
    return { options: cleaned(parsed) };
  } catch {
    return { options: {}, problem: t("ECharts options must be a JSON-like object without functions") };
  }
}

/** Keys whose text ECharts renders as markup or follows as a URL. */
const UNSAFE_KEYS = new Set(["tooltip", "toolbox", "link", "sublink", "image", "extraCssText", "__proto__"]);

function cleaned(record: { [key: string]: Json }): Record<string, unknown> {
  const entries = Object.entries(record).filter(([key, value]) => !UNSAFE_KEYS.has(key) && !isAddress(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, cleanedValue(value)]));
}

function cleanedValue(value: Json): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isAddress(item)).map(cleanedValue);
  return isRecord(value) ? cleaned(value) : value;
}

function isAddress(value: Json): boolean {
  return typeof value === "string" && /^\s*(image:|https?:|data:|javascript:|\/\/)/i.test(value);
}

function isRecord(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `more` wins. Objects are merged, lists item by item; an object given for a list applies to each item. */
export function mergeOptions(base: unknown, more: unknown): unknown {
  if (Array.isArray(base)) {
    if (isRecord(more)) return base.map((item) => mergeOptions(item, more));
    if (!Array.isArray(more) || !more.some(isRecord)) return more;
    const length = Math.max(base.length, more.length);
    return Array.from({ length }, (_, i) => (i in more ? mergeOptions(base[i], more[i]) : base[i]));
  }
  if (!isRecord(base) || !isRecord(more)) return more;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(more)) merged[key] = key in base ? mergeOptions(base[key], value) : value;
  return merged;
}
