import { colorAt, textOn } from "../../chart-kit/colors/shade.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnShapes } from "../../chart-kit/echart/many-shapes.ts";
import { type Shape, type ShapeText, textElement } from "../../chart-kit/echart/shapes.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf } from "../../chart-kit/format/value.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { textWidth, widest } from "../../chart-kit/text-width.ts";
import { extremes, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { BLOCK_FORMATS, CELL_FORMATS, ROW_FORMATS, type Slot, slotOf } from "./calendar.ts";
import { type Frame, frameOf, rowStarts } from "./layout.ts";
import type { CalHeatmapForm } from "./schema.ts";

type Input = TransformInput<CalHeatmapForm>;

interface Cell extends Slot {
  time: number;
  value: number;
}

interface Panel {
  measure: Measure;
  cells: Cell[];
  min: number;
  max: number;
}

const MAX_CELLS = 20_000;
const NAME = 18;
const LABEL = 15;
const LEGEND = 22;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme } = input;
  const panels = panelsOf(input);
  const cells = panels.flatMap((panel) => panel.cells.map((cell) => ({ panel, cell })));
  const when = timeFormatter(
    form.x_axis_time_format && form.x_axis_time_format !== "smart_date"
      ? form.x_axis_time_format
      : CELL_FORMATS[form.subdomain_granularity],
  );
  const summary = summaryOf(panels, when);
  const frames = framesOf(input, panels);
  const isTooMuch = cells.length > MAX_CELLS && frames.some(({ fits }) => !fits);
  const drawn = isTooMuch ? { shapes: [], texts: [] } : drawnOf(input, panels, frames);
  const { series, ...bitmaps } = drawnShapes(drawn.shapes, { theme, width: input.width, height: input.height });
  return {
    summary,
    isEmpty: cells.length === 0,
    ...(isTooMuch
      ? {
          warning: t("Too many cells to show ({count, number}). Choose a larger cell unit or a shorter time range", {
            count: cells.length,
          }),
        }
      : {}),
    props: {
      option: {
        series: [series],
        tooltip: tooltipOption(theme),
        ...(drawn.texts.length > 0 ? { graphic: drawn.texts } : {}),
      },
      ...bitmaps,
      summary,
      size: drawn.shapes.length,
      tooltip: ([hit]) => {
        const found = cells[hit?.dataIndex ?? -1];
        if (!found) return null;
        const { panel, cell } = found;
        return {
          title: when(cell.time),
          rows: [
            { color: colorOf(input, panel, cell), label: panel.measure.label, value: panel.measure.full(cell.value) },
          ],
        };
      },
      mark: ({ dataIndex }) => {
        const found = cells[dataIndex];
        if (!found) return null;
        return {
          text: `${when(found.cell.time)}: ${found.panel.measure.full(found.cell.value)}`,
          selection: null,
          isSelected: false,
        };
      },
      walk: [{ seriesIndex: 0, length: cells.length }],
    },
  };
}

function panelsOf(input: Input): Panel[] {
  const { formData: form } = input;
  const key = form.granularity_sqla ?? "";
  const rows = rowsOf(input.results[0]);
  return form.metrics.map((metric) => {
    const measure = measureOf(metric, input, { format: form.y_axis_format });
    const cells = rows.flatMap((row): Cell[] => {
      const stamp = row[key];
      const time = typeof stamp === "number" ? stamp : epochOf(String(stamp ?? ""));
      const value = numberIn(row, measure.key);
      if (time === undefined || value === null) return [];
      return [{ ...slotOf(time, form.domain_granularity, form.subdomain_granularity), time, value }];
    });
    const ends = extremes(cells, (cell) => cell.value);
    return { measure, cells, min: ends?.low.value ?? 0, max: ends?.high.value ?? 0 };
  });
}

function colorOf(input: Input, panel: Panel, cell: { value: number }): string {
  return colorsOf(input, panel)(cell.value);
}

function colorsOf({ formData: form, rampOf }: Input, { min, max }: Panel): (value: number) => string {
  const steps = Math.max(2, Math.round(form.steps));
  const ramp = rampOf(form.linear_color_scheme);
  const colors = Array.from({ length: steps }, (_, step) => colorAt(ramp, step / (steps - 1)));
  return (value) => {
    const share = max > min ? (value - min) / (max - min) : 0.5;
    return colors[Math.min(steps - 1, Math.floor(share * steps))] ?? "";
  };
}

function cellScale({ width, height }: Input): number {
  return Math.max(1, Math.min(3, width / 620, height / 340));
}

function roomOf(input: Input, panels: readonly Panel[]) {
  const { formData: form, width, height } = input;
  const density = densityOf(width, height);
  const isRoomy = density === "full" || density === "compact";
  return {
    isRoomy,
    head: isRoomy && form.show_metric_name ? NAME : 0,
    foot: isRoomy && form.show_legend ? LEGEND : 0,
    own: height / Math.max(1, panels.length),
  };
}

function framesOf(input: Input, panels: readonly Panel[]): Frame[] {
  const { formData: form, width } = input;
  const { isRoomy, head, foot, own } = roomOf(input, panels);
  return panels.map(({ cells }) => {
    const blocks = [...new Set(cells.map(({ block }) => block))];
    const widestOf = (formats: typeof BLOCK_FORMATS) =>
      widest(blocks.map(timeFormatter(formats[form.domain_granularity])));
    return frameOf({
      slots: cells,
      width: width - 4,
      height: own - head - foot - 4,
      cell: form.cell_size * cellScale(input),
      padding: form.cell_padding,
      label: isRoomy ? LABEL : 0,
      labelWidth: Math.max(22, widestOf(BLOCK_FORMATS)),
      rowWidth: widestOf(ROW_FORMATS) + 6,
    });
  });
}

function drawnOf(input: Input, panels: readonly Panel[], frames: readonly Frame[]) {
  const { width, theme } = input;
  const { isRoomy, head, foot, own } = roomOf(input, panels);
  const shapes: Shape[] = [];
  const texts: object[] = [];
  panels.forEach((panel, i) => {
    const frame = frames[i];
    if (!frame) return;
    const top = i * own + Math.max(0, (own - head - foot - frame.height) / 2);
    const left = Math.max(2, (width - frame.width) / 2);
    const place = { input, panel, frame, left, top: top + head };
    if (head)
      texts.push(
        textElement(
          { text: panel.measure.label, x: left, y: top + 8, color: theme.textSecondary, size: 12, isBold: true },
          theme,
        ),
      );
    if (isRoomy) texts.push(...blockLabels(place));
    shapes.push(...cellShapes(place));
    if (foot) texts.push(...legendOf({ ...place, top: top + head + frame.height + 12 }));
  });
  return { shapes, texts };
}

interface Place {
  input: Input;
  panel: Panel;
  frame: Frame;
  left: number;
  top: number;
}

function blockLabels({ input, frame, left, top }: Place): object[] {
  const { formData: form, theme } = input;
  const write = timeFormatter((frame.isDense ? ROW_FORMATS : BLOCK_FORMATS)[form.domain_granularity]);
  const blocks = frame.isDense ? rowStarts(frame, LABEL) : frame.blocks.keys();
  return [...blocks].map((block) => {
    const { x, y } = frame.blocks.get(block) ?? { x: 0, y: 0 };
    const place = frame.isDense ? { x: left, y: top + y + 5 } : { x: left + x, y: top + y + 6 };
    return textElement({ text: write(block), ...place, color: theme.textTertiary }, theme);
  });
}

function cellShapes({ input, panel, frame, left, top }: Place): Shape[] {
  const { formData: form, width, height } = input;
  const isRoomy = ["full", "compact"].includes(densityOf(width, height));
  const head = isRoomy && !frame.isDense ? LABEL : 0;
  const { cell: size, padding } = frame;
  const write = (cell: Cell) => panel.measure.short(cell.value);
  const isWritten = form.show_values && size >= 14 && widest(panel.cells.map(write)) + 4 <= size;
  const color = colorsOf(input, panel);
  return panel.cells.map((cell): Shape => {
    const block = frame.blocks.get(cell.block) ?? { x: 0, y: 0 };
    const x = left + block.x + cell.column * (size + padding);
    const y = top + block.y + head + cell.row * (size + padding);
    const fill = color(cell.value);
    const text = (): ShapeText => ({
      text: write(cell),
      x: x + size / 2,
      y: y + size / 2,
      align: "center",
      color: textOn(fill),
    });
    return {
      type: "rect",
      shape: { x, y, width: size, height: size, r: frame.isDense ? 0 : Math.min(form.cell_radius, size / 2) },
      fill,
      value: cell.value,
      ...(isWritten ? { texts: [text()] } : {}),
    };
  });
}

const SWATCH = 10;

function legendOf({ input, panel, left, top }: Place): object[] {
  const { theme, formData: form, rampOf } = input;
  if (panel.max <= panel.min) return [];
  const steps = Math.min(12, Math.max(2, Math.round(form.steps)));
  const ramp = rampOf(form.linear_color_scheme);
  const low = panel.measure.short(panel.min);
  const start = left + textWidth(low) + 8;
  const swatches = Array.from({ length: steps }, (_, i) => ({
    type: "rect",
    silent: true,
    shape: { x: start + i * (SWATCH + 1), y: top - SWATCH / 2, width: SWATCH, height: SWATCH, r: 1 },
    style: { fill: colorAt(ramp, i / (steps - 1)) },
  }));
  const end = start + steps * (SWATCH + 1) + 6;
  return [
    textElement({ text: low, x: left, y: top, color: theme.textTertiary }, theme),
    ...swatches,
    textElement({ text: panel.measure.short(panel.max), x: end, y: top, color: theme.textTertiary }, theme),
  ];
}

function summaryOf(panels: readonly Panel[], when: (epochMs: number) => string): string {
  const parts = panels.flatMap(({ measure, cells }) => {
    const ends = extremes(cells, (cell) => cell.value);
    if (!ends) return [];
    const say = (cell: Cell) => `${measure.full(cell.value)} (${when(cell.time)})`;
    if (cells.length === 1) return [`${measure.label} ${say(ends.low)}`];
    if (ends.low.value === ends.high.value)
      return [t("{measure} all equal to {value}", { measure: measure.label, value: measure.full(ends.low.value) })];
    return [t("{measure} from {low} to {high}", { measure: measure.label, low: say(ends.low), high: say(ends.high) })];
  });
  if (parts.length === 0) return t("Calendar heatmap: no values.");
  return t("Calendar heatmap: {parts}.", { parts: parts.join("; ") });
}
