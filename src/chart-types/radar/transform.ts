import { niceScale } from "../../chart-kit/axes/nice-scale.ts";
import { assignColors } from "../../chart-kit/colors/label-colors.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { legendMargins, legendOption } from "../../chart-kit/legend/legend.ts";
import { type SelectionState, selectionOf, selectionStates } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { bidiIsolateName, ellipsis, widest } from "../../chart-kit/text-width.ts";
import { type Dimensions, dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { RadarForm } from "./schema.ts";

type Input = TransformInput<RadarForm>;

interface Profile extends SelectionState {
  name: string;
  dimensions: readonly DataValue[];
  values: readonly (number | null)[];
  color: string;
}

const MAX_PROFILES = 60;
const MAX_DETAILED = 12;
const MAX_COVERAGE = 0.7;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form } = input;
  const measures = form.metrics.map((metric) =>
    measureOf(metric, input, { format: form.number_format, currency: form.currency_format }),
  );
  const dims = dimensionsOf(form.groupby, input, { dateFormat: form.date_format });
  const rows = rowsOf(input.results[0]).filter((row) =>
    measures.some((measure) => numberIn(row, measure.key) !== null),
  );
  const profiles = profilesOf(input, rows.slice(0, MAX_PROFILES), { dims, measures });
  const summary = summaryOf(profiles, measures);
  return {
    summary,
    isEmpty: profiles.length === 0,
    ...(rows.length > MAX_PROFILES
      ? {
          warning: t("Showing the first {count, number} of {total, number} profiles", {
            count: MAX_PROFILES,
            total: rows.length,
          }),
        }
      : {}),
    props: {
      option: profiles.length > 0 ? optionOf(input, profiles, measures) : {},
      summary,
      size: profiles.length * measures.length,
      isVeiled: profiles.length > MAX_DETAILED,
      tooltip: ([hit]) => tooltipOf(profiles[hit?.dataIndex ?? -1], measures),
      mark: ({ dataIndex }) => {
        const profile = profiles[dataIndex];
        if (!profile) return null;
        return {
          text: `${profile.name}: ${measures.map((measure, i) => `${measure.label} ${written(measure, profile.values[i])}`).join(", ")}`,
          selection: selectionOf(form.groupby, profile.dimensions),
          isSelected: profile.isSelected,
        };
      },
      walk: [{ seriesIndex: 0, length: profiles.length }],
    },
  };
}

function profilesOf(
  input: Input,
  rows: ReturnType<typeof rowsOf>,
  { dims, measures }: { dims: Dimensions; measures: readonly Measure[] },
): Profile[] {
  const found = rows.map((row) => ({
    name:
      dims.nameOf(row) ||
      list(
        measures.map((measure) => measure.label),
        "commas",
      ),
    dimensions: dims.valuesOf(row),
    values: measures.map((measure) => numberIn(row, measure.key)),
  }));
  const stands = selectionStates(
    input,
    dims.columns,
    found.map((profile) => profile.dimensions),
  );
  const colors = assignColors(
    found.map((profile) => profile.name),
    input.colorOf,
  );
  return found.map((profile, i) => {
    const stand = stands[i] ?? { isSelected: false, isFocus: true };
    return { ...profile, ...stand, color: stand.isFocus ? (colors.get(profile.name) ?? "") : input.theme.muted };
  });
}

const NAME_LINE = 26;

function placeOf({ formData: form, width, height }: Input, names: readonly string[], labels: readonly string[]) {
  const density = densityOf(width, height);
  const isRoomy = density === "full" || density === "compact";
  const hasLegend = form.show_legend && names.length > 1 && isRoomy && height >= 160;
  const margins = hasLegend
    ? legendMargins(names, { ...form, width, height })
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const inside = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
  const nameWidth = isRoomy ? Math.min(inside.width * 0.26, widest(labels)) : 0;
  const room = Math.min((inside.width - 2 * nameWidth - 16) / 2, inside.height / 2 - (isRoomy ? NAME_LINE : 4));
  const center = [margins.left + inside.width / 2, margins.top + inside.height / 2] as const;
  return { isRoomy, hasLegend, nameWidth, radius: Math.max(10, room), center };
}

function optionOf(input: Input, profiles: readonly Profile[], measures: readonly Measure[]): Record<string, unknown> {
  const { formData: form, theme } = input;
  const names = profiles.map((profile) => profile.name);
  const { isRoomy, hasLegend, nameWidth, radius, center } = placeOf(
    input,
    names,
    measures.map((measure) => measure.label),
  );
  const fill = Math.min(0.12, MAX_COVERAGE / profiles.length);
  return {
    radar: {
      center: [...center],
      radius,
      shape: form.is_circle ? "circle" : "polygon",
      splitNumber: radius > 80 ? 4 : 2,
      indicator: measures.map((measure, i) => ({ name: measure.label, ...axisOf(form, profiles, { measure, i }) })),
      axisName: {
        show: isRoomy,
        formatter: (name: string) => ellipsis(name, nameWidth + 6),
        color: theme.textSecondary,
        fontSize: 11,
        fontFamily: theme.fontFamily,
      },
      axisNameGap: 8,
      axisLine: { lineStyle: { color: theme.border } },
      splitLine: { lineStyle: { color: theme.mode === "dark" ? theme.muted : theme.border, opacity: 0.7 } },
      splitArea: { show: false },
    },
    series: [
      {
        type: "radar",
        cursor: form.groupby.length > 0 ? "pointer" : "default",
        symbolSize: radius > 60 && profiles.length <= MAX_DETAILED ? 5 : 3,
        lineStyle: { width: profiles.length <= MAX_DETAILED ? 2 : 1 },
        emphasis: { focus: "self", lineStyle: { width: 3 } },
        blur: { lineStyle: { opacity: 0.25 }, itemStyle: { opacity: 0.25 }, areaStyle: { opacity: 0.03 } },
        labelLayout: offName(center[1] - radius),
        data: profiles.map((profile) =>
          dataOf(input, profile, {
            measures,
            hasLabels: isRoomy && radius > 60 && profiles.length <= MAX_DETAILED,
            fill,
          }),
        ),
      },
    ],
    tooltip: tooltipOption(theme),
    ...(hasLegend ? { legend: legendOption(names, { ...form, width: input.width, height: input.height }, theme) } : {}),
  };
}

const offName =
  (top: number) =>
  ({ labelRect: { y, height } }: { labelRect: { y: number; height: number } }) => ({
    hideOverlap: true,
    ...(y + height / 2 < top ? { dy: 2 * height } : {}),
  });

function dataOf(
  { formData: form, theme }: Input,
  profile: Profile,
  { measures, hasLabels, fill }: { measures: readonly Measure[]; hasLabels: boolean; fill: number },
): Record<string, unknown> {
  return {
    name: profile.name,
    value: profile.values.map((value) => value ?? "-"),
    itemStyle: { color: profile.color },
    lineStyle: { color: profile.color },
    areaStyle: { color: profile.color, opacity: profile.isFocus ? fill : fill / 3 },
    label: {
      show: form.show_labels && hasLabels && profile.isFocus,
      position: form.label_position,
      formatter: ({ dimensionIndex }: { dimensionIndex: number }) => {
        const measure = measures[dimensionIndex];
        const value = profile.values[dimensionIndex];
        if (!measure || value === null || value === undefined) return "";
        const text = measure.short(value);
        return form.label_type === "key_value" ? `${bidiIsolateName(profile.name)}: ${text}` : text;
      },
      color: theme.textSecondary,
      fontSize: 11,
      fontFamily: theme.fontFamily,
      textBorderColor: theme.background,
      textBorderWidth: 2,
    },
  };
}

function axisOf(form: RadarForm, profiles: readonly Profile[], { measure, i }: { measure: Measure; i: number }) {
  const config = form.column_config?.[measure.key];
  const values = profiles.map((profile) => profile.values[i] ?? 0);
  const scale = niceScale([Math.min(0, ...values), Math.max(...values)], { count: 4 });
  const min = config?.radarMetricMinValue ?? scale.min;
  const max = config?.radarMetricMaxValue ?? scale.max;
  return { min, max: max > min ? max : min + 1 };
}

function written(measure: Measure, value: number | null | undefined): string {
  return value === null || value === undefined ? "no value" : measure.full(value);
}

function tooltipOf(profile: Profile | undefined, measures: readonly Measure[]): TooltipContent | null {
  if (!profile) return null;
  return {
    title: profile.name,
    rows: measures.map((measure, i) => ({
      color: profile.color,
      label: measure.label,
      value: written(measure, profile.values[i]),
    })),
  };
}

function summaryOf(profiles: readonly Profile[], measures: readonly Measure[]): string {
  const names = list(
    measures.map((measure) => measure.label),
    "commas",
  );
  if (profiles.length === 0) return t("Radar chart of {measures}: no values.", { measures: names });
  const leaders = measures.map((measure, i) => {
    const best = profiles.reduce((a, b) => ((b.values[i] ?? -Infinity) > (a.values[i] ?? -Infinity) ? b : a));
    const isShared = profiles.every(({ values }) => values[i] === best.values[i]);
    const whose = profiles.length > 1 ? ` (${isShared ? t("all") : best.name})` : "";
    return `${measure.label} ${written(measure, best.values[i])}${whose}`;
  });
  const of = { measures: names, highest: list(leaders, "commas") };
  if (profiles.length === 1) return t("Radar chart of {measures}: one profile; highest {highest}.", of);
  return t("Radar chart of {measures}: {count, plural, one {# profile} other {# profiles}}; highest {highest}.", {
    ...of,
    count: profiles.length,
  });
}
