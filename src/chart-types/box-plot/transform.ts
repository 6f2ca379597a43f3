import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { type AxisPlan, extentOf, tickWidth, valueAxis } from "../../chart-kit/axes/scatter-axes.ts";
import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { blend } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText, tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, Hit, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { selectionOf, selectionStates } from "../../chart-kit/selection.ts";
import { widest } from "../../chart-kit/text-width.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type Box, boxesOf } from "./boxes.ts";
import type { BoxPlotForm } from "./schema.ts";

type Input = TransformInput<BoxPlotForm>;

const MAX_OUTLIERS = 2000;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const found = boxesOf(input);
  const boxes = found.slice(0, MAX_BOXES);
  const all = boxes.flatMap((box, at) => box.outliers.map((value) => ({ at, value })));
  const outliers = limitOutliers(all);
  const summary = summaryOf(input, boxes);
  const states = selectionStates(
    input,
    form.groupby,
    boxes.map((box) => box.dimensions),
  );
  const boxAt = (hit: Hit | undefined) => {
    if (!hit) return undefined;
    return hit.seriesIndex === 0 ? boxes[hit.dataIndex] : boxes[outliers[hit.dataIndex]?.at ?? -1];
  };
  return {
    summary,
    isEmpty: boxes.length === 0,
    ...cutWarning([
      {
        drawn: boxes.length,
        of: found.length,
        text: (count, total) => t("Showing the first {count, number} of {total, number} boxes", { count, total }),
      },
      {
        drawn: outliers.length,
        of: all.length,
        text: (count, total) => t("Showing {count, number} of {total, number} outliers", { count, total }),
      },
    ]),
    props: {
      option: optionOf(input, { boxes, outliers, focus: states.map((state) => state.isFocus) }),
      summary,
      size: boxes.length * 6 + outliers.length,
      tooltip: ([hit]) => tooltipOf(boxAt(hit), hit?.seriesIndex === 1 ? outliers[hit.dataIndex]?.value : undefined),
      mark: (hit) => {
        const box = boxAt(hit);
        if (!box) return null;
        return {
          text: markText(box),
          selection: selectionOf(form.groupby, box.dimensions),
          isSelected: states[boxes.indexOf(box)]?.isSelected ?? false,
        };
      },
      walk: [{ seriesIndex: 0, length: boxes.length }],
    },
  };
}

const MAX_BOXES = 300;

interface Cut {
  drawn: number;
  of: number;
  text(count: number, total: number): string;
}

function cutWarning(cuts: readonly Cut[]): Pick<Drawing, "warning"> {
  return warningOf(cuts.map(({ drawn, of, text }) => drawn < of && text(drawn, of)));
}

interface Outlier {
  at: number;
  value: number;
}

function limitOutliers(all: readonly Outlier[]): readonly Outlier[] {
  if (all.length <= MAX_OUTLIERS) return all;
  const every = Math.ceil(all.length / MAX_OUTLIERS);
  const isEnd = (i: number) => all[i - 1]?.at !== all[i]?.at || all[i + 1]?.at !== all[i]?.at;
  return all.filter((_, i) => i % every === 0 || isEnd(i));
}

interface Drawn {
  boxes: readonly Box[];
  outliers: readonly Outlier[];
  focus: readonly boolean[];
}

function optionOf(input: Input, drawn: Drawn): Record<string, unknown> {
  const { theme, width, height, formData: form } = input;
  const { boxes, outliers } = drawn;
  const [first] = boxes;
  if (!first) return {};
  const isRoomy = !["bare", "figure"].includes(densityOf(width, height));
  const values = [...boxes.flatMap((box) => [box.low, box.high]), ...outliers.map((outlier) => outlier.value)];
  const y: AxisPlan = { extent: extentOf(values, 0.04), format: first.measure.short, bounds: form.y_axis_bounds };
  const names = boxes.map((box) => box.name);
  const place = placeOf(input, { names, isRoomy, ticks: isRoomy ? tickWidth(y, height) : 0 });
  const { grid, labels } = place;
  const title = { nameTextStyle: { ...axisText(theme), color: theme.textSecondary } };
  return {
    grid,
    xAxis: {
      type: "category",
      data: names,
      axisLine: { lineStyle: { color: theme.axisLine } },
      axisTick: { show: false },
      axisLabel: { ...axisText(theme), show: isRoomy, ...labels.option },
      ...(place.xTitle ? { ...title, ...place.xTitle } : {}),
    },
    yAxis: {
      ...valueAxis(y, { theme, length: height - grid.top - grid.bottom, side: "y" }),
      ...(isRoomy ? {} : { axisLabel: { show: false } }),
      ...(place.yTitle ? { ...title, ...place.yTitle } : {}),
    },
    series: seriesOf(input, drawn),
    tooltip: tooltipOption(theme),
    ...(place.hasZoom
      ? { dataZoom: [{ type: "inside" }, { type: "slider", height: 20, bottom: 4, borderColor: theme.border }] }
      : {}),
  };
}

const TITLE = 18;
const SLIDER = 34;

function placeOf(
  input: Input,
  { names, isRoomy, ticks }: { names: readonly string[]; isRoomy: boolean; ticks: number },
) {
  const { formData: form, width, height } = input;
  const { x, y } = titlesOf(form, isRoomy);
  const hasZoom = form.zoomable && isRoomy;
  const left = ticks + y.left + 2;
  const labels = labelsOf(names, form.x_ticks_layout, { room: (width - left - 8) / names.length, height });
  const below = labels.height + x.room + (hasZoom ? SLIDER : 0);
  const grid = { left, right: 8, top: 8 + y.top, bottom: isRoomy ? below : 4 };
  const across = width - left - grid.right;
  const along = height - grid.top - grid.bottom;
  return {
    grid,
    labels,
    xTitle: x.text ? titled(x.text, labels.height + 2 + x.margin, across) : undefined,
    yTitle: y.text ? (y.top ? topped(y.text, across) : titled(y.text, left - TITLE / 2 - 4, along)) : undefined,
    hasZoom,
  };
}

function titlesOf(form: BoxPlotForm, isRoomy: boolean) {
  const [xText, yText] = isRoomy ? [form.x_axis_title, form.y_axis_title] : [];
  const isTop = form.y_axis_title_position === "Top";
  return {
    x: { text: xText, margin: form.x_axis_title_margin, room: xText ? TITLE + form.x_axis_title_margin : 0 },
    y: {
      text: yText,
      top: yText && isTop ? TITLE : 0,
      left: yText && !isTop ? TITLE + form.y_axis_title_margin : 0,
    },
  };
}

const titled = (name: string, nameGap: number, maxWidth: number) => ({
  name,
  nameLocation: "middle",
  nameGap,
  nameTruncate: { maxWidth },
});

const topped = (name: string, maxWidth: number) => ({ ...titled(name, 10, maxWidth), nameLocation: "end" });

function seriesOf(input: Input, { boxes, outliers, focus }: Drawn): Record<string, unknown>[] {
  const { theme } = input;
  const colors = assignColors([...new Set(boxes.map((box) => box.colorLabel))], input.colorOf);
  const colorAt = (at: number) => {
    const box = boxes[at];
    if (!focus[at] || !box) return theme.muted;
    return authorsColor(box, input) ?? colors.get(box.colorLabel) ?? theme.others;
  };
  const cursor = input.formData.groupby.length > 0 ? "pointer" : "default";
  return [
    {
      type: "boxplot",
      cursor,
      boxWidth: [4, 56],
      data: boxes.map((box, at) => ({
        name: box.name,
        value: [box.low, box.q1, box.median, box.q3, box.high],
        itemStyle: { color: blend(colorAt(at), theme.background, 0.65), borderColor: colorAt(at), borderWidth: 1.5 },
        emphasis: { itemStyle: { borderWidth: 2.5, shadowBlur: 0 } },
      })),
    },
    {
      type: "scatter",
      cursor,
      symbolSize: 4,
      data: outliers.map(({ at, value }) => ({
        value: [at, value],
        itemStyle: { color: colorAt(at), opacity: 0.6 },
      })),
    },
  ];
}

function authorsColor({ ownNames }: Box, { formData: { label_colors } }: Input): string | undefined {
  const name = ownNames.find((one) => label_colors && Object.hasOwn(label_colors, one));
  return name === undefined ? undefined : label_colors?.[name];
}

const LINE = 14;
const LONGEST = 110;
const GAP = 4;

function flat(names: readonly string[], room: number) {
  const words = names.flatMap((name) => name.split(" "));
  if (widest(names) <= room - GAP) return { height: LINE + 8, option: { interval: 0 } };
  const hasRoom = room >= 64 || fitsOnTwo(names, room);
  const isBroken = hasRoom && widest(words) * 1.04 <= room - 2;
  const interval = Math.max(0, Math.ceil(Math.min(widest(names) + 8, 28) / room) - 1);
  const cut = isBroken
    ? { width: room - 2, overflow: "break", height: LINE * 2, lineHeight: LINE, lineOverflow: "truncate" }
    : { width: Math.max(8, room - 8), overflow: "truncate" };
  return { height: LINE * (isBroken ? 2 : 1) + 8, option: { interval, ...cut } };
}

function staggered(room: number) {
  const formatter = (name: string, at: number) => (at % 2 ? `\n${name}` : name);
  const width = Math.max(8, room * 2 - 8);
  const interval = Math.max(0, Math.ceil(14 / room) - 1);
  return { height: LINE * 2 + 8, option: { interval, width, overflow: "truncate", formatter, lineHeight: LINE } };
}

function fitsOnTwo(names: readonly string[], room: number): boolean {
  const words = names.map((name) => name.split(" "));
  return widest(words.flat()) * 1.04 <= room - 2 && words.every((one) => one.length <= 2);
}

function labelsOf(
  names: readonly string[],
  layout: BoxPlotForm["x_ticks_layout"],
  { room, height: total }: { room: number; height: number },
) {
  const longest = widest(names);
  const isFlat =
    layout === "flat" ||
    layout === "staggered" ||
    (layout === "auto" && (longest <= room - GAP || room >= 64 || fitsOnTwo(names, room)));
  if (isFlat) return layout === "staggered" ? staggered(room) : flat(names, room);
  const degrees = layout === "90°" ? 90 : 45;
  const most = Math.min(LONGEST, total * 0.3);
  const length = Math.min(most, longest);
  const height = degrees === 90 ? length + 10 : length * Math.SQRT1_2 + 16;
  return {
    height: Math.round(height),
    option: { rotate: degrees, width: most, overflow: "truncate", interval: Math.max(0, Math.ceil(LINE / room) - 1) },
  };
}

function tooltipOf(box: Box | undefined, outlier: number | undefined): TooltipContent | null {
  if (!box) return null;
  const { full, label } = box.measure;
  if (outlier !== undefined) return { title: box.name, rows: [{ label, value: full(outlier) }], note: t("Outlier") };
  const rows = [
    [t("Upper whisker"), box.high],
    [t("Third quartile"), box.q3],
    [t("Median"), box.median],
    [t("Mean"), box.mean],
    [t("First quartile"), box.q1],
    [t("Lower whisker"), box.low],
  ] as const;
  const { count } = box;
  const outliers = box.outliers.length;
  return {
    title: box.name,
    rows: rows.map(([name, value]) => ({ label: name, value: full(value), isFocus: name === t("Median") })),
    note:
      outliers > 0
        ? t(
            "{count, plural, one {# value} other {# values}}, including {outliers, plural, one {# outlier} other {# outliers}}",
            { count, outliers },
          )
        : t("{count, plural, one {# value} other {# values}}", { count }),
  };
}

function markText({ name, measure: { full }, median, q1, q3, low, high }: Box): string {
  return t("{name}: median {median}, quartiles {q1} to {q3}, whiskers {low} to {high}", {
    name,
    median: full(median),
    q1: full(q1),
    q3: full(q3),
    low: full(low),
    high: full(high),
  });
}

function summaryOf({ formData: form }: Input, boxes: readonly Box[]): string {
  const [first] = boxes;
  if (!first) return t("Box plot: no values.");
  const { label, full } = first.measure;
  const chart = form.metrics.length === 1 ? t("Box plot of {measure}", { measure: label }) : t("Box plot");
  if (boxes.length === 1) return t("{chart}: median {median}.", { chart, median: full(first.median) });
  const ends = endsText(boxes, {
    valueIn: ({ median }) => median,
    say: (box) => `${box.name} (${box.measure.full(box.median)})`,
    write: full,
    ends: (high, low) => t("highest median {high}, lowest {low}", { high, low }),
    equal: (value) => t("medians all equal to {value}", { value }),
  });
  return t("{chart}, {count, plural, one {# box} other {# boxes}}; {ends}.", { chart, count: boxes.length, ends });
}
