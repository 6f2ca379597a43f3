import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import type { Hit, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { SMART_DATE, timeFormatter } from "../../chart-kit/format/time-format.ts";
import { isInSelection, labelOf, selectionOf } from "../../chart-kit/selection.ts";
import { SWITCH_HEIGHT, type TimeseriesPicture } from "../../chart-kit/timeseries/stack.ts";
import { extremes } from "../../chart-kit/values/measure.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import { type BarRows, barsOf, firstLines, type GanttBar, longestOf } from "./bars.ts";
import { drawnOf } from "./option.ts";
import type { GanttForm } from "./schema.ts";

export type Input = TransformInput<GanttForm>;

export interface Plan extends BarRows {
  input: Input;
  height: number;
  allLines: number;
  isSplit: boolean;
  groups: readonly { name: string; color: string; bars: readonly GanttBar[] }[];
  isSelected: ((bar: GanttBar) => boolean) | undefined;
  time(at: number): string;
}

const SPLIT = "split";

export function transform(input: Input): Drawing<TimeseriesPicture> {
  const plan = planOf(input);
  const { groups, bars } = plan;
  const drawn = groups.reduce((sum, group) => sum + group.bars.length, 0);
  const summary = summaryOf(plan);
  const barAt = (hit: Hit) => groups[hit.seriesIndex]?.bars[hit.dataIndex];
  return {
    summary,
    isEmpty: bars.length === 0,
    ...ganttWarning(plan, drawn),
    props: {
      ...drawnOf(plan),
      summary,
      size: drawn * 2,
      ...(hasSwitch(input)
        ? {
            stackSwitch: {
              value: plan.isSplit ? SPLIT : null,
              choices: [
                [null, t("Combined")],
                [SPLIT, t("Subcategories")],
              ] as const,
            },
          }
        : {}),
      walk: groups.map((group, seriesIndex) => ({ seriesIndex, length: group.bars.length })),
      tooltip: ([hit]) => {
        const bar = hit && barAt(hit);
        return bar ? tooltipOf(plan, bar) : null;
      },
      mark: (hit) => {
        const bar = barAt(hit);
        if (!bar) return null;
        return {
          text: `${titleOf(plan, bar)}: ${spanOf(plan, bar)}`,
          selection: selectionAt(plan, bar),
          isSelected: plan.isSelected?.(bar) === true,
        };
      },
    },
  };
}

function ganttWarning({ bars, left, lines, allLines }: Plan, drawn: number): Pick<Drawing, "warning"> {
  return warningOf([
    left > 0 &&
      t(
        "{count, plural, one {# row without a start or end was left out} other {# rows without a start or end were left out}}",
        { count: left },
      ),
    lines.length < allLines &&
      t("Showing the first {count, number} of {total, number} rows", { count: lines.length, total: allLines }),
    drawn < bars.length &&
      t("Showing {count, number} of {total, number} bars: the longest in each row and overall", {
        count: drawn,
        total: bars.length,
      }),
  ]);
}

const hasSwitch = ({ formData: form, width, height }: Input) =>
  form.show_extra_controls && Boolean(form.series) && width >= 300 && height >= 220 + SWITCH_HEIGHT;

const MIN_ROW_HEIGHT = 2;
const MIN_ROWS = 20;

function planOf(input: Input): Plan {
  const { formData: form, results, ownState, theme } = input;
  const chosen = hasSwitch(input) ? ownState?.stack : undefined;
  const isSplit = Boolean(form.series) && (chosen === undefined ? form.subcategories : chosen === SPLIT);
  const height = input.height - (hasSwitch(input) ? SWITCH_HEIGHT : 0);
  const all = barsOf(results[0] ?? {}, form, isSplit);
  const chart = firstLines(all, Math.max(MIN_ROWS, Math.floor(height / MIN_ROW_HEIGHT)));
  const colors = assignColors(chart.series, input.colorOf);
  const names = chart.series.length > 0 ? chart.series : [undefined];
  const span = spanLength(chart.bars);
  const drawn = longestOf(chart.bars);
  return {
    ...chart,
    input,
    isSplit,
    height,
    allLines: all.lines.length,
    groups: names.map((name) => ({
      name: name ?? "",
      color: name === undefined ? theme.focus : (colors.get(name) ?? theme.others),
      bars: drawn.filter((bar) => bar.series === name),
    })),
    isSelected: selectionTest(input, chart.bars),
    time: timeFormatter(timeFormat(form.tooltipTimeFormat, span)),
  };
}

function timeFormat(key: string | undefined, bars: { hasTime: boolean }): string {
  if (key && key !== SMART_DATE) return key;
  return bars.hasTime ? "%-d %b %Y, %H:%M" : "%-d %b %Y";
}

const DAY = 86_400_000;

function spanLength(bars: readonly GanttBar[]): { hasTime: boolean } {
  return { hasTime: bars.some((bar) => bar.from % DAY !== 0 || bar.to % DAY !== 0) };
}

const dimensionsOf = ({ y_axis, series }: GanttForm) => (series ? [series] : y_axis);

function selectionAt({ input }: Plan, bar: GanttBar) {
  const columns = dimensionsOf(input.formData);
  return selectionOf(
    columns,
    columns.map((column) => bar.row[columnLabel(column)] ?? null),
  );
}

function selectionTest({ formData, selected }: Input, bars: readonly GanttBar[]): Plan["isSelected"] {
  const columns = dimensionsOf(formData);
  const test = (bar: GanttBar) =>
    isInSelection(
      selected,
      columns,
      columns.map((column) => bar.row[columnLabel(column)] ?? null),
    );
  return bars.some(test) ? test : undefined;
}

function titleOf({ lines, isSplit }: Plan, bar: GanttBar): string {
  const line = lines[bar.line];
  const category = line?.category ?? "";
  return isSplit || bar.series === undefined
    ? `${category}${isSplit ? `, ${line?.label ?? ""}` : ""}`
    : `${category}, ${bar.series}`;
}

const spanOf = ({ time }: Plan, { from, to }: GanttBar) => `${time(from)} to ${time(to)}, ${durationOf(to - from)}`;

const UNITS = [
  ["d", DAY],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

export function durationOf(ms: number): string {
  let rest = ms;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "no time";
}

function tooltipOf(plan: Plan, bar: GanttBar): TooltipContent {
  const { formData: form, results, theme } = plan.input;
  const write = fullNumberFormatter(
    form.tooltipValuesFormat,
    withDetectedCurrency(form.currency_format, results[0]?.detected_currency),
  );
  const group = plan.groups.find((one) => one.bars.includes(bar));
  const value = (name: string) => {
    const raw = bar.row[name];
    return typeof raw === "number" ? write(raw) : labelOf(raw);
  };
  const named = [...form.tooltip_columns.map(columnLabel), ...form.tooltip_metrics.map(metricLabel)];
  return {
    title: titleOf(plan, bar),
    rows: [
      { color: group?.color ?? theme.focus, label: t("Start"), value: plan.time(bar.from) },
      { label: t("End"), value: plan.time(bar.to) },
      { label: t("Duration"), value: durationOf(bar.to - bar.from) },
      ...named.map((name) => ({ label: name, value: value(name) })),
    ],
  };
}

function summaryOf(plan: Plan): string {
  const { bars, lines, time } = plan;
  const longest = extremes(bars, (bar) => bar.to - bar.from)?.high;
  if (!longest) return t("Gantt chart, no values.");
  const from = bars.reduce((least, bar) => Math.min(least, bar.from), longest.from);
  const to = bars.reduce((most, bar) => Math.max(most, bar.to), longest.to);
  return t(
    "Gantt chart: {bars, plural, one {# bar} other {# bars}} on {rows, plural, one {# row} other {# rows}}, {from} to {to}. Longest {duration} ({bar}).",
    {
      bars: bars.length,
      rows: lines.length,
      from: time(from),
      to: time(to),
      duration: durationOf(longest.to - longest.from),
      bar: titleOf(plan, longest),
    },
  );
}
