import { endsText, largestText } from "../../chart-kit/axes/extremes-text.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { axisNumberFormatter, formatPercent, fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { legendMargins, legendOption, type Margins } from "../../chart-kit/legend/legend.ts";
import { selectionOf } from "../../chart-kit/selection.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import { verboseName } from "../../chart-kit/timeseries/frame.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import { awayFromSlices, hasWholePercents, labelOption, toMiddle } from "./labels.ts";
import type { PieBox, PieFormats } from "./pie-spec.ts";
import type { PieForm } from "./schema.ts";
import { type Slice, slicesOf } from "./slices.ts";

export function transform(input: TransformInput<PieForm>): Drawing<EChartSpec> {
  const slices = slicesOf(input);
  const formats = formatsOf(input);
  const summary = summaryOf(input, slices, formats.full);
  const { groupby } = input.formData;
  return {
    summary,
    isEmpty: slices.length === 0,
    ...(hasNegative(input) ? { warning: t("Negative values aren't shown") } : {}),
    props: {
      option: optionOf(input, slices, formats),
      summary,
      size: slices.length,
      tooltip: ([hit]) => {
        const slice = slices[hit?.dataIndex ?? -1];
        if (!slice) return null;
        const row = { color: slice.color, label: metricName(input), value: formats.full(slice.value) };
        const note =
          slice.merged === undefined
            ? {}
            : { note: t("{count, plural, one {# slice} other {# slices}}", { count: slice.merged }) };
        return { title: slice.name, rows: [{ ...row, share: formatPercent(slice.share) }], ...note };
      },
      mark: ({ dataIndex }) => {
        const slice = slices[dataIndex];
        if (!slice) return null;
        return {
          text: `${slice.name}: ${formats.full(slice.value)}, ${formatPercent(slice.share)}`,
          selection: slice.dimensions ? selectionOf(groupby, slice.dimensions) : null,
          isSelected: slice.isSelected,
        };
      },
      walk: [{ seriesIndex: 0, length: slices.length }],
    },
  };
}

function formatsOf({ formData: form, results, dataset }: TransformInput<PieForm>): PieFormats {
  const currency = withDetectedCurrency(form.currency_format, results[0]?.detected_currency);
  const saved = dataset?.metrics.find((metric) => form.metric && metric.metric_name === metricLabel(form.metric));
  const isChosen = form.number_format && form.number_format !== "SMART_NUMBER";
  return {
    short: axisNumberFormatter(form.number_format, currency),
    full: fullNumberFormatter(isChosen ? form.number_format : (saved?.d3format ?? undefined), currency),
  };
}

function metricName({ formData, dataset }: TransformInput<PieForm>): string {
  return formData.metric ? verboseName(metricLabel(formData.metric), dataset) : "";
}

function hasNegative({ formData, results }: TransformInput<PieForm>): boolean {
  const label = formData.metric ? metricLabel(formData.metric) : "";
  const rows = results[0]?.data;
  return Array.isArray(rows) && rows.some((row) => Number(row[label] ?? 0) < 0);
}

function optionOf(input: TransformInput<PieForm>, slices: readonly Slice[], formats: PieFormats) {
  const { formData: form, theme } = input;
  const box = boxOf(input, slices);
  const isWhole = hasWholePercents(form, slices, box);
  const series = {
    type: "pie",
    name: metricName(input),
    center: [box.x, box.y],
    radius: [box.inner, box.outer],
    roseType: form.roseType ?? false,
    startAngle: 90,
    percentPrecision: 1,
    cursor: form.groupby.length > 0 ? "pointer" : "default",
    itemStyle: { borderColor: theme.background },
    emphasis: { focus: "self", scale: true, scaleSize: 3 },
    blur: { itemStyle: { opacity: 0.35 }, label: { opacity: 0.6 } },
    labelLayout: ({ labelRect }: LabelPlace) => ({
      hideOverlap: true,
      ...(box.inner > 0 && !(form.labels_outside && box.hasLabels)
        ? toMiddle(labelRect, box)
        : { dy: awayFromSlices(labelRect, box, input.height) }),
    }),
    data: slices.map((slice, i) => ({
      name: slice.name,
      value: slice.value,
      itemStyle: { color: slice.color, borderWidth: slices.length > 1 ? borderOf(slice, box) : 0 },
      ...labelOption(input, slice, { ...box, formats, hasWholePercents: isWhole, beside: besideAt(box, slices, i) }),
    })),
  };
  const sum = slices.reduce((total, slice) => total + slice.value, 0);
  const total = slices.length > 0 ? totalElements(input, formats.short(sum), box) : [];
  return {
    series: [series],
    tooltip: tooltipOption(theme),
    ...(box.hasLegend
      ? {
          legend: legendOption(
            slices.map((slice) => slice.name),
            { ...form, width: input.width, height: input.height },
            theme,
          ),
        }
      : {}),
    ...(total.length > 0 ? { graphic: total } : {}),
  };
}

interface LabelPlace {
  labelRect: { x: number; y: number; width: number; height: number };
}

/** Borders would cover narrow slices. */
function borderOf({ share }: Slice, { outer }: PieBox): number {
  const width = Math.min(1.5, (share * 2 * Math.PI * outer) / 6);
  return width < LEAST_BORDER ? 0 : width;
}

const LEAST_BORDER = 0.5;

const LABEL_GAP = 20;

const NO_MARGINS: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

function boxOf(input: TransformInput<PieForm>, slices: readonly Slice[]): PieBox {
  const { formData: form, width, height } = input;
  const hasLabels = form.show_labels && densityOf(width, height) === "full";
  const hasLegend = needsLegend(input, slices, hasLabels);
  const names = slices.map((slice) => slice.name);
  const margins = hasLegend ? legendMargins(names, { ...form, width, height }) : NO_MARGINS;
  const inside = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
  const share = hasLabels && form.labels_outside ? form.outerRadius : Math.max(form.outerRadius, 92);
  const outer = Math.max(4, (Math.min(inside.width, inside.height) / 2) * (share / 100));
  const hole = Math.min(0.95, form.innerRadius / Math.max(form.outerRadius, form.innerRadius + 5));
  return {
    x: margins.left + inside.width / 2,
    y: margins.top + inside.height / 2,
    outer,
    inner: form.donut ? outer * hole : 0,
    beside: inside.width / 2 - outer - (form.label_line ? 24 : 10) - LABEL_GAP,
    hasLabels,
    hasLegend,
    leastShare: leastShareOf(form, slices, inside.height),
  };
}

const LABEL_HEIGHT = 22;

/** Of many equal slices, none is above the threshold: all are named if there is room. */
function leastShareOf({ show_labels_threshold: least }: PieForm, slices: readonly Slice[], height: number): number {
  const isAnyNamed = slices.some(({ share, dimensions }) => dimensions !== null && share * 100 >= least);
  return isAnyNamed || slices.length * LABEL_HEIGHT > height ? least : 0;
}

/** Slices above and below the center have more room beside them. */
function besideAt({ beside, outer }: PieBox, slices: readonly Slice[], at: number): number {
  const before = slices.slice(0, at).reduce((sum, { share }) => sum + share, 0);
  const turn = 2 * Math.PI * (before + (slices[at]?.share ?? 0) / 2);
  return beside + outer * (1 - Math.abs(Math.sin(turn)));
}

function needsLegend(
  { formData: form, width, height }: TransformInput<PieForm>,
  slices: readonly Slice[],
  hasLabels: boolean,
) {
  if (!form.show_legend || slices.length < (form.groupby.length > 0 ? 1 : 2)) return false;
  const density = densityOf(width, height);
  if (density !== "full") return density === "compact" && height >= 160 && width >= 200;
  const isNamed = hasLabels && form.labels_outside && form.label_type.includes("key");
  return !isNamed || slices.some((slice) => slice.share * 100 < form.show_labels_threshold);
}

function totalElements(input: TransformInput<PieForm>, total: string, box: PieBox) {
  const { formData: form, theme } = input;
  if (!form.show_total || input.height < 140) return [];
  const text = (content: string, y: number, style: Record<string, unknown>) => ({
    type: "text",
    silent: true,
    x: box.x,
    y,
    style: { text: content, textAlign: "center", textVerticalAlign: "middle", ...style },
  });
  const roomy = Math.min(28 + Math.max(0, box.inner - 120) * 0.2, box.inner * 0.45);
  const size = Math.max(12, Math.min(roomy, (roomy * box.inner * 1.7) / textWidth(total, roomy)));
  const big = { fill: theme.text, font: `500 ${size}px ${theme.fontFamily}` };
  const small = { fill: theme.textTertiary, font: `400 ${Math.max(11, size * 0.36)}px ${theme.fontFamily}` };
  if (box.inner < 30) {
    const y = Math.min(input.height - 8, box.y + box.outer + 20);
    return [
      text(t("Total {value}", { value: total }), y, {
        ...small,
        fill: theme.textSecondary,
        font: `600 12px ${theme.fontFamily}`,
      }),
    ];
  }
  return [text(total, box.y - size * 0.2, big), text(t("Total"), box.y + size * 0.7, small)];
}

function summaryOf(input: TransformInput<PieForm>, slices: readonly Slice[], full: (value: number) => string): string {
  const metric = metricName(input);
  if (slices.length === 0) return t("Pie chart: {metric}, no values.", { metric });
  const ends = endsText(slices, {
    valueIn: ({ value }) => value,
    say: ({ name, value, share }) => `${name} (${full(value)}, ${formatPercent(share)})`,
    write: full,
    ends: largestText,
  });
  if (slices.length === 1) return t("Pie chart: {metric}, one slice: {part}.", { metric, part: ends });
  return t("Pie chart: {metric}, {count, plural, one {# slice} other {# slices}}; {ends}.", {
    metric,
    count: slices.length,
    ends,
  });
}
