import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import { type EChartSpec, TOOLTIP_ROWS, type TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { drawnLayers } from "../../chart-kit/echart/many-shapes.ts";
import { type Shape, textElement } from "../../chart-kit/echart/shapes.ts";
import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { textWidth, widest } from "../../chart-kit/text-width.ts";
import { type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { partValue } from "../../query/frame.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import type { RoseForm } from "./schema.ts";

type Input = TransformInput<RoseForm>;

interface Petal {
  label: string;
  values: readonly number[];
  total: number;
}

interface Rose {
  petals: readonly Petal[];
  series: readonly string[];
  colors: readonly string[];
  measure: Measure;
  below: number;
}

const MAX_PERIODS = 366;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const whole = roseOf(input);
  const rose = { ...whole, petals: whole.petals.slice(-MAX_PERIODS) };
  const { petals, series, measure } = rose;
  const summary = summaryOf(rose);
  const write = form.contribution ? formatPercent : measure.full;
  return {
    summary,
    isEmpty: petals.every(({ total }) => total === 0),
    ...warningOf([
      whole.below > 0 &&
        t("{count, plural, one {# negative value} other {# negative values}} left out", { count: whole.below }),
      whole.petals.length > MAX_PERIODS &&
        t("Showing the last {count, number} of {total, number} periods", {
          count: MAX_PERIODS,
          total: whole.petals.length,
        }),
    ]),
    props: {
      ...(petals.length > 0 ? drawnOf(input, rose) : { option: {} }),
      summary,
      size: petals.length * series.length,
      tooltip: ([hit]) => (hit ? tooltipOf(rose, { at: hit, isRich: form.rich_tooltip, write }) : null),
      mark: ({ seriesIndex, dataIndex }) => {
        const petal = petals[dataIndex];
        if (!petal || series[seriesIndex] === undefined) return null;
        const name = series.length > 1 ? `${series[seriesIndex]}, ` : "";
        return {
          text: `${name}${petal.label}: ${write(petal.values[seriesIndex] ?? 0)}`,
          selection: null,
          isSelected: false,
        };
      },
      walk: series.map((_, seriesIndex) => ({ seriesIndex, length: petals.length })),
    },
  };
}

function roseOf(input: Input): Rose {
  const { formData: form } = input;
  const key = form.granularity_sqla ?? "";
  const rows = rowsOf(input.results[0]);
  const names = (input.results[0]?.colnames ?? Object.keys(rows[0] ?? {})).filter((name) => name !== key);
  const measure = measureOf(form.metrics[0], input, { format: form.number_format });
  const isAlone = names.length === 1 && names[0] === measure.key;
  const partsIn = (name: string) => input.results[0]?.label_map?.[name] ?? [name];
  const labelIn = (name: string) =>
    partsIn(name)
      .map((part) => labelOf(partValue(part)))
      .join(", ");
  const series = isAlone ? [measure.label] : names.map(labelIn);
  const when = timeFormatter(form.date_time_format, timeGrainOf(form));
  const petals = rows.flatMap((row): Petal[] => {
    const stamp = row[key];
    const time = typeof stamp === "number" ? stamp : epochOf(String(stamp ?? ""));
    const values = names.map((name) => Math.max(0, numberIn(row, name) ?? 0));
    const total = values.reduce((sum, value) => sum + value, 0);
    return time === undefined ? [] : [{ label: when(time), values, total }];
  });
  const below = rows.flatMap((row) => names.filter((name) => (numberIn(row, name) ?? 0) < 0)).length;
  const found = assignColors(series, input.colorOf);
  return { petals, series, measure, below, colors: series.map((name) => found.get(name) ?? input.theme.others) };
}

const TOP = -Math.PI / 2;

function drawnOf(input: Input, { petals, series, colors }: Rose): Pick<EChartSpec, "option" | "bitmaps" | "roundAt"> {
  const { formData: form, theme, width, height } = input;
  const density = densityOf(width, height);
  const isRoomy = density === "full" || density === "compact";
  const hasLegend = form.show_legend && isRoomy && series.length > 1;
  const margins = hasLegend
    ? legendMargins(series, { ...form, width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const labelRoom = isRoomy ? Math.min(90, widest(petals.map((petal) => petal.label)) + 8) : 0;
  const inside = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
  const radius = Math.max(10, Math.min(inside.width / 2 - labelRoom, inside.height / 2 - (isRoomy ? 18 : 3)));
  const center = { x: margins.left + inside.width / 2, y: margins.top + inside.height / 2 };
  const most = Math.max(...petals.map((petal) => petal.total), 0);
  const reach = (value: number) => {
    const share = most > 0 ? value / most : 0;
    return radius * (form.rose_area_proportion ? Math.sqrt(share) : share);
  };
  const turn = (2 * Math.PI) / petals.length;
  const edge = petals.length > 60 ? 0.3 : 1;
  const starts = petals.map(({ values }) => startsOf(values));
  const sector = (petal: Petal, { at, of }: { at: number; of: number }): Shape => {
    const value = petal.values[of] ?? 0;
    const below = starts[at]?.[of] ?? 0;
    const [r0, r] = [reach(below), reach(below + value)];
    return {
      type: "sector",
      shape: {
        cx: center.x,
        cy: center.y,
        r0,
        r,
        startAngle: TOP + at * turn,
        endAngle: TOP + (at + 1) * turn,
        clockwise: true,
      },
      fill: colors[of] ?? theme.others,
      // Skips borders wider than the petal.
      ...(r - r0 > 2 * edge ? { stroke: theme.background, lineWidth: edge } : {}),
      value,
    };
  };
  const layers = series.map((name, of) => ({ name, shapes: petals.map((petal, at) => sector(petal, { at, of })) }));
  const { series: drawn, bitmaps } = drawnLayers(layers, { theme, width, height });
  const option = {
    series: drawn.map((one, of) => ({ ...one, itemStyle: { color: colors[of] } })),
    tooltip: tooltipOption(theme),
    graphic: isRoomy ? labelsOf(input, petals, { center, radius, reach, turn }) : [],
    ...(hasLegend ? { legend: legendOption(series, { ...form, width, height }, theme) } : {}),
  };
  return { option, roundAt: center.x, ...(bitmaps ? { bitmaps } : {}) };
}

function startsOf(values: readonly number[]): number[] {
  let end = 0;
  return values.map((value) => {
    end += value;
    return end - value;
  });
}

interface Wheel {
  center: { x: number; y: number };
  radius: number;
  reach(value: number): number;
  turn: number;
}

const LABEL_ARC = 26;
const LABEL_LINE = 13;

function labelsOf({ theme }: Input, petals: readonly Petal[], { center, radius, turn }: Wheel): object[] {
  const places = petals.map((petal, at): Label => {
    const angle = TOP + (at + 0.5) * turn;
    const cos = Math.cos(angle);
    return {
      text: petal.label,
      x: center.x + (radius + 8) * cos,
      y: center.y + (radius + 9) * Math.sin(angle),
      align: cos > 0.15 ? "left" : cos < -0.15 ? "right" : "center",
    };
  });
  let every = Math.max(1, Math.ceil(LABEL_ARC / Math.max(0.1, (radius + 10) * turn)));
  while (every < places.length && !isClear(everyNth(places, every))) every += 1;
  return everyNth(places, every).map((label) => textElement({ ...label, color: theme.textTertiary }, theme));
}

interface Label {
  text: string;
  x: number;
  y: number;
  align: "left" | "right" | "center";
}

const everyNth = (labels: readonly Label[], every: number) =>
  labels.filter((_, at) => at % every === 0 && (at === 0 || labels.length - at >= every));

function isClear(labels: readonly Label[]): boolean {
  return labels.every((label, at) => {
    const next = labels[(at + 1) % labels.length];
    if (!next || next === label || Math.abs(next.y - label.y) >= LABEL_LINE) return true;
    const [a, b] = [spanOf(label), spanOf(next)];
    return a.right + 4 <= b.left || b.right + 4 <= a.left;
  });
}

function spanOf({ text, x, align }: Label): { left: number; right: number } {
  const width = textWidth(text);
  const left = align === "left" ? x : align === "right" ? x - width : x - width / 2;
  return { left, right: left + width };
}

interface TooltipContext {
  at: { seriesIndex: number; dataIndex: number };
  isRich: boolean;
  write(value: number): string;
}

function tooltipOf({ petals, series, colors }: Rose, { at, isRich, write }: TooltipContext): TooltipContent | null {
  const petal = petals[at.dataIndex];
  if (!petal) return null;
  const rows = series
    .map((label, i) => ({
      label,
      value: petal.values[i] ?? 0,
      color: colors[i],
      isFocus: i === at.seriesIndex && series.length > 1,
    }))
    .filter((row, i) => (isRich ? row.value > 0 : i === at.seriesIndex))
    .sort((a, b) => b.value - a.value);
  const shown = rows.slice(0, TOOLTIP_ROWS).map((row) => ({
    ...row,
    value: write(row.value),
    ...(petal.total > 0 && series.length > 1 ? { share: formatPercent(row.value / petal.total) } : {}),
  }));
  return {
    title: petal.label,
    rows: shown,
    ...(isRich && series.length > 1 ? { total: { label: t("Total"), value: write(petal.total) } } : {}),
    ...(rows.length > shown.length ? { note: t("+ {count, number} more", { count: rows.length - shown.length }) } : {}),
  };
}

function summaryOf({ petals, series, measure }: Rose): string {
  const [first] = petals;
  const of = { measure: measure.label };
  if (!first) return t("Rose chart of {measure}: no values.", of);
  const say = (petal: Petal) => `${petal.label} (${measure.full(petal.total)})`;
  if (petals.length === 1) return t("Rose chart of {measure}, one period: {period}.", { ...of, period: say(first) });
  const ends = endsText(petals, { valueIn: ({ total }) => total, say, write: measure.full });
  const values = { ...of, periods: petals.length, ends };
  return series.length > 1
    ? t("Rose chart of {measure}, {series, number} series over {periods, number} periods; {ends}.", {
        ...values,
        series: series.length,
      })
    : t("Rose chart of {measure}, {periods, number} periods; {ends}.", values);
}
