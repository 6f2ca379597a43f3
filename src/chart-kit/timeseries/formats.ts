import { metricLabel } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { DataValue } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { withDetectedCurrency } from "../format/currency.ts";
import { isPercentFormat, numberFormatter, SMART_NUMBER } from "../format/number-format.ts";
import {
  axisNumberFormatter,
  formatFull,
  formatPercent,
  formatPercentTick,
  fullNumberFormatter,
} from "../format/plain-number.ts";
import { SMART_DATE, timeFormatter } from "../format/time-format.ts";
import { labelOf } from "../selection.ts";
import type { Frame } from "./frame.ts";
import type { StackMode, TimeseriesForm } from "./schema.ts";

export interface Formats {
  short(value: number): string;
  tick(value: number): string;
  full(value: number): string;
  x(value: DataValue): string;
  xFull(value: DataValue): string;
}

interface Source {
  form: TimeseriesForm;
  frame: Frame;
  dataset: Dataset | undefined;
  stack: StackMode;
  detected: string | null | undefined;
}

export function formatsOf(source: Source): Formats {
  return { ...valueFormats(source), ...axisFormats(source) };
}

function valueFormats(source: Source): Pick<Formats, "short" | "tick" | "full"> {
  const { form, dataset } = source;
  const isChosen = Boolean(form.y_axis_format) && form.y_axis_format !== SMART_NUMBER;
  if (isChosen && (!isPercentChange(form) || isPercentFormat(form.y_axis_format)))
    return chosenFormats(form.y_axis_format, source);
  if (isShare(source)) return { short: formatPercent, tick: formatPercentTick, full: formatPercent };
  return metricFormats(metricFormat(form, dataset), source);
}

function chosenFormats(key: string | undefined, { form, detected }: Pick<Source, "form" | "detected">) {
  const currency = withDetectedCurrency(form.currency_format, detected);
  return {
    short: axisNumberFormatter(key, currency),
    tick: isPercentFormat(key) ? formatPercentTick : axisNumberFormatter(trimmed(key), currency),
    full: fullNumberFormatter(key, currency),
  };
}

function metricFormats(key: string | undefined, { form, detected }: Source) {
  if (isPercentFormat(key)) return chosenFormats(key, { form, detected });
  const currency = withDetectedCurrency(form.currency_format, detected);
  const write = axisNumberFormatter(undefined, currency);
  const short = (value: number) => write(rounded(value));
  return { short, tick: short, full: fullNumberFormatter(key, currency) };
}

function trimmed(key: string | undefined): string | undefined {
  return key?.replace(/^(.*\.\d+)s$/, "$1~s");
}

function rounded(value: number): number {
  const size = Math.abs(value);
  return size >= 10 && size < 1000 ? Number(value.toPrecision(4)) : value;
}

function isShare({ form, stack }: Source): boolean {
  return Boolean(form.contributionMode) || stack === "expand" || isPercentChange(form);
}

function isPercentChange({ time_compare, comparison_type }: TimeseriesForm): boolean {
  return time_compare.length > 0 && comparison_type === "percentage";
}

function metricFormat(form: TimeseriesForm, dataset: Dataset | undefined): string | undefined {
  const formats = form.metrics.map(
    (metric) => dataset?.metrics.find((saved) => saved.metric_name === metricLabel(metric))?.d3format,
  );
  return formats.every((format) => format === formats[0]) ? (formats[0] ?? undefined) : undefined;
}

function axisFormats({ form, frame }: Source) {
  const grain = timeGrainOf(form);
  if (frame.xKind !== "time") {
    const number = positionFormatter(form.x_axis_number_format || AS_IS, frame);
    const text = (value: DataValue) => (typeof value === "number" ? number(value) : labelOf(value));
    return { x: text, xFull: text };
  }
  const tick = timeFormatter(form.x_axis_time_format, grain);
  const tooltip = tooltipTime(form.tooltipTimeFormat, grain, frame);
  const time = (formatter: (at: number) => string) => (value: DataValue) =>
    typeof value === "number" ? formatter(value) : labelOf(value);
  return { x: time(tick), xFull: time(tooltip) };
}

const AS_IS = "~g";

function positionFormatter(key: string, { xKind, x }: Frame): (value: number) => string {
  const isYear = (value: DataValue) =>
    value === null || (Number.isInteger(value) && Number(value) >= 1000 && Number(value) < 3000);
  return key === AS_IS && xKind === "value" && !x.every(isYear) ? formatFull : numberFormatter(key);
}

const DAY = 86_400_000;

function tooltipTime(key: string | undefined, grain: string | null, frame: Frame): (at: number) => string {
  if ((key && key !== SMART_DATE) || grain) return timeFormatter(key, grain);
  const hasTime = frame.x.some((value) => typeof value === "number" && value % DAY !== 0);
  return timeFormatter(hasTime ? "%-d %b %Y, %H:%M" : "%-d %b %Y");
}
