import { offsetOf } from "../../chart-kit/controls/comparison-controls.ts";
import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import { numberFormatter } from "../../chart-kit/format/number-format.ts";
import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import { NOT_AVAILABLE } from "../../chart-kit/format/value.ts";
import { figureFormatter } from "../../chart-kit/kpi/format.ts";
import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { list } from "../../i18n/intl.ts";
import { msg, t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { PopKpiForm } from "./schema.ts";

export interface Part {
  key: "#" | "△" | "%";
  name: string;
  symbol?: string;
  text: string;
  isMissing: boolean;
  tone?: "good" | "bad";
}

export interface PopKpiDrawing {
  text: string;
  isMissing: boolean;
  metricName?: string;
  subtitle?: string;
  base?: string;
  parts: Part[];
  header: number;
  sub: number;
  subtitleSize: number;
  nameSize: number;
}

const NAMES = { "#": msg("Previous"), "△": msg("Difference"), "%": msg("Change") } as const;

export function transform(input: TransformInput<PopKpiForm>): Drawing<PopKpiDrawing> {
  const { formData, results, dataset } = input;
  const [result] = results;
  const row = rowsOf(result)[0] ?? {};
  const name = formData.metric ? metricLabel(formData.metric) : "";
  const offset = offsetOf(formData);
  const format = figureFormatter(formData, { ...metricFormats(dataset, name), detected: result?.detected_currency });
  const [now, before] = [finiteNumber(row[name]), finiteNumber(row[`${name}__${offset}`])];
  const parts = offset ? partsOf({ formData, now, before, format }) : [];
  const label = labelOf(name, dataset);
  const text = format(now);
  const changes = parts.map((part) => `${part.name} ${part.text}`);
  return {
    props: {
      text,
      isMissing: now === null,
      metricName: formData.show_metric_name ? label : undefined,
      subtitle: formData.subtitle || undefined,
      base: offset && baseOf(formData, offset),
      parts,
      header: formData.header_font_size,
      sub: formData.subheader_font_size,
      subtitleSize: formData.subtitle_font_size,
      nameSize: formData.metric_name_font_size,
    },
    summary: `${label}: ${text}${offset ? `, ${baseOf(formData, offset)}: ${list(changes, "commas")}` : ""}.`,
    isEmpty: rowsOf(result).length === 0,
  };
}

function finiteNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}

function baseOf({ time_compare, start_date_offset }: PopKpiForm, offset: string): string {
  if (time_compare === "custom")
    return t("compared with the range starting {date}", { date: String(start_date_offset) });
  return offset === "inherit" ? t("compared with the previous range") : t("compared with {offset}", { offset });
}

interface Compared {
  formData: PopKpiForm;
  now: number | null;
  before: number | null;
  format(value: DataValue | undefined): string;
}

function partsOf({ formData, now, before, format }: Compared): Part[] {
  const difference = now !== null && before !== null ? now - before : null;
  const change = difference !== null && before ? difference / Math.abs(before) : null;
  const own = formData.percentDifferenceFormat;
  const percent = own && own !== "SMART_NUMBER" ? numberFormatter(own) : formatPercent;
  const tone = toneOf(difference, formData);
  const texts: [Part["key"], string | null, Part["tone"]][] = [
    ["#", before === null ? null : format(before), undefined],
    ["△", difference === null ? null : signed(difference, format(difference)), tone],
    ["%", change === null ? null : signed(change, percent(change)), tone],
  ];
  return texts.flatMap(([key, text, color]): Part[] => {
    const config = formData.column_config?.[key] ?? {};
    if (config.visible === false) return [];
    return [
      {
        key,
        name: config.customColumnName || t(NAMES[key]),
        symbol: config.displayTypeIcon === false ? undefined : key,
        text: text ?? NOT_AVAILABLE,
        isMissing: text === null,
        ...(color ? { tone: color } : {}),
      },
    ];
  });
}

function signed(value: number, text: string): string {
  return value > 0 && !text.startsWith("+") ? `+${text}` : text;
}

function toneOf(difference: number | null, formData: PopKpiForm): Part["tone"] {
  if (!formData.comparison_color_enabled || !difference) return undefined;
  return difference > 0 === (formData.comparison_color_scheme !== "Red") ? "good" : "bad";
}
