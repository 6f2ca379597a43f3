import { type NiceScale, niceScale } from "../../chart-kit/axes/nice-scale.ts";
import { plainValueAxis } from "../../chart-kit/axes/plain-axes.ts";
import { densityOf } from "../../chart-kit/density.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { axisNumberFormatter, fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { ellipsis, textWidth, widest } from "../../chart-kit/text-width.ts";
import { verboseName } from "../../chart-kit/timeseries/frame.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { BulletForm } from "./schema.ts";

type Input = TransformInput<BulletForm>;

interface Item {
  kind: "range" | "measure" | "marker" | "line";
  label: string;
  from: number;
  value: number;
}

interface Plan {
  input: Input;
  title: string;
  items: readonly Item[];
  /** End of the shading behind a metric without ranges; not a range itself. */
  backdrop?: number;
  scale: NiceScale;
  short(value: number): string;
  full(value: number): string;
}

export function transform(input: Input): Drawing<EChartSpec> {
  const plan = planOf(input);
  const { items, title, full } = plan;
  const measure = items.find((item) => item.kind === "measure");
  const others = items.filter((item) => item.kind !== "measure");
  const compared = list(
    others.map((item) => `${item.label} ${full(item.value)}`),
    "commas",
  );
  const summary = measure
    ? measureText({ title, value: full(measure.value), compared })
    : t("Bullet chart: {title}, no values.", { title });
  return {
    summary,
    isEmpty: !measure,
    props: {
      option: optionOf(plan),
      summary,
      size: items.length,
      walk: [{ seriesIndex: 0, length: items.length }],
      mark: ({ dataIndex }) => {
        const item = items[dataIndex];
        return item ? { text: `${item.label}: ${full(item.value)}`, selection: null, isSelected: false } : null;
      },
      tooltip: () => ({
        title,
        rows: items.toReversed().map((item) => ({
          color: colorOf(plan, item),
          label: item.label,
          value: full(item.value),
          isFocus: item.kind === "measure",
        })),
      }),
    },
  };
}

function planOf(input: Input): Plan {
  const { formData: form, results, dataset } = input;
  const [result = {}] = results;
  const metric = form.metric ? metricLabel(form.metric) : "";
  const title = verboseName(metric, dataset);
  const raw = rowsOf(result)[0]?.[metric];
  const value = raw === null || raw === undefined || raw === "" ? Number.NaN : Number(raw);
  const writers = writersOf(input, metric);
  const count = tickCount(input, value, writers.short);
  const own = niceScale([Math.min(0, value * 1.1), Math.max(0, value * 1.1)], { count });
  const backdrop = value < 0 ? own.min : own.max;
  const hasBackdrop = form.ranges.length === 0 && Number.isFinite(value);
  const ranges = hasBackdrop ? [backdrop] : form.ranges;
  const items: Item[] = [
    ...rangeItems(form.ranges, form.range_labels),
    ...(Number.isFinite(value) ? [{ kind: "measure", label: title, from: 0, value } as const] : []),
    ...marks("marker", form.markers, form.marker_labels),
    ...marks("line", form.marker_lines, form.marker_line_labels),
  ];
  const all = [...ranges, ...items.flatMap((item) => [item.from, item.value])];
  return {
    input,
    title,
    items,
    ...(hasBackdrop ? { backdrop } : {}),
    scale: scaleOf([Math.min(0, ...all), Math.max(0, ...all)], ranges, count),
    ...writers,
  };
}

function tickCount({ width, formData: form }: Input, value: number, write: (value: number) => string): number {
  const known = [value, ...form.ranges, ...form.markers, ...form.marker_lines].filter(Number.isFinite);
  const room = (width - 24) / (widest(known.map(write)) + 24);
  return Math.max(1, Math.min(width < 360 ? 3 : 6, Math.floor(room) - 1));
}

function scaleOf([low, high]: [number, number], ranges: readonly number[], count: number): NiceScale {
  return niceScale([low, high], {
    count,
    ...(low === 0 || ranges.includes(low) ? { min: low } : {}),
    ...(ranges.includes(high) ? { max: high } : {}),
  });
}

function writersOf({ formData: form, results, dataset }: Input, metric: string): Pick<Plan, "short" | "full"> {
  const saved = dataset?.metrics.find((one) => one.metric_name === metric);
  const currency = withDetectedCurrency(form.currency_format, results[0]?.detected_currency);
  const isChosen = Boolean(form.y_axis_format) && form.y_axis_format !== "SMART_NUMBER";
  const format = isChosen ? form.y_axis_format : saved?.d3format;
  return {
    short: axisNumberFormatter(isChosen || format?.includes("%") ? format : undefined, currency),
    full: fullNumberFormatter(format, currency),
  };
}

const defaultName = (kind: "marker" | "line", number: string): string =>
  kind === "marker" ? t("Marker {number}", { number }) : t("Line {number}", { number });

function measureText({ title, value, compared }: Readonly<Record<"title" | "value" | "compared", string>>): string {
  if (!compared) return t("Bullet chart: {title}, {value}.", { title, value });
  return t("Bullet chart: {title}, {value}; {compared}.", { title, value, compared });
}

function rangeItems(ranges: readonly number[], labels: readonly string[]): Item[] {
  const named = ranges.map((value, index) => ({
    value,
    label: labels[index] ?? t("Range {number}", { number: String(index + 1) }),
  }));
  const sorted = named.sort((a, b) => a.value - b.value);
  return sorted.map(({ value, label }, index) => ({
    kind: "range",
    label,
    from: sorted[index - 1]?.value ?? 0,
    value,
  }));
}

function marks(kind: "marker" | "line", values: readonly number[], labels: readonly string[]): Item[] {
  return values.map((value, index) => ({
    kind,
    label: labels[index] ?? defaultName(kind, String(index + 1)),
    from: 0,
    value,
  }));
}

function colorOf({ input, items }: Plan, item: Item): string {
  const { theme } = input;
  if (item.kind === "measure") return theme.focus;
  if (item.kind !== "range") return theme.text;
  const ranges = items.filter((one) => one.kind === "range");
  const place = ranges.indexOf(item) / Math.max(1, ranges.length);
  return shade(theme.muted, ranges.length === 1 ? SINGLE_RANGE_OPACITY : 0.75 - place * 0.6);
}

const SINGLE_RANGE_OPACITY = 0.3;

function shade(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0")}`;
}

const HEAD = 26;
const AXIS = 24;
const THICKEST = 64;

function sizesOf({ width, height }: Input) {
  const growth = Math.max(1, Math.min(2, height / 420, width / 700));
  return {
    thickest: THICKEST * growth,
    head: HEAD * growth,
    name: Math.round(12 * growth),
    value: Math.round(14 * growth),
    tick: Math.round(11 * growth),
    axis: AXIS * growth,
    mark: 18 * growth,
  };
}

function optionOf(plan: Plan): Record<string, unknown> {
  const { input, items, scale, short } = plan;
  const { width, height, theme } = input;
  const isBare = height < 70;
  const sizes = sizesOf(input);
  const top = isBare ? 4 : sizes.head;
  const bottom = isBare ? 4 : sizes.axis + (hasNames(plan) ? sizes.mark : 0);
  const room = Math.max(8, height - top - bottom);
  const thickness = Math.min(sizes.thickest, room);
  const spare = (room - thickness) / 2;
  const side = Math.max(12, widest([short(scale.min), short(scale.max)], sizes.tick) / 2 + 2);
  const grid = { left: side, right: side, top: top + spare, bottom: bottom + spare };
  return {
    grid: { ...grid, outerBoundsMode: "none" },
    xAxis: {
      ...plainValueAxis(scale, { theme, tick: short, isShown: !isBare, font: sizes.tick }),
      splitLine: { show: false },
    },
    yAxis: { type: "category", data: [plan.title], show: false },
    ...(isBare ? {} : { graphic: heading(plan, { y: grid.top - 10, x: side, width: width - 2 * side }) }),
    series: [
      {
        type: "custom",
        data: items.map((item, index) => [item.value, 0, index]),
        encode: { x: 0, y: 1 },
        clip: false,
        renderItem: (_: unknown, api: Api) => drawn(plan, api, thickness),
      },
    ],
  };
}

const hasNames = ({ input, items }: Plan) =>
  densityOf(input.width, input.height) === "full" &&
  items.some((item) => item.kind === "line" || item.kind === "marker");

function heading(plan: Plan, at: { x: number; y: number; width: number }): Record<string, unknown>[] {
  const { theme } = plan.input;
  const measure = plan.items.find((item) => item.kind === "measure");
  const value = measure ? plan.full(measure.value) : "";
  const sizes = sizesOf(plan.input);
  const name = ellipsis(plan.title, at.width - textWidth(value, sizes.value, true) - 12, sizes.name);
  const text = (words: string, x: number, style: Record<string, unknown>) => ({
    type: "text",
    silent: true,
    x,
    y: at.y,
    style: { text: words, textVerticalAlign: "bottom", ...style },
  });
  return [
    text(name, at.x, { fill: theme.textSecondary, font: `${sizes.name}px ${theme.fontFamily}` }),
    text(value, at.x + at.width, {
      fill: theme.text,
      font: `600 ${sizes.value}px ${theme.fontFamily}`,
      textAlign: "right",
    }),
  ];
}

interface Api {
  value(dimension: number): number;
  coord(point: [number, number]): [number, number];
}

function drawn(plan: Plan, api: Api, thickness: number): Record<string, unknown> {
  const item = plan.items[api.value(2)];
  if (!item) return { type: "group", children: [] };
  const [x, y] = api.coord([item.value, 0]);
  const [start] = api.coord([item.from, 0]);
  const { theme } = plan.input;
  const fill = colorOf(plan, item);
  const barTo = (end: number, share: number, r: number) => ({
    type: "rect",
    shape: {
      x: Math.min(start, end),
      y: y - (thickness * share) / 2,
      width: Math.abs(end - start),
      height: thickness * share,
      r,
    },
  });
  if (item.kind === "range") return { ...barTo(x, 1, 0), style: { fill } };
  if (item.kind === "measure") {
    const measure = { ...barTo(x, 0.36, 2), style: { fill } };
    if (plan.backdrop === undefined) return measure;
    const [end] = api.coord([plan.backdrop, 0]);
    const behind = { ...barTo(end, 1, 0), style: { fill: shade(theme.muted, SINGLE_RANGE_OPACITY) } };
    return { type: "group", children: [behind, measure] };
  }
  const half = thickness * 0.36;
  const symbol =
    item.kind === "line"
      ? { type: "rect", shape: { x: x - 1.25, y: y - half, width: 2.5, height: 2 * half, r: 1 }, style: { fill } }
      : {
          type: "polygon",
          shape: {
            points: [
              [x, y + thickness / 2 - 7],
              [x - 6, y + thickness / 2 + 3],
              [x + 6, y + thickness / 2 + 3],
            ],
          },
          style: { fill, stroke: theme.background, lineWidth: 1 },
        };
  return { type: "group", children: hasNames(plan) ? [symbol, nameOf(plan, item, [x, y + thickness / 2])] : [symbol] };
}

function nameOf(plan: Plan, item: Item, [x, bottom]: [number, number]): Record<string, unknown> {
  const { theme, width } = plan.input;
  const sizes = sizesOf(plan.input);
  const half = textWidth(item.label, sizes.tick) / 2;
  const marked = plan.items.filter((one) => one.kind === "marker" || one.kind === "line");
  const perUnit = (width - 24) / (plan.scale.max - plan.scale.min);
  const isCovered = marked
    .slice(0, marked.indexOf(item))
    .some((other) => Math.abs(other.value - item.value) * perUnit < half + textWidth(other.label, sizes.tick) / 2 + 8);
  return {
    type: "text",
    silent: true,
    style: {
      text: isCovered ? "" : item.label,
      x: Math.min(width - half - 4, Math.max(half + 4, x)),
      y: bottom + sizes.axis + 4,
      align: "center",
      verticalAlign: "top",
      fill: theme.textSecondary,
      font: `${sizes.tick}px ${theme.fontFamily}`,
    },
  };
}
