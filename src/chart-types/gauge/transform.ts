import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { categoricalColors } from "../../chart-kit/colors/categorical.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { ellipsis, textWidth } from "../../chart-kit/text-width.ts";
import { dimensionsOf, type Measure, measureOf } from "../../chart-kit/values/measure.ts";
import { markOf, type NamedValue, namedValues } from "../../chart-kit/values/named-values.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import {
  type Cut,
  type Dial,
  type GaugeLayout,
  labelStep,
  layoutOf,
  roundCut,
  roundFrom,
  roundScale,
  valueAt,
} from "./layout.ts";
import type { GaugeForm } from "./schema.ts";

type Input = TransformInput<GaugeForm>;

const MAX_VALUES = 10;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const measure = measureOf(form.metric, input, { format: form.number_format, currency: form.currency_format });
  const dims = dimensionsOf(form.groupby, input);
  const all = namedValues(input, { dims, measure });
  const values = all.slice(0, MAX_VALUES);
  // Longest first, so that shorter ones are on top.
  if (form.overlap && form.show_progress) values.sort((a, b) => b.value - a.value);
  const summary = summaryOf(values, measure);
  return {
    summary,
    isEmpty: values.length === 0,
    ...warningOf([
      all.length > MAX_VALUES &&
        t("Showing the first {count, number} of {total, number} values", { count: MAX_VALUES, total: all.length }),
    ]),
    props: {
      option: values.length > 0 ? optionOf(input, values, measure) : {},
      summary,
      size: values.length,
      tooltip: ([hit]) => {
        const value = values[hit?.dataIndex ?? -1];
        if (!value) return null;
        return {
          title: value.name,
          rows: [{ color: value.color, label: measure.label, value: measure.full(value.value) }],
        };
      },
      mark: ({ dataIndex }) => markOf(values[dataIndex], dims, (mark) => `${mark.name}: ${measure.full(mark.value)}`),
      walk: [{ seriesIndex: 0, length: values.length }],
    },
  };
}

const USUAL_SPLITS = 10;
const splitsOf = (form: GaugeForm) => Math.min(30, Math.max(1, Math.round(form.split_number)));

/**
 * The author's bounds, else twice the range of values including zero, rounded. Fixed bounds are kept; the number of
 * parts only if set by the author.
 */
function scaleOf(form: GaugeForm, values: readonly NamedValue[]): Cut {
  const numbers = values.map((mark) => mark.value);
  const splits = splitsOf(form);
  const { min_val: from, max_val: to } = form;
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const [low, high] = [2 * least, 2 * most];
  const isFree = splits === USUAL_SPLITS;
  const round = (cut: Cut) => (isFree ? roundCut(cut) : cut);
  if (from === undefined && to === undefined && high > low) return round(roundScale(low, high, splits));
  const [min, max] = [from ?? low, to ?? high];
  if (max <= min) return { min, max: min + 1, splits };
  if (to === undefined && from !== 0) return roundFrom({ from: min, to: max, least: most, splits, isFree });
  if (to === undefined) return round(roundScale(0, max, splits));
  if (from === undefined && low < 0) return roundFrom({ from: max, to: min, least, splits, isFree });
  return round({ min, max, splits });
}

function withText(form: GaugeForm, text: string): string {
  const template = form.value_formatter?.trim() || "{value}";
  return template.includes("{value}") ? template.replace("{value}", () => text) : `${template} ${text}`;
}

function optionOf(input: Input, values: readonly NamedValue[], measure: Measure): Record<string, unknown> {
  const { formData: form, theme, width, height } = input;
  const scale = scaleOf(form, values);
  const text = (mark: NamedValue) => withText(form, measure.short(mark.value));
  const isOne = values.length === 1;
  const hasValue = isOne && height >= 70;
  const hasName = hasValue && form.groupby.length > 0;
  const placed = layoutOf({
    width,
    height,
    angles: [form.start_angle, form.end_angle],
    lines: isOne || height < 90 || width < 140 ? [] : values.map((mark) => `${mark.name}  ${text(mark)}`),
    isRound: form.round_cap,
    hasValue,
    hasName,
  });
  return {
    animation: form.animation && !prefersReducedMotion(),
    animationDuration: 0,
    animationDurationUpdate: 300,
    series: [
      {
        ...dialOption(input, { scale, placed, measure, count: values.length }),
        data: values.map((mark) => ({
          name: mark.name,
          value: mark.value,
          itemStyle: { color: mark.color },
          ...(isOne ? {} : { pointer: { itemStyle: { color: mark.color } } }),
          title: titleOf(input, placed, hasName),
          detail: detailOf(input, placed, { text: text(mark), isShown: hasValue }),
        })),
      },
    ],
    tooltip: tooltipOption(theme),
    ...(placed.listing ? { graphic: listingOf(input, placed, { values, text }) } : {}),
  };
}

function prefersReducedMotion(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface DialNumbers {
  scale: Cut;
  placed: GaugeLayout;
  measure: Measure;
  count: number;
}

function dialOption(input: Input, { scale, placed, measure, count }: DialNumbers): Record<string, unknown> {
  const { formData: form, theme } = input;
  const { dial } = placed;
  const { min, max, splits } = scale;
  const font = Math.min(form.font_size * 0.8 * textScale(dial), dial.radius * 0.11);
  const ticks = Array.from({ length: splits + 1 }, (_, i) => tidyTick(min + ((max - min) * i) / splits));
  const labels = ticks.map(tickFormatter(measure.short, ticks));
  const isRinged = form.show_progress && !form.overlap && count > 1;
  const band = isRinged ? Math.max(dial.band, Math.min(dial.radius * 0.5, count * 14)) : dial.band;
  const step = labelStep({ ...dial, band }, labels, { font, degrees: form.end_angle - form.start_angle });
  return {
    type: "gauge",
    name: measure.label,
    center: [dial.x, dial.y],
    radius: dial.radius,
    startAngle: form.start_angle,
    endAngle: form.end_angle,
    ...{ min, max },
    splitNumber: splits,
    axisLine: { roundCap: form.round_cap, lineStyle: { width: band, color: bandsOf(input, scale) } },
    progress: {
      show: form.show_progress,
      overlap: !isRinged,
      roundCap: form.round_cap,
      width: isRinged ? band / count - 2 : band,
    },
    pointer: pointerOf(input, placed, count),
    anchor: {
      show: form.show_pointer,
      showAbove: true,
      size: Math.max(dial.band * 0.9, 2 * needleOf(dial.radius) + 5),
      itemStyle: {
        color: theme.background,
        borderColor: theme.textSecondary,
        borderWidth: Math.max(1.5, dial.band / 6),
      },
    },
    axisTick: { show: form.show_axis_tick, distance: 3, length: 4, lineStyle: { color: theme.textQuaternary } },
    splitLine: {
      show: form.show_split_line,
      distance: 3,
      length: 8,
      lineStyle: { color: theme.textTertiary, width: 1 },
    },
    axisLabel: {
      show: dial.radius >= 56,
      // ECharts ignores the band width here.
      distance: band + (form.show_split_line || form.show_axis_tick ? 3 : -4),
      color: theme.textTertiary,
      fontSize: font,
      fontFamily: theme.fontFamily,
      formatter: (value: number) => {
        const at = Math.round(((value - min) / (max - min)) * splits);
        return at % step === 0 ? (labels[at] ?? "") : "";
      },
    },
  };
}

const tidyTick = (value: number) => Number(value.toPrecision(12)) + 0;

const textScale = ({ radius }: Dial) => Math.max(1, Math.min(2.4, (radius / 200) ** 0.8));

const needleOf = (radius: number) =>
  Math.max(3, Math.min(14, radius > 200 ? 8 + (radius - 200) * 0.03 : Math.min(8, radius * 0.05)));

function pointerOf({ formData: form, theme }: Input, { dial }: GaugeLayout, count: number): Record<string, unknown> {
  return {
    show: form.show_pointer,
    width: needleOf(dial.radius),
    length: "62%",
    // Keeps the needle's tail under the hub.
    offsetCenter: [0, -needleOf(dial.radius)],
    itemStyle: count === 1 ? { color: theme.textSecondary } : {},
  };
}

function bandsOf(input: Input, scale: Cut): [number, string][] {
  const { formData: form, theme } = input;
  const bounds = numbersOf(form.intervals).filter((bound) => bound > scale.min);
  const palette = categoricalColors(form.color_scheme);
  const chosen = numbersOf(form.interval_color_indices);
  const track: [number, string] = [1, theme.mode === "light" ? "#ECECE9" : "#2B2E35"];
  const bands = bounds.map((bound, i): [number, string] => {
    const place = (chosen[i] ?? i + 1) - 1;
    const share = Math.min(1, (bound - scale.min) / (scale.max - scale.min));
    return [share, palette[((place % palette.length) + palette.length) % palette.length] ?? theme.others];
  });
  return (bands.at(-1)?.[0] ?? 0) < 1 ? [...bands, track] : bands;
}

function numbersOf(text: string | undefined): number[] {
  return (text ?? "")
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(Number)
    .filter(Number.isFinite);
}

function titleOf({ theme }: Input, { dial }: GaugeLayout, isShown: boolean): Record<string, unknown> {
  return {
    show: isShown && dial.radius >= 56,
    offsetCenter: [0, dial.radius * 0.24],
    color: theme.textTertiary,
    fontSize: Math.max(10, Math.min(13 * textScale(dial), dial.radius * 0.09)),
    fontFamily: theme.fontFamily,
    width: dial.radius * 1.1,
    overflow: "truncate",
  };
}

function detailOf(
  { formData: form, theme }: Input,
  { dial }: GaugeLayout,
  { text, isShown }: { text: string; isShown: boolean },
) {
  const size = Math.max(
    11,
    Math.min(form.font_size * 2 * textScale(dial), dial.radius * 0.2, (dial.radius * 1.25) / Math.max(4, text.length)),
  );
  return {
    show: isShown,
    offsetCenter: [0, dial.radius * valueAt([form.start_angle, form.end_angle], form.groupby.length > 0)],
    formatter: () => ellipsis(text, Math.max(24, dial.radius * 2), size),
    color: theme.text,
    fontSize: size,
    fontWeight: 500,
    fontFamily: theme.fontFamily,
  };
}

function listingOf(
  { theme }: Input,
  { listing }: GaugeLayout,
  { values, text }: { values: readonly NamedValue[]; text(mark: NamedValue): string },
): Record<string, unknown>[] {
  if (!listing) return [];
  const { font: size } = listing;
  const font = `${size}px ${theme.fontFamily}`;
  return values.flatMap((mark, i) => {
    const y = listing.y + listing.line * (i + 0.5);
    const value = text(mark);
    const room = listing.width - size * 1.8 - textWidth(value, size, true);
    return [
      {
        type: "circle",
        silent: true,
        shape: { cx: listing.x + size / 3, cy: y, r: size / 3 },
        style: { fill: mark.color },
      },
      {
        type: "text",
        silent: true,
        x: listing.x + size * 1.17,
        y,
        style: {
          text: ellipsis(mark.name, Math.max(24, room), size),
          fill: mark.isFocus ? theme.textSecondary : theme.textTertiary,
          font,
          textVerticalAlign: "middle",
        },
      },
      {
        type: "text",
        silent: true,
        x: listing.x + listing.width,
        y,
        style: { text: value, fill: theme.text, font: `600 ${font}`, textAlign: "right", textVerticalAlign: "middle" },
      },
    ];
  });
}

function summaryOf(values: readonly NamedValue[], measure: Measure): string {
  const [first] = values;
  if (!first) return t("Gauge of {measure}: no value.", { measure: measure.label });
  const say = (mark: NamedValue) => t("{value} for {name}", { value: measure.full(mark.value), name: mark.name });
  if (values.length === 1)
    return t("Gauge of {measure}: {value}.", { measure: measure.label, value: measure.full(first.value) });
  const ends = endsText(values, { valueIn: ({ value }) => value, say, write: measure.full });
  return t("Gauge of {measure} for {count, number} values; {ends}.", {
    measure: measure.label,
    count: values.length,
    ends,
  });
}
