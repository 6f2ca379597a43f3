import type { ChartTheme, TransformInput } from "../../chart-seam/chart-type.ts";
import { columnLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { NiceScale } from "../axes/nice-scale.ts";
import { categoricalColors, TESSERA } from "../colors/categorical.ts";
import { assignColors } from "../colors/label-colors.ts";
import { blend } from "../colors/shade.ts";
import { type Density, densityOf } from "../density.ts";
import { foreignZone } from "../format/zoned.ts";
import type { Margins } from "../legend/legend.ts";
import { isInSelection } from "../selection.ts";
import { type FormulaLine, formulaLines } from "./annotations.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { type Frame, type FrameSeries, isAdditive, toFrame } from "./frame.ts";
import { type PlannedLayer, plannedLayers } from "./layers.ts";
import type { BarFit } from "./narrow-bars.ts";
import { sortFrame } from "./order.ts";
import type { StackMode, TimeseriesForm, TimeseriesKind } from "./schema.ts";
import { stacked } from "./stack.ts";
import { queriedAt, type Unfinished, unfinishedPeriods } from "./unfinished.ts";

export interface Plan {
  form: TimeseriesForm;
  kind: TimeseriesKind;
  theme: ChartTheme;
  width: number;
  height: number;
  density: Density;
  frame: Frame;
  series: readonly PlannedSeries[];
  stack: StackMode;
  isHorizontal: boolean;
  isAdditive: boolean;
  barFit?: BarFit;
  shownFirst?: readonly [number, number];
  categoryColors: readonly string[] | null;
  /** Selected categories; null when series filter or nothing is selected. */
  selectedPoints: readonly boolean[] | null;
  /** series: their dimensions; points: axis categories. */
  filterBy: "series" | "points" | null;
  formats: Formats;
  /** Of the times of the axis, if it isn't the reader's own. */
  zone: string | undefined;
  /** When the data was queried. */
  now: number | undefined;
  /** Periods that the chart has only a part of. */
  unfinished: ReadonlyMap<number, Unfinished>;
  formulas: readonly FormulaLine[];
  layers: readonly PlannedLayer[];
  /** Series hidden in the legend; updated by the host, read when labels are drawn. */
  hidden: ReadonlySet<string>;
}

export interface Layout {
  grid: Margins;
  plotWidth: number;
  plotHeight: number;
  scale: NiceScale | null;
  naming: "none" | "legend" | "end";
  hidesValueAxis: boolean;
  categoryWidth: number;
  labelTurn: number;
  /** Pixels along automatically rotated names; undefined = uncut. */
  labelLength?: number | undefined;
}

export interface PlannedSeries extends FrameSeries {
  color: string;
  /** Drawn values: shares when expanded. `values` keeps the database values. */
  drawn: readonly (number | null)[];
  stackName: string | undefined;
  isFocus: boolean;
  isSelected: boolean;
}

const LONG_LABEL = 10;

export function planOf(
  input: TransformInput<TimeseriesForm>,
  kind: TimeseriesKind,
  reduced: (frame: Frame) => Frame = (frame) => frame,
): Plan {
  const { formData: form, theme, width, height, dataset } = input;
  const frame = reduced(sortFrame(toFrame(input, kind), form, kind));
  const stack = stackMode(form, kind);
  const filterBy = filterKind(form, frame);
  const selected = frame.series.map((series) => isInSelection(input.selected, form.groupby, series.dimensions));
  const isSeriesSelection = filterBy === "series" && selected.includes(true);
  const isOneSelected = isSeriesSelection && selected.filter(Boolean).length === 1;
  const colors = seriesColors(input, frame);
  const drawn = stacked(frame, { stack, mark: kind.mark });
  return {
    form,
    kind,
    theme,
    width,
    height,
    density: densityOf(width, height),
    frame,
    stack,
    isHorizontal: kind.mark === "bar" && isHorizontal(form, frame, width),
    isAdditive: stack !== "none" || isAdditive(form, dataset),
    categoryColors: categoryColors(input, frame, kind),
    selectedPoints: selectedPoints(input, frame),
    filterBy,
    formats: formatsOf({ form, frame, dataset, stack, detected: input.results[0]?.detected_currency }),
    zone: form.x_axis ? foreignZone(input.results, columnLabel(form.x_axis)) : undefined,
    now: queriedAt(input.results),
    unfinished: unfinishedPeriods(input, frame),
    formulas: formulaLines(form, frame, theme.textTertiary),
    layers: plannedLayers(input, frame),
    hidden: new Set(),
    series: frame.series.map((series, i) => ({
      ...series,
      color: isOneSelected && selected[i] ? theme.focus : (colors[i] ?? theme.others),
      drawn: drawn[i] ?? series.values,
      stackName: stack === "none" ? undefined : stackName(form, series),
      isSelected: selected[i] === true,
      isFocus: !isSeriesSelection || selected[i] === true,
    })),
  };
}

export function isShareAxis({ stack, form, series }: Plan): boolean {
  if (stack === "expand") return true;
  const isOfRow = form.contributionMode === "row" && stack === "stack";
  return isOfRow && series.every(({ drawn }) => drawn.every((value) => value === null || value >= 0));
}

function stackMode(form: TimeseriesForm, kind: TimeseriesKind): StackMode {
  if (kind.mark === "scatter") return "none";
  if (form.stack === "Stack") return "stack";
  if (form.stack === "Expand" && kind.mark === "area") return "expand";
  return form.stack === "Stream" && kind.mark !== "bar" ? "stream" : "none";
}

function stackName(form: TimeseriesForm, series: FrameSeries): string {
  const at = form.groupby.findIndex((column) => columnLabel(column) === form.stackDimension);
  const group = at < 0 ? "" : String(series.dimensions[at]);
  return `stack ${group}${series.shift ? ` ${series.shift}` : ""}`;
}

function filterKind(form: TimeseriesForm, frame: Frame): Plan["filterBy"] {
  if (form.groupby.length > 0) return "series";
  return frame.xKind === "category" && form.x_axis ? "points" : null;
}

function selectedPoints(input: TransformInput<TimeseriesForm>, frame: Frame) {
  if (frame.xKind !== "category" || !input.formData.x_axis) return null;
  const columns: QueryColumn[] = [input.formData.x_axis];
  const points = frame.x.map((value: DataValue) => isInSelection(input.selected, columns, [value]));
  return points.includes(true) ? points : null;
}

function seriesColors(input: TransformInput<TimeseriesForm>, frame: Frame): string[] {
  const { theme, formData } = input;
  const labels = frame.series.filter((series) => !series.isOthers).map((series) => series.colorLabel);
  const most = Math.max(TESSERA.length, categoricalColors(formData.color_scheme).length);
  const named = [...new Set(labels)].slice(0, most);
  const colors = assignColors(named, input.colorOf);
  const isAlone = named.length === 1;
  const colorless = labels.length <= 2 * most ? labels.filter((label) => !colors.has(label)) : [];
  const pale = new Map(colorless.map((label, i) => [label, paleColor(theme, i)]));
  return frame.series.map((series) => {
    const own = colors.get(series.colorLabel) ?? pale.get(series.colorLabel);
    const color = series.isOthers ? theme.others : (own ?? theme.others);
    return isAlone && color === theme.categorical[0] ? theme.focus : color;
  });
}

const PALE = 0.5;

/** For names beyond the palette, so that they differ from each other and stay behind the others. */
const paleColor = ({ categorical, background, others }: ChartTheme, index: number) =>
  blend(categorical[index % categorical.length] ?? others, background, PALE);

function categoryColors(input: TransformInput<TimeseriesForm>, frame: Frame, kind: TimeseriesKind) {
  const { formData: form, theme } = input;
  const isRequested = kind.mark === "bar" && form.color_by_primary_axis && form.groupby.length === 0 && !form.stack;
  if (!isRequested || frame.xKind !== "category") return null;
  const labels = frame.x.map(String);
  const most = Math.max(TESSERA.length, categoricalColors(form.color_scheme).length);
  const colors = assignColors(labels.slice(0, most), input.colorOf);
  return labels.map((label) => colors.get(label) ?? theme.others);
}

function isHorizontal(form: TimeseriesForm, frame: Frame, width: number): boolean {
  if (form.orientation) return form.orientation === "horizontal";
  if (frame.xKind !== "category" || frame.x.length < 3 || form.zoomable) return false;
  const longest = frame.x.reduce<number>((most, value) => Math.max(most, String(value).length), 0);
  return longest > LONG_LABEL && longest * 6 > (width - 60) / frame.x.length;
}
