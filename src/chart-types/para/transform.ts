import { niceScale } from "../../chart-kit/axes/nice-scale.ts";
import { extentOf } from "../../chart-kit/axes/scatter-axes.ts";
import { colorAt } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText, tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, Hit } from "../../chart-kit/echart/echart-spec.ts";
import { type Shape, shapesSeries } from "../../chart-kit/echart/shapes.ts";
import { tickFormatter } from "../../chart-kit/format/plain-number.ts";
import { columnsOfResult, rowsOf } from "../../chart-kit/table/column.ts";
import { ellipsis, textWidth } from "../../chart-kit/text-width.ts";
import { dimensionsOf, extremes, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { ParaForm } from "./schema.ts";

type Input = TransformInput<ParaForm>;

export interface ParaDrawing {
  picture: EChartSpec;
  pictureHeight: number;
  table?: { columns: readonly TableColumn[]; rows: readonly DataRow[]; label: string };
}

interface Line {
  name: string;
  values: readonly (number | null)[];
  color: string;
}

const MAX_LINES = 2000;

export function transform(input: Input): Drawing<ParaDrawing> {
  const { formData: form, theme, height } = input;
  const measures = form.metrics.map((metric) => measureOf(metric, input));
  const all = linesOf(input, measures);
  const lines = all.slice(0, MAX_LINES);
  const hasTable = form.show_datatable && height >= 240 && lines.length > 0;
  const pictureHeight = hasTable ? Math.round(height * 0.6) : height;
  const summary = summaryOf(all, measures);
  const drawn = { lines, measures, height: pictureHeight };
  const places = placesIn(input, drawn);
  const points = isolatedPoints(input, lines);
  const lineOf = ({ seriesIndex, dataIndex }: Hit) => (seriesIndex === 0 ? lines : points)[dataIndex];
  const picture: EChartSpec = {
    option:
      lines.length > 0
        ? { ...optionOf(input, drawn, pointSeries(points, places, theme)), tooltip: tooltipOption(theme) }
        : {},
    summary,
    size: lines.length * measures.length,
    tooltip: ([hit]) => {
      const line = hit && lineOf(hit);
      if (!line) return null;
      const rows = measures.map((measure, i) => ({ label: measure.label, value: written(measure, line.values[i]) }));
      return { title: line.name, rows: rows.map((row) => ({ ...row, color: line.color })) };
    },
    placeOf: (hit) => places(lineOf(hit)),
    mark: (hit) => {
      const line = lineOf(hit);
      if (!line) return null;
      const text = measures.map((measure, i) => `${measure.label} ${written(measure, line.values[i])}`).join(", ");
      return { text: `${line.name}: ${text}`, selection: null, isSelected: false };
    },
    walk: [{ seriesIndex: 0, length: lines.length }],
  };
  const [result = {}] = input.results;
  return {
    summary,
    isEmpty: lines.length === 0,
    ...warningOf([
      all.length > MAX_LINES &&
        t("Showing the first {count, number} of {total, number} lines", { count: MAX_LINES, total: all.length }),
    ]),
    props: {
      picture,
      pictureHeight,
      ...(hasTable
        ? {
            table: {
              columns: columnsOfResult(result, input.dataset),
              rows: rowsOf(result),
              label: t("Data table"),
            },
          }
        : {}),
    },
  };
}

function written(measure: Measure, value: number | null | undefined): string {
  return value === null || value === undefined ? "no value" : measure.full(value);
}

function linesOf(input: Input, measures: readonly Measure[]): Line[] {
  const { formData: form, theme, rampOf } = input;
  const dims = dimensionsOf(form.series ? [form.series] : [], input);
  const second = form.secondary_metric ? measureOf(form.secondary_metric, input).key : undefined;
  const rows = rowsOf(input.results[0]).filter((row) => measures.some(({ key }) => numberIn(row, key) !== null));
  const seconds = rows.map((row) => (second ? numberIn(row, second) : null));
  const [low, high] = extentOf(seconds.filter((value) => value !== null));
  // The palest end of the ramp is invisible as a line.
  const ramp = rampOf(form.linear_color_scheme);
  const colorOf = (value: number | null) =>
    value === null
      ? second
        ? theme.muted
        : theme.focus
      : colorAt(ramp, 0.2 + 0.8 * (high > low ? (value - low) / (high - low) : 1));
  return rows.map((row, i) => ({
    name: dims.nameOf(row),
    values: measures.map((measure) => numberIn(row, measure.key)),
    color: colorOf(seconds[i] ?? null),
  }));
}

interface Drawn {
  lines: readonly Line[];
  measures: readonly Measure[];
  height: number;
}

function optionOf(input: Input, { lines, measures, height }: Drawn, points: readonly object[]) {
  const { formData: form } = input;
  const ends = endsOf(input, { lines, measures, height });
  const { top, bottom } = ends;
  const opacity = opacityOf(lines.length);
  const width = lines.length > 60 ? 1 : 1.6;
  const valuesOf = ({ name, values }: Line) => [
    ...values.map((value) => value ?? "-"),
    ...(hasNames(form) ? [name] : []),
  ];
  // Individual styles cost as much as the points.
  const isPlain = !form.secondary_metric;
  return {
    parallel: { ...sidesOf(input), top, bottom },
    parallelAxis: axesOf(input, { lines, measures, height }, ends),
    series: [
      {
        type: "parallel",
        smooth: 0.15,
        inactiveOpacity: 0.04,
        activeOpacity: opacity,
        emphasis: { focus: "self", lineStyle: { width: 2.5, opacity: 1 } },
        lineStyle: { width, opacity, ...(isPlain ? { color: lines[0]?.color } : {}) },
        data: lines.map((line) =>
          isPlain ? valuesOf(line) : { value: valuesOf(line), lineStyle: { color: line.color, width, opacity } },
        ),
      },
      ...points,
    ],
  };
}

function endsOf(input: Input, { measures, height }: Drawn) {
  const density = densityOf(input.width, height);
  const isRoomy = density === "full" || density === "compact";
  if (!isRoomy) return { isRoomy, isTight: false, isStaggered: false, top: 8, bottom: 8 };
  const isTight = density === "compact" || stepOf(input, measures) < MIN_STEP;
  const isOver = measures.some(({ label }) => textWidth(label) > titleRoom(input, measures));
  const top = 30 + (isOver ? TITLE_LINE : 0) + (isTight ? FIGURE_LINE - 4 : 0);
  return { isRoomy, isTight, isStaggered: isTight && isOver, top, bottom: isTight ? 8 + FIGURE_LINE : 14 };
}

const TITLE_LINE = 14;
const MIN_STEP = 90;
const FIGURE_LINE = 14;

const hasNames = ({ include_series, metrics }: ParaForm): boolean => include_series || metrics.length === 1;

function stepOf(input: Input, { length }: readonly Measure[]): number {
  const { left, right } = sidesOf(input);
  return (input.width - left - right) / Math.max(1, length + (hasNames(input.formData) ? 1 : 0) - 1);
}

const titleRoom = (input: Input, measures: readonly Measure[]) => (stepOf(input, measures) * 2) / 3 - 6;

const staggeredRoom = (input: Input, measures: readonly Measure[]) => (stepOf(input, measures) * 4) / 3 - 6;

function titleOf(label: string, room: number): string {
  if (textWidth(label) <= room) return label;
  const words = label.split(" ");
  let first = 1;
  while (first < words.length && textWidth(words.slice(0, first + 1).join(" ")) <= room) first += 1;
  const lines = [words.slice(0, first), words.slice(first)].map((line) => line.join(" ")).filter(Boolean);
  return lines.map((line) => ellipsis(line, room)).join("\n");
}

function scaleOf({ lines, height }: Drawn, dim: number) {
  const values = lines.flatMap((line) => line.values[dim] ?? []);
  const count = Math.max(1, Math.min(7, Math.round(height / 60)));
  return niceScale(extentOf(values), { count, fromData: true });
}

type Places = (line: Line | undefined) => { x: number; y: number } | undefined;

function placesIn(input: Input, drawn: Drawn): Places {
  const { left, right } = sidesOf(input);
  const { top, bottom } = endsOf(input, drawn);
  const axes = drawn.measures.length + (hasNames(input.formData) ? 1 : 0);
  const scales = new Map<number, ReturnType<typeof scaleOf>>();
  return (line) => {
    const dim = line?.values.findIndex((value) => value !== null) ?? -1;
    const value = line?.values[dim] ?? null;
    if (value === null) return undefined;
    const scale = scales.get(dim) ?? scaleOf(drawn, dim);
    scales.set(dim, scale);
    const { min, max } = scale;
    const share = max > min ? (value - min) / (max - min) : 0.5;
    return {
      x: left + ((input.width - left - right) * dim) / Math.max(1, axes - 1),
      y: top + (1 - share) * (drawn.height - top - bottom),
    };
  };
}

const isolatedPoints = ({ formData: form }: Input, lines: readonly Line[]): readonly Line[] =>
  hasNames(form) ? [] : lines.filter(({ values }) => values.filter((value) => value !== null).length === 1);

function pointSeries(points: readonly Line[], places: Places, theme: ChartTheme): object[] {
  if (points.length === 0) return [];
  const opacity = opacityOf(points.length);
  const shapes = points.map((line): Shape => {
    const { x: cx = 0, y: cy = 0 } = places(line) ?? {};
    return { type: "circle", shape: { cx, cy, r: 3.5 }, fill: line.color, opacity };
  });
  return [shapesSeries(shapes, { theme })];
}

function sidesOf({ formData: form, width, height }: Input): { left: number; right: number } {
  if (hasNames(form)) return { left: 10, right: Math.min(110, width * 0.2) };
  return { left: 10, right: densityOf(width, height) === "full" ? 40 : 10 };
}

type Ends = ReturnType<typeof endsOf>;

function axesOf(input: Input, drawn: Drawn, ends: Ends): object[] {
  const { lines, measures } = drawn;
  const { formData: form, theme } = input;
  const count = measures.length + (hasNames(form) ? 1 : 0);
  // A halo keeps values readable over lines.
  const halo = { textBorderColor: theme.background, textBorderWidth: 3 };
  const common = {
    nameLocation: "end",
    axisLine: { lineStyle: { color: theme.axisLine } },
    axisTick: { show: false },
    axisLabel: { ...axisText(theme), ...halo, show: ends.isRoomy, hideOverlap: true },
    areaSelectStyle: { width: 16, borderColor: theme.focus, color: theme.focus, opacity: 0.2 },
  };
  const axes = measures.map((measure, dim) => {
    const { min, max, interval, ticks } = scaleOf(drawn, dim);
    // Keeps names at the ends inside the chart.
    const align = dim === 0 ? "left" : dim === count - 1 ? "right" : "center";
    const write = tickFormatter(measure.short, ticks);
    const room = stepOf(input, measures) - 12;
    return {
      ...common,
      ...{ dim, min, max, interval: ends.isTight ? max - min : interval },
      ...nameOf(input, drawn, { ends, dim }),
      nameTextStyle: { ...axisText(theme), lineHeight: TITLE_LINE, color: theme.textSecondary, align },
      axisLabel: {
        ...common.axisLabel,
        formatter: (value: number) => ellipsis(write(value), room),
        ...(ends.isTight ? { ...OUTSIDE, align } : {}),
      },
    };
  });
  const names = [...new Set(lines.map((line) => line.name))];
  return hasNames(form)
    ? [...axes, { ...common, dim: measures.length, type: "category", data: names, name: "" }]
    : axes;
}

const OUTSIDE = { margin: 0, padding: [4, 0], verticalAlignMinLabel: "top", verticalAlignMaxLabel: "bottom" };

function nameOf(input: Input, { measures }: Drawn, { ends, dim }: { ends: Ends; dim: number }) {
  const label = measures[dim]?.label ?? "";
  if (!ends.isRoomy) return { name: "", nameGap: 10 };
  const gap = ends.isTight ? FIGURE_LINE + 4 : 10;
  if (!ends.isStaggered) return { name: titleOf(label, titleRoom(input, measures)), nameGap: gap };
  const name = ellipsis(label, staggeredRoom(input, measures));
  return { name, nameGap: dim % 2 === 0 ? gap + TITLE_LINE : gap };
}

function opacityOf(count: number): number {
  return count > 1000 ? 0.15 : count > 200 ? 0.4 : count > 40 ? 0.65 : 0.9;
}

function summaryOf(lines: readonly Line[], measures: readonly Measure[]): string {
  if (lines.length === 0) return t("Parallel coordinates: no rows.");
  const parts = measures.flatMap((measure, i) => {
    const ends = extremes(
      lines.flatMap((line) => line.values[i] ?? []),
      (value) => value,
    );
    if (!ends) return [];
    const isRange = ends.low < ends.high;
    const low = measure.full(ends.low);
    if (!isRange) return [`${measure.label} ${low}`];
    return [t("{measure} {low} to {high}", { measure: measure.label, low, high: measure.full(ends.high) })];
  });
  const ranges = list(parts, "commas");
  if (lines.length === 1) return t("Parallel coordinates: one line over {ranges}.", { ranges });
  return t("Parallel coordinates: {count, plural, one {# line} other {# lines}} over {ranges}.", {
    count: lines.length,
    ranges,
  });
}
