import { CATEGORICAL_SCHEMES } from "../../chart-kit/colors/categorical.ts";
import { ramps } from "../../chart-kit/colors/ramps.ts";
import { NUMBER_FORMATS } from "../../chart-kit/format/number-format.ts";
import { TIME_FORMATS } from "../../chart-kit/format/time-format.ts";
import { NULL_LABEL } from "../../chart-kit/format/value.ts";
import type { ConditionalRule } from "../../chart-kit/table/conditional.ts";
import type { Control, ControlState } from "../../chart-seam/control.ts";
import { isEmptyValue } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { t } from "../../i18n/translate.ts";
import { type AdhocFilter, columnLabel, type QueryColumn, type QueryMetric } from "../../model/adhoc.ts";
import { PickedColor, readFixedOrMetric, type SpatialDraft, spatialColumns } from "../../model/map-values.ts";
import { readDimension } from "../../model/matrix.ts";
import { columnTitle, metricTitle } from "./dataset-words.ts";
import { filterWords } from "./filter-words.ts";
import { plainWords } from "./plain-words.ts";
import { ruleText } from "./rule-words.ts";
import { timeRangeText } from "./time-range.ts";

export function controlLabel(control: Control, state: ControlState): string {
  return typeof control.label === "function" ? control.label(state) : t(control.label);
}

export function controlHelp({ description }: Control): string | undefined {
  return typeof description === "function" ? description() : description && t(description);
}

/** Stored values may differ from those that the control produces; such values are shown unchanged. */
export function describeValue(value: unknown, control: Control | undefined, state: ControlState): string {
  try {
    return describeKnown(value, control, state);
  } catch {
    return plainWords(value);
  }
}

function describeKnown(value: unknown, control: Control | undefined, state: ControlState): string {
  if (isEmptyValue(value)) return t("N/A");
  if (typeof value === "boolean" && !(control && "choices" in control)) return value ? t("True") : t("False");
  switch (control?.widget) {
    case "metrics":
      return listed<QueryMetric>(value, (metric) => metricTitle(state.dataset, metric));
    case "columns":
      return listed<QueryColumn>(value, (column) => columnTitle(state.dataset, column));
    case "filters":
      return listed<AdhocFilter>(value, (filter) => filterText(filter, state));
    case "select":
    case "radio":
      return listed(value, (one) => choiceLabel(control, one, state));
    case "time-range":
      return timeRangeText(String(value));
    default:
      return describeParts(value, control, state);
  }
}

function describeParts(value: unknown, control: Control | undefined, state: ControlState): string {
  switch (control?.widget) {
    case "bounds":
      return boundsText(value);
    case "order-by":
      return listed<string>(value, orderText);
    case "conditional-formatting":
      return listed<ConditionalRule>(value, (rule) => ruleText(rule));
    case "annotation-layers":
      return listed<{ name?: string }>(value, ({ name }) => name ?? t("N/A"));
    case "column-config":
      return plainWords(value, { keepsNames: true });
    case "spatial":
      return spatialColumns(value as SpatialDraft)
        .map(columnLabel)
        .join(", ");
    case "fixed-or-metric":
      return sizeText(value, state);
    case "matrix-dimension":
      return dimensionText(value, state);
    case "collection":
      return listed<Record<string, unknown>>(value, control.describe);
    default:
      return describeLook(value, control);
  }
}

function describeLook(value: unknown, control: Control | undefined): string {
  switch (control?.widget) {
    case "color":
      return colorText(value);
    case "currency":
      return currencyText(value);
    case "color-scheme":
      return schemeName(control.kind, value);
    case "number-format":
      return nameIn(NUMBER_FORMATS, value);
    case "time-format":
      return nameIn(TIME_FORMATS, value);
    default:
      return plainWords(value);
  }
}

function listed<T>(value: unknown, wordsOf: (one: T) => string): string {
  return ([value].flat() as T[]).map(wordsOf).join(", ");
}

function filterText(filter: AdhocFilter, state: ControlState): string {
  const { subject, words, value } = filterWords(filter, state.dataset);
  const shown = filter.operator === "TEMPORAL_RANGE" ? timeRangeText(value) : value;
  if (!subject) return shown;
  if (!words) return t("{column} {value}", { column: subject, value: shown });
  if (!shown) return t("{column} {operator}", { column: subject, operator: words });
  return t("{column} {operator} {value}", { column: subject, operator: words, value: shown });
}

function sizeText(value: unknown, state: ControlState): string {
  const read = readFixedOrMetric(value);
  if (read?.type === "metric") return read.value ? metricTitle(state.dataset, read.value) : t("N/A");
  return String(read?.value ?? t("N/A"));
}

function dimensionText(value: unknown, { dataset }: ControlState): string {
  const { dimension, values } = readDimension(value);
  if (!dimension) return t("N/A");
  const words = values.map((one) => (one === null ? NULL_LABEL : String(one))).join(", ");
  return [columnTitle(dataset, dimension), words].filter(Boolean).join(": ");
}

function boundsText(value: unknown): string {
  const [min, max] = Array.isArray(value) ? value : [];
  return t("Min: {min}, Max: {max}", { min: String(min ?? ""), max: String(max ?? "") });
}

function colorText(value: unknown): string {
  const color = PickedColor.safeParse(value);
  if (!color.success) return plainWords(value);
  const { r, g, b, a } = color.data;
  const hex = [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  const text = `#${hex.toUpperCase()}`;
  if (a === undefined || a === null || a === 1) return text;
  return t("{color} at {opacity, number}%", { color: text, opacity: Math.round(a * 100) });
}

function currencyText(value: unknown): string {
  const { symbol, symbolPosition } = (typeof value === "object" ? value : {}) as Record<string, unknown>;
  if (!symbol) return t("N/A");
  return symbolPosition === "suffix"
    ? t("{symbol} after##currency symbol", { symbol: String(symbol) })
    : t("{symbol} before##currency symbol", { symbol: String(symbol) });
}

function orderText(entry: string): string {
  const [, column, way] = /^\["(.*)",\s*(true|false)\]$/.exec(entry) ?? [];
  if (column === undefined) return entry;
  return way === "true" ? t("{column} ascending", { column }) : t("{column} descending", { column });
}

function schemeName(kind: "categorical" | "sequential", key: unknown): string {
  const schemes = kind === "sequential" ? ramps("light") : CATEGORICAL_SCHEMES;
  const known = schemes.find((scheme) => scheme.key === key);
  return known ? t(known.name) : String(key);
}

function nameIn(names: readonly (readonly [string, Message])[], key: unknown): string {
  const name = names.find(([one]) => one === key)?.[1];
  return name ? t(name) : plainWords(key);
}

function choiceLabel(control: Extract<Control, { choices: unknown }>, value: unknown, state: ControlState): string {
  const { choices } = control;
  if (typeof choices === "function") return choices(state).find(([key]) => key === value)?.[1] ?? plainWords(value);
  const name = choices.find(([key]) => key === value)?.[1];
  return name ? t(name) : plainWords(value);
}
