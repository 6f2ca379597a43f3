import { withoutRepeats } from "../../chart-kit/colors/varied.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { formatPercent } from "../../chart-kit/format/plain-number.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import { bidiIsolateName, ellipsis, textWidth, widest } from "../../chart-kit/text-width.ts";
import { dimensionsOf, extremes, largest, type Measure, measureOf } from "../../chart-kit/values/measure.ts";
import { markOf, type NamedValue, namedValues } from "../../chart-kit/values/named-values.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { FunnelForm } from "./schema.ts";

type Input = TransformInput<FunnelForm>;

interface Step extends NamedValue {
  /** 0 to 1, relative to the base chosen in the form. */
  share: number;
}

const MAX_STEPS = 100;
const FONT = 12;
const LABEL_GAP = 14;
const LABEL_LINE = 17;
const MAX_ASPECT = 1.2;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const measure = measureOf(form.metric, input, { format: form.number_format, currency: form.currency_format });
  const dims = dimensionsOf(form.groupby, input);
  const named = namedValues(input, { dims, measure, drawnOf: (all) => drawnOf(form, positiveOf(all)) });
  const positive = positiveOf(named);
  const steps = inOwnColors(stepsOf(form, positive), input.theme);
  const summary = summaryOf(steps, measure);
  return {
    summary,
    isEmpty: steps.length === 0,
    ...warningOf([
      named.some((mark) => mark.value < 0) && t("Negative values aren't shown"),
      positive.length > MAX_STEPS &&
        t("Showing the first {count, number} of {total, number} steps", { count: MAX_STEPS, total: positive.length }),
    ]),
    props: {
      option: optionOf(input, steps, measure),
      summary,
      size: steps.length,
      tooltip: ([hit]) => tooltipOf(steps[hit?.dataIndex ?? -1], form, measure),
      mark: ({ dataIndex }) =>
        markOf(
          steps[dataIndex],
          dims,
          (step) => `${step.name}: ${measure.full(step.value)}, ${formatPercent((step as Step).share)}`,
        ),
      walk: [{ seriesIndex: 0, length: steps.length }],
    },
  };
}

const positiveOf = (marks: readonly NamedValue[]) => marks.filter((mark) => mark.value > 0);

const drawnOf = (form: FunnelForm, positive: readonly NamedValue[]) =>
  form.sort_by_metric ? largest(positive, MAX_STEPS) : positive.slice(0, MAX_STEPS);

function stepsOf(form: FunnelForm, positive: readonly NamedValue[]): Step[] {
  const marks = drawnOf(form, positive);
  const total = positive.reduce((sum, mark) => sum + mark.value, 0);
  return marks.map((mark, i) => {
    const first = marks[0]?.value ?? mark.value;
    const before = marks[i - 1]?.value ?? mark.value;
    const base = { first_step: first, prev_step: before, total }[form.percent_calculation_type];
    return { ...mark, share: base > 0 ? mark.value / base : 0 };
  });
}

function inOwnColors(steps: readonly Step[], theme: ChartTheme): readonly Step[] {
  if (steps.some((step) => !step.isFocus)) return steps;
  const colors = withoutRepeats(
    steps.map((step) => step.color),
    theme,
  );
  return steps.map((step, i) => ({ ...step, color: colors[i] ?? step.color }));
}

const NAME_AND_VALUE = 3;
const HAS_NAME = new Set([0, 3, 4, 5]);
const HAS_VALUE = new Set([1, 3, 5, 6]);
const HAS_SHARE = new Set([2, 4, 5, 6]);

interface LabelLook {
  type: number;
  measure: Measure;
  most: number;
  isBroken: boolean;
}

function labelOf(step: Step, { type, measure, most, isBroken }: LabelLook): string {
  const value = HAS_VALUE.has(type) ? measure.short(step.value) : undefined;
  const share = HAS_SHARE.has(type) ? formatPercent(step.share) : undefined;
  const figures = value && share ? `${value} (${share})` : (value ?? share);
  if (!figures) return ellipsis(step.name, most, FONT);
  if (!HAS_NAME.has(type)) return ellipsis(figures, most, FONT);
  if (isBroken) return `${bidiIsolateName(ellipsis(step.name, most, FONT))}\n${ellipsis(figures, most, FONT)}`;
  const room = most - textWidth(`: ${figures}`, FONT);
  const isCut = room < Math.min(40, textWidth(step.name, FONT));
  if (isCut && value && share) return labelOf(step, { type: NAME_AND_VALUE, measure, most, isBroken });
  return `${bidiIsolateName(ellipsis(step.name, Math.max(room, 24), FONT))}: ${figures}`;
}

const NAMED: Readonly<Record<number, number>> = { 1: 3, 2: 4, 6: 5 };

function visibleParts({ formData: form, width, height }: Input, steps: readonly Step[]) {
  const density = densityOf(width, height);
  const hasLabels = form.show_labels && (density === "full" || density === "compact");
  const isNamed = hasLabels && HAS_NAME.has(form.label_type);
  const isUnnamed = form.show_legend && !isNamed && steps.length > 1;
  const hasLegend = isUnnamed && density === "full";
  const type = isUnnamed && !hasLegend ? (NAMED[form.label_type] ?? form.label_type) : form.label_type;
  return { hasLabels, hasLegend, type };
}

interface LabelHost {
  dataIndex?: number;
  rect: { y: number; height: number };
}

/** Half the width in the middle of a step, as a share of the widest; a step narrows to the width of the next. */
function halfWidthOf(steps: readonly Step[], at: number): number {
  const widest = Math.max(...steps.map((step) => step.value));
  return ((steps[at]?.value ?? 0) + (steps[at + 1]?.value ?? 0)) / (4 * widest);
}

interface LabelRoom {
  type: number;
  measure: Measure;
  inside: number;
  band: number;
}

function labelsOf(steps: readonly Step[], { type, measure, inside, band }: LabelRoom) {
  const label = (step: Step, most: number, isBroken: boolean) => labelOf(step, { type, measure, most, isBroken });
  const widthOf = (isBroken: boolean) => {
    const lines = steps.flatMap((step) => label(step, Number.POSITIVE_INFINITY, isBroken).split("\n"));
    return widest(lines, FONT) * 1.02 + 6;
  };
  const isBroken = band >= 2.2 * LABEL_LINE && widthOf(false) > inside * 0.4;
  return {
    label: (step: Step, most: number) => label(step, most, isBroken),
    labelWidth: Math.min(inside * 0.55, widthOf(isBroken)),
  };
}

const labelAt = (rect: LabelHost["rect"], height: number) =>
  Math.min(Math.max(rect.y + rect.height / 2, LABEL_LINE / 2), height - LABEL_LINE / 2);

/** Labels every n-th step, but not the first: its label would move onto the next. */
const labelledOf = (height: number, steps: number) => Math.ceil(LABEL_LINE / Math.max(1, height / Math.max(1, steps)));

function optionOf(input: Input, steps: readonly Step[], measure: Measure): Record<string, unknown> {
  const { formData: form, theme, width, height } = input;
  const names = steps.map((step) => step.name);
  const { hasLabels, hasLegend, type } = visibleParts(input, steps);
  const margins = hasLegend
    ? legendMargins(names, { ...form, legendType: "scroll", width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const inside = width - margins.left - margins.right;
  const bodyHeight = height - margins.top - margins.bottom;
  const band = bodyHeight / Math.max(1, steps.length);
  const { label, labelWidth } = labelsOf(steps, { type, measure, inside: hasLabels ? inside : 0, band });
  const beside = labelWidth ? labelWidth + LABEL_GAP : 0;
  const bodyWidth = Math.max(20, Math.min(inside - beside, bodyHeight * MAX_ASPECT));
  const left = margins.left + Math.max(0, inside - beside - bodyWidth) / 2;
  const every = labelledOf(bodyHeight, steps.length);
  const series = {
    type: "funnel",
    name: measure.label,
    ...margins,
    left,
    right: width - left - bodyWidth,
    sort: form.sort_by_metric ? "descending" : "none",
    min: 0,
    minSize: "0%",
    gap: Math.min(2, band / 4),
    cursor: form.groupby.length > 0 ? "pointer" : "default",
    itemStyle: { borderWidth: 0, borderRadius: band < 6 ? 0 : 2 },
    emphasis: { focus: "self", label: { fontWeight: 600 } },
    blur: { itemStyle: { opacity: 0.4 } },
    labelLine: { show: hasLabels, length: 0, lineStyle: { color: theme.border, width: 1 } },
    labelLayout: ({ rect, dataIndex = 0 }: LabelHost) => {
      const y = labelAt(rect, height);
      const x = left + bodyWidth + LABEL_GAP;
      const from = Math.min(left + bodyWidth / 2 + halfWidthOf(steps, dataIndex) * bodyWidth + 6, x - 6);
      const line = [from, x - 6, x - 6].map((at) => [at, y]);
      return { x, y, align: "left", verticalAlign: "middle", labelLinePoints: line };
    },
    data: steps.map((step, i) => ({
      name: step.name,
      value: step.value,
      itemStyle: { color: step.color },
      label: {
        show: hasLabels && i % every === Math.floor(every / 2),
        position: "right",
        formatter: () => label(step, labelWidth),
        color: step.isFocus ? theme.textSecondary : theme.textTertiary,
        fontSize: FONT,
        lineHeight: LABEL_LINE,
        fontFamily: theme.fontFamily,
        fontWeight: step.isSelected ? 600 : 400,
      },
    })),
  };
  return {
    series: [series],
    tooltip: tooltipOption(theme),
    ...(hasLegend ? { legend: legendOption(names, { ...form, legendType: "scroll", width, height }, theme) } : {}),
  };
}

const shareText = (share: string, base: FunnelForm["percent_calculation_type"]): string =>
  ({
    first_step: t("{share} of the first step", { share }),
    prev_step: t("{share} of the previous step", { share }),
    total: t("{share} of the total", { share }),
  })[base];

function tooltipOf(step: Step | undefined, form: FunnelForm, measure: Measure): TooltipContent | null {
  if (!step || !form.show_tooltip_labels) return null;
  const type = form.tooltip_label_type;
  const share = formatPercent(step.share);
  const value = HAS_VALUE.has(type)
    ? [{ color: step.color, label: measure.label, value: measure.full(step.value) }]
    : [];
  return {
    ...(HAS_NAME.has(type) ? { title: step.name } : {}),
    rows: value,
    ...(HAS_SHARE.has(type) ? { note: shareText(share, form.percent_calculation_type) } : {}),
  };
}

function summaryOf(steps: readonly Step[], measure: Measure): string {
  const of = { measure: measure.label, count: steps.length };
  const [first] = steps;
  const last = steps.at(-1);
  const ends = extremes(steps, (step) => step.value);
  if (!first || !last || !ends) return t("Funnel chart: {measure}, no values.", { measure: measure.label });
  const say = (step: Step) => `${step.name} (${measure.full(step.value)})`;
  if (steps.length === 1)
    return t("Funnel chart: {measure}, one step: {step}.", { measure: measure.label, step: say(first) });
  if (ends.low.value === ends.high.value)
    return t("Funnel chart: {measure}, {count, number} steps, all equal to {value}.", {
      ...of,
      value: measure.full(first.value),
    });
  return t("Funnel chart: {measure}, {count, number} steps from {first} to {last}; largest {largest}.", {
    ...of,
    first: say(first),
    last: say(last),
    largest: say(ends.high),
  });
}
