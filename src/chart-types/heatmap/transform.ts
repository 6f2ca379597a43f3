import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { categoryBrush } from "../../chart-kit/category-brush.ts";
import { colorAt, rgbAt } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import type { EChartSpec, Mark, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import { axisNumberFormatter, fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import { isInSelection, selectionOf, labelOf as valueLabel } from "../../chart-kit/selection.ts";
import { labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type ChartDataResult, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { gridOf, type HeatmapCell, type HeatmapGrid, type Names, namesOf } from "./cells.ts";
import { optionOf } from "./option.ts";
import type { HeatmapForm } from "./schema.ts";

export interface HeatmapLegend {
  /** Low to high; `isStepped`: discrete colors instead of a gradient. */
  colors: readonly string[];
  isStepped: boolean;
  low: string;
  high: string;
  left: number;
}

export interface HeatmapDrawing {
  picture: EChartSpec;
  pictureHeight: number;
  legend?: HeatmapLegend;
}

export const LEGEND_HEIGHT = 24;
const STEPS = 5;

const percent = fullNumberFormatter(",.1%");

type Input = TransformInput<HeatmapForm>;

export function transform(input: Input): Drawing<HeatmapDrawing> {
  const { formData, results, width, height } = input;
  const [result = {}] = results;
  const names = namesOf(formData);
  const grid = gridOf(rowsOf(result), formData);
  const isBare = width < 220 || height < 120;
  const hasLegend = formData.show_legend !== false && !isBare && grid.cells.length > 0;
  const pictureHeight = height - (hasLegend ? LEGEND_HEIGHT : 0);
  const scale = scaleOf(grid, input);
  const writer = writerOf(input, result, names);
  const chosen = new Set(input.selected ? grid.cells.filter((cell) => isSelected(cell, grid, input)) : []);
  const xLabels = grid.xs.map(writer.x);
  const yLabels = grid.ys.map(writer.y);
  const { option, bitmap, isCramped, skipsNames } = optionOf({
    grid,
    xLabels,
    yLabels,
    formData,
    theme: input.theme,
    width,
    height: pictureHeight,
    isBare,
    colorOf: scale.colorOf,
    rgbOf: scale.rgbOf,
    format: writer.short,
    isMuted: (cell) => chosen.size > 0 && !chosen.has(cell),
    isSelected: (cell) => chosen.has(cell),
  });
  const summary = summaryOf(grid, names, writer);
  return {
    props: {
      picture: {
        option,
        summary,
        size: grid.cells.length,
        walk: [{ seriesIndex: 0, length: grid.cells.length }],
        tooltip: ([hit]) =>
          hit ? tooltipOf(grid.cells[hit.dataIndex], { input, names, writer, xLabels, yLabels }) : null,
        mark: ({ dataIndex }) => markOf(grid.cells[dataIndex], { grid, input, writer }),
        brush: brushOf(grid, input, writer),
        ...(bitmap ? { bitmaps: [bitmap] } : {}),
      },
      pictureHeight,
      legend: hasLegend
        ? {
            ...scale.legend,
            low: scale.write(scale.min, writer),
            high: scale.write(scale.max, writer),
            left: leftOf(option),
          }
        : undefined,
    },
    summary,
    isEmpty: grid.cells.length === 0,
    ...warningOf([
      isCramped && densityOf(width, height) === "full" && t("Cells are too small to show their values"),
      skipsNames && t("Not all names fit. Hover over a cell to see its names"),
    ]),
  };
}

function leftOf(option: Record<string, unknown>): number {
  return Number((option.grid as { left: number }).left);
}

function scaleOf(grid: HeatmapGrid, { formData, rampOf }: Input) {
  const isRanked = formData.normalized === true;
  const measure = (cell: HeatmapCell) => (isRanked ? (cell.rank ?? 0) : cell.value);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const cell of grid.cells) {
    min = Math.min(min, measure(cell));
    max = Math.max(max, measure(cell));
  }
  const [low, high] = formData.value_bounds ?? [];
  if (!isRanked) [min, max] = [low ?? min, high ?? max];
  const ramp = rampOf(formData.linear_color_scheme);
  const isStepped = formData.legend_type === "piecewise";
  const shareOf = (cell: HeatmapCell) => (max > min ? (measure(cell) - min) / (max - min) : 0.5);
  const step = (share: number) => Math.min(STEPS - 1, Math.max(0, Math.floor(share * STEPS))) / (STEPS - 1);
  const placeOf = (cell: HeatmapCell) => (isStepped ? step(shareOf(cell)) : shareOf(cell));
  return {
    min,
    max,
    colorOf: (cell: HeatmapCell) => colorAt(ramp, placeOf(cell)),
    rgbOf: (cell: HeatmapCell) => rgbAt(ramp, placeOf(cell)),
    legend: {
      isStepped,
      // A single value has one color.
      colors: !(max > min)
        ? [colorAt(ramp, isStepped ? step(0.5) : 0.5)]
        : isStepped
          ? Array.from({ length: STEPS }, (_, i) => colorAt(ramp, i / (STEPS - 1)))
          : ramp,
    },
    write: (value: number, writer: Writer) => (isRanked ? percent(value) : writer.short(value)),
  };
}

interface Writer {
  x(value: DataValue): string;
  y(value: DataValue): string;
  short(value: number): string;
  full(value: number): string;
  metric: string;
}

function writerOf({ formData, dataset }: Input, result: ChartDataResult, names: Names): Writer {
  const { metricFormat, metricCurrency } = metricFormats(dataset, names.metric);
  const chosen = formData.y_axis_format;
  const key = chosen && chosen !== "SMART_NUMBER" ? chosen : metricFormat;
  const own = formData.currency_format?.symbol ? formData.currency_format : metricCurrency;
  const currency = withDetectedCurrency(own, result.detected_currency);
  return {
    x: axisWriter(typeOf(result, names.x), timeFormatter(formData.x_axis_time_format, timeGrainOf(formData))),
    y: axisWriter(typeOf(result, names.y), timeFormatter(undefined, timeGrainOf(formData))),
    short: axisNumberFormatter(key, currency),
    full: fullNumberFormatter(key, currency),
    metric: labelOf(names.metric, dataset),
  };
}

function typeOf(result: ChartDataResult, name: string): number | undefined {
  return result.coltypes?.[result.colnames?.indexOf(name) ?? -1];
}

/** Numbers on axes are names (years, hours): no thousands separators. */
function axisWriter(type: number | undefined, time: (epochMs: number) => string) {
  return (value: DataValue): string => {
    if (type !== GENERIC_TYPE.TEMPORAL || value === null) return valueLabel(value);
    const epochMs = typeof value === "number" ? value : epochOf(String(value));
    return epochMs === undefined ? String(value) : time(epochMs);
  };
}

interface TooltipContext {
  input: Input;
  names: Names;
  writer: Writer;
  xLabels: readonly string[];
  yLabels: readonly string[];
}

function tooltipOf(
  cell: HeatmapCell | undefined,
  { input, writer, xLabels, yLabels }: TooltipContext,
): TooltipContent | null {
  if (!cell) return null;
  const { formData } = input;
  const share = formData.show_percentage !== false && cell.share !== null ? percent(cell.share) : undefined;
  const rank = formData.normalized && cell.rank !== null ? [{ label: t("Percentile"), value: percent(cell.rank) }] : [];
  return {
    title: `${yLabels[cell.y]} · ${xLabels[cell.x]}`,
    rows: [{ label: writer.metric, value: writer.full(cell.value) }, ...rank],
    note: share ? shareText(share, formData.normalize_across ?? "heatmap") : undefined,
  };
}

const shareText = (share: string, base: "heatmap" | "x" | "y"): string =>
  ({
    heatmap: t("{share} of all cells", { share }),
    x: t("{share} of its column", { share }),
    y: t("{share} of its row", { share }),
  })[base];

function dimensionsOf({ formData }: Input) {
  return [formData.x_axis, formData.groupby].filter((column) => column !== null && column !== undefined);
}

function isSelected(cell: HeatmapCell, grid: HeatmapGrid, input: Input): boolean {
  return isInSelection(input.selected, dimensionsOf(input), [grid.xs[cell.x] ?? null, grid.ys[cell.y] ?? null]);
}

function markOf(
  cell: HeatmapCell | undefined,
  { grid, input, writer }: { grid: HeatmapGrid; input: Input; writer: Writer },
): Mark | null {
  if (!cell) return null;
  const [x, y] = [grid.xs[cell.x] ?? null, grid.ys[cell.y] ?? null];
  const grain = timeGrainOf(input.formData);
  const selection = selectionOf(dimensionsOf(input), [x, y]);
  const clauses = selection?.clauses.map((clause, i) => (i === 0 && grain ? { ...clause, grain } : clause));
  return {
    text: `${writer.y(y)}, ${writer.x(x)}: ${writer.full(cell.value)}`,
    selection: selection && clauses ? { clauses, label: `${writer.x(x)}, ${writer.y(y)}` } : null,
    isSelected: input.selected != null && isSelected(cell, grid, input),
  };
}

function brushOf(grid: HeatmapGrid, { formData, selected }: Input, writer: Writer): EChartSpec["brush"] {
  const { x_axis, groupby } = formData;
  if (!x_axis || !groupby) return undefined;
  const axes = [
    { axis: "x", column: x_axis, values: grid.xs, nameOf: writer.x, grain: timeGrainOf(formData) ?? undefined },
    { axis: "y", column: groupby, values: grid.ys, nameOf: writer.y },
  ] as const;
  return categoryBrush(axes, selected);
}

function summaryOf(grid: HeatmapGrid, names: Names, writer: Writer): string {
  if (grid.cells.length === 0) return t("Heatmap of {metric}: no data.", { metric: writer.metric });
  const place = (cell: HeatmapCell) =>
    t("{value} at {y}, {x}", {
      value: writer.full(cell.value),
      y: writer.y(grid.ys[cell.y] ?? null),
      x: writer.x(grid.xs[cell.x] ?? null),
    });
  const ends = endsText(grid.cells, { valueIn: ({ value }) => value, say: place, write: writer.full });
  return t("Heatmap of {metric} by {x} and {y}; {ends}.", { metric: writer.metric, x: names.x, y: names.y, ends });
}
