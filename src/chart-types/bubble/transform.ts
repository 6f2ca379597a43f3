import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { type AxisPlan, extentOf, tickWidth, valueAxis } from "../../chart-kit/axes/scatter-axes.ts";
import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { axisText, tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import { extremes } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import {
  type Bubble,
  type Group,
  groupsOf,
  LABEL_MIN_WIDTH,
  MAX_BUBBLES,
  type Measures,
  measuresOf,
} from "./bubbles.ts";
import { manyBubbles } from "./many-bubbles.ts";
import type { BubbleForm } from "./schema.ts";

type Input = TransformInput<BubbleForm>;

export function transform(input: Input): Drawing<EChartSpec> {
  const measures = measuresOf(input);
  const { groups, left, cut } = groupsOf(input, measures);
  const colors = assignColors(
    groups.map((group) => group.name || measures.y.label),
    input.colorOf,
  );
  const colorOf = (group: Group) => colors.get(group.name || measures.y.label) ?? input.theme.others;
  const summary = summaryOf(groups, measures);
  const at = (seriesIndex = -1, dataIndex = -1) => groups[seriesIndex]?.bubbles[dataIndex];
  return {
    summary,
    isEmpty: groups.length === 0,
    ...bubbleWarning(groups, { left, cut }),
    props: {
      ...(groups.length > 0 ? drawnOf(input, { groups, measures, colorOf }) : { option: {} }),
      summary,
      size: groups.reduce((sum, group) => sum + group.bubbles.length, 0),
      tooltip: ([hit]) => tooltipOf(at(hit?.seriesIndex, hit?.dataIndex), groups[hit?.seriesIndex ?? -1], measures),
      mark: ({ seriesIndex, dataIndex }) => {
        const bubble = at(seriesIndex, dataIndex);
        return bubble ? { text: textOf(bubble, measures), selection: null, isSelected: false } : null;
      },
      walk: groups.map((group, seriesIndex) => ({ seriesIndex, length: group.bubbles.length })),
    },
  };
}

function bubbleWarning(
  groups: readonly Group[],
  { left, cut }: { left: number; cut: number },
): Pick<Drawing, "warning"> {
  return warningOf([
    groups.length > 0 &&
      left > 0 &&
      t("{count, plural, one {# row without values was left out} other {# rows without values were left out}}", {
        count: left,
      }),
    groups.length > 0 &&
      cut > 0 &&
      t("Showing the largest {count, number} of {total, number} bubbles", {
        count: MAX_BUBBLES,
        total: MAX_BUBBLES + cut,
      }),
  ]);
}

interface Drawn {
  groups: readonly Group[];
  measures: Measures;
  colorOf(group: Group): string;
}

function placeOf(
  { formData: form, width, height }: Input,
  { names, tickSpace }: { names: readonly string[]; tickSpace: number },
) {
  const density = densityOf(width, height);
  const isFull = density === "full";
  const isRoomy = isFull || density === "compact";
  const hasLegend = form.show_legend && isRoomy && names.length > 1;
  const margins = hasLegend
    ? legendMargins(names, { ...form, width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const [xMargin, yMargin] = [form.x_axis_title_margin, form.y_axis_title_margin];
  const gapOf = (text: string | undefined, margin: number) =>
    isFull && text ? TITLE + Math.min(12, margin) / 2 + beyondDefault(margin) : 0;
  const xGap = gapOf(form.x_axis_title, xMargin);
  const yGap = gapOf(form.y_axis_title, yMargin);
  const ticks = isRoomy ? tickSpace : 0;
  const labels = 22 + (form.xAxisLabelRotation ? 22 : 0);
  const grid = {
    left: margins.left + ticks + yGap,
    right: margins.right + 12,
    top: margins.top + 8,
    bottom: margins.bottom + (isRoomy ? labels : 2) + xGap,
  };
  return {
    ...{ isFull, isRoomy, hasLegend, grid },
    xGap: xGap && labels + 2 + beyondDefault(xMargin),
    yGap: yGap && ticks + 4 + beyondDefault(yMargin),
  };
}

const TITLE = 16;
const beyondDefault = (margin: number) => Math.max(0, margin - 15);

function drawnOf(input: Input, drawn: Drawn): Pick<EChartSpec, "option" | "bitmaps"> {
  const { formData: form, theme, width, height } = input;
  const { groups, measures } = drawn;
  const names = groups.map((group) => group.name);
  const plan = planOf(
    form,
    groups.flatMap((group) => group.bubbles),
    measures,
  );
  const { grid: room, xGap, yGap, ...shown } = placeOf(input, { names, tickSpace: tickWidth(plan.y, height) });
  // Half of the last label extends beyond the axis.
  const grid = { ...room, right: Math.max(room.right, shown.isRoomy ? tickWidth(plan.x, width) / 2 : 0) };
  const title = (text: string | undefined, gap: number) => ({
    name: text,
    nameLocation: "middle",
    nameGap: gap,
    nameTextStyle: { ...axisText(theme), color: theme.textSecondary },
  });
  const hidden = shown.isRoomy ? {} : { axisLabel: { show: false } };
  const x = valueAxis(plan.x, { theme, length: width - grid.left - grid.right, side: "x" });
  const y = valueAxis(plan.y, { theme, length: height - grid.top - grid.bottom, side: "y" });
  const count = groups.reduce((sum, group) => sum + group.bubbles.length, 0);
  const isCrowded = count * BUBBLE_ROOM > width * height;
  const nameOf = (group: Group) => group.name || measures.y.label;
  const bitmap = manyBubbles(input, groups, {
    grid,
    x,
    y,
    hasNames: shown.isFull && !isCrowded,
    colorOf: drawn.colorOf,
    nameOf,
  });
  const option = {
    grid: bitmap ? { ...grid, outerBoundsMode: "none" } : grid,
    xAxis: {
      ...x,
      ...hidden,
      ...(xGap ? title(form.x_axis_title, xGap) : {}),
    },
    yAxis: {
      ...y,
      ...hidden,
      ...(yGap ? title(form.y_axis_title, yGap) : {}),
    },
    series:
      bitmap?.series ?? groups.map((group) => seriesOf(input, group, { ...drawn, hasNames: shown.isFull, isCrowded })),
    tooltip: tooltipOption(theme),
    ...(shown.hasLegend ? { legend: legendOption(names, { ...form, width, height }, theme) } : {}),
  };
  return { option, ...(bitmap ? { bitmaps: bitmap.bitmaps } : {}) };
}

function planOf(form: BubbleForm, all: readonly Bubble[], measures: Measures): { x: AxisPlan; y: AxisPlan } {
  const air = Math.min(0.12, form.max_bubble_size / 600 + 0.03);
  const ends = (values: readonly number[], isLog: boolean): [number, number] => {
    if (!isLog) return extentOf(values, air);
    const [low, high] = extentOf(values);
    return [low / 1.3, high * 1.3];
  };
  const xs = ends(
    all.map((bubble) => bubble.x),
    form.logXAxis,
  );
  const ys = ends(
    all.map((bubble) => bubble.y),
    form.logYAxis,
  );
  return {
    x: {
      extent: xs,
      format: measures.x.short,
      isLog: form.logXAxis,
      bounds: form.truncateXAxis && form.xAxisBounds ? form.xAxisBounds : form.logXAxis ? xs : null,
      rotate: form.xAxisLabelRotation,
      hasAllLabels: form.xAxisLabelInterval === 0,
    },
    y: {
      extent: ys,
      format: measures.y.short,
      isLog: form.logYAxis,
      bounds: form.truncateYAxis && form.y_axis_bounds ? form.y_axis_bounds : form.logYAxis ? ys : null,
      rotate: form.yAxisLabelRotation,
    },
  };
}

/** Square pixels per bubble; with less, names beside bubbles cover others. */
const BUBBLE_ROOM = 2500;

function seriesOf(
  input: Input,
  group: Group,
  { measures, colorOf, hasNames, isCrowded }: Drawn & { hasNames: boolean; isCrowded: boolean },
) {
  const { formData: form, theme } = input;
  const color = colorOf(group);
  return {
    type: "scatter",
    name: group.name || measures.y.label,
    clip: false,
    itemStyle: { color, opacity: form.opacity, borderColor: color, borderWidth: 1 },
    emphasis: { focus: "self", itemStyle: { opacity: Math.min(1, form.opacity + 0.3), borderColor: theme.text } },
    blur: { itemStyle: { opacity: form.opacity * 0.4 } },
    ...(hasNames ? { labelLayout: (at: LabelPlace) => labelPosition(at, input.width) } : {}),
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => group.bubbles[dataIndex]?.width ?? 0,
    data: group.bubbles.map((bubble) => {
      const value = [bubble.x, bubble.y, bubble.size];
      const isNamed = hasNames && (isCrowded ? fitsInside(bubble) : bubble.width >= LABEL_MIN_WIDTH);
      return isNamed ? { value, label: labelOf(bubble, theme) } : value;
    }),
  };
}

interface LabelPlace {
  labelRect: { x: number; width: number };
  rect: { width: number };
}

const BESIDE = 5;

function labelPosition({ labelRect, rect }: LabelPlace, width: number) {
  const isOutside = labelRect.x + labelRect.width > width;
  return { hideOverlap: true, ...(isOutside ? { dx: -(labelRect.width + rect.width + 2 * BESIDE) } : {}) };
}

const fitsInside = (bubble: Bubble) => textWidth(bubble.name) + 8 <= bubble.width;

function labelOf(bubble: Bubble, theme: ChartTheme) {
  return {
    show: true,
    position: fitsInside(bubble) ? "inside" : "right",
    distance: BESIDE,
    formatter: () => bubble.name,
    color: theme.text,
    opacity: 1,
    fontSize: 11,
    fontFamily: theme.fontFamily,
    textBorderColor: theme.background,
    textBorderWidth: 2,
    width: 130,
    overflow: "truncate",
  };
}

function textOf(bubble: Bubble, { x, y, size }: Measures): string {
  return `${bubble.name}: ${x.label} ${x.full(bubble.x)}, ${y.label} ${y.full(bubble.y)}, ${size.label} ${size.full(bubble.size)}`;
}

function tooltipOf(
  bubble: Bubble | undefined,
  group: Group | undefined,
  { x, y, size }: Measures,
): TooltipContent | null {
  if (!bubble || !group) return null;
  return {
    title: group.name ? `${bubble.name} (${group.name})` : bubble.name,
    rows: [
      { label: x.label, value: x.full(bubble.x) },
      { label: y.label, value: y.full(bubble.y) },
      { label: size.label, value: size.full(bubble.size) },
    ],
  };
}

function summaryOf(groups: readonly Group[], measures: Measures): string {
  const { x, y, size } = measures;
  const of = { y: y.label, x: x.label };
  const all = groups.flatMap((group) => group.bubbles);
  if (all.length === 0) return t("Bubble chart of {y} by {x}: no values.", of);
  const heights = endsText(all, {
    valueIn: (bubble) => bubble.y,
    say: (bubble) => `${bubble.name} (${y.full(bubble.y)})`,
    write: y.full,
    equal: (value) => t("{measure} all equal to {value}", { measure: y.label, value }),
  });
  const values = { ...of, size: size.label, heights, sizes: sizesText(all, size) };
  if (all.length === 1)
    return t("Bubble chart of {y} by {x}, sized by {size}: one bubble; {heights}, {sizes}.", values);
  return t(
    "Bubble chart of {y} by {x}, sized by {size}: {count, plural, one {# bubble} other {# bubbles}}; {heights}, {sizes}.",
    { ...values, count: all.length },
  );
}

function sizesText(all: readonly Bubble[], { label, full }: Measures["size"]): string {
  const ends = extremes(all, ({ size }) => size);
  if (!ends) return t("no sizes");
  const value = full(ends.high.size);
  if (all.length > 1 && ends.low.size === ends.high.size) {
    return t("{measure} all equal to {value}", { measure: label, value });
  }
  return t("largest {name} ({value})", { name: ends.high.name, value });
}
