import { type NiceScale, niceScale } from "../axes/nice-scale.ts";
import { labelRotation, rotatedLength } from "../axes/plain-axes.ts";
import { POWERS, tickFormatter } from "../format/plain-number.ts";
import { legendMargins, type Margins } from "../legend/legend.ts";
import { textWidth, widest } from "../text-width.ts";
import { endLabelRoom } from "./end-labels.ts";
import { forecastExtent } from "./forecast-series.ts";
import { hasRoomAbove, layerNames } from "./layer-series.ts";
import { isShareAxis, type Layout, type Plan } from "./plan.ts";
import { valueExtent } from "./stack.ts";

const AXIS_GAP = 8;
const TITLE = 18;
const ZOOM = 40;
const EVENT_NAMES = 12;
const LONGEST_CATEGORY = 180;

export function layoutOf(plan: Plan): Layout {
  const { width, height, density } = plan;
  const scale = valueScale(plan);
  const hidesValueAxis = plan.isHorizontal && plan.form.show_value && plan.stack === "none" && plan.series.length === 1;
  const categoryWidth = Math.min(Math.max(LONGEST_CATEGORY, width * 0.25), width * 0.4);
  if (density === "bare" || density === "figure") {
    const right =
      density === "bare" && hasLastValue(plan)
        ? Math.min(Math.ceil(textWidth(figureText(plan), 12, true)) + 12, width / 2)
        : 4;
    const grid = { left: 4, right, top: 6, bottom: 6 };
    return finish(plan, { grid, scale, naming: "none", hidesValueAxis: true, categoryWidth, labelTurn: 0 });
  }
  const grid = axisMargins(plan, scale, { hidesValueAxis, categoryWidth });
  const endRoom = endLabelRoom(plan, height - grid.top - grid.bottom);
  const naming = namingOf(plan, endRoom);
  if (naming === "end") grid.right = Math.max(grid.right, endRoom ?? 0);
  if (naming === "legend") add(grid, legendMargins(legendNames(plan), { ...plan.form, width, height }));
  const labelTurn = labelTurnOf(plan, width - grid.left - grid.right);
  const labelLength = labelLengthOf(plan, labelTurn);
  if (!plan.isHorizontal) grid.bottom += turnedRoom(plan, labelTurn, labelLength);
  return finish(plan, { grid, scale, naming, hidesValueAxis, categoryWidth, labelTurn, labelLength });
}

export function hasLastValue(plan: Plan): boolean {
  return plan.frame.xKind !== "category" && plan.series.length === 1;
}

export function legendNames(plan: Plan): string[] {
  return [...plan.series.map((series) => series.label), ...layerNames(plan)];
}

export function figureText(plan: Plan): string {
  const known = (plan.series[0]?.drawn ?? []).filter((value) => value !== null);
  const value = plan.frame.xKind === "category" ? known.toSorted((a, b) => b - a)[0] : known.at(-1);
  return value === undefined ? "" : plan.formats.short(value);
}

function namingOf(plan: Plan, endRoom: number | null): Layout["naming"] {
  if (plan.layers.length > 0 && plan.form.show_legend && plan.height >= 180) return "legend";
  if (plan.series.length < 2 || !plan.form.show_legend || plan.density !== "full") {
    return plan.series.length > 1 && plan.form.show_legend && plan.height >= 180 ? "legend" : "none";
  }
  return endRoom === null ? "legend" : "end";
}

function finish(plan: Plan, layout: Omit<Layout, "plotWidth" | "plotHeight">): Layout {
  const { grid } = layout;
  return {
    ...layout,
    plotWidth: Math.max(1, plan.width - grid.left - grid.right),
    plotHeight: Math.max(1, plan.height - grid.top - grid.bottom),
  };
}

function valueScale(plan: Plan): NiceScale | null {
  const { form } = plan;
  if (form.logAxis) return null;
  const [min, max] = form.y_axis_bounds ?? [null, null];
  if (isShareAxis(plan)) return niceScale([0, 1], { min: min ?? 0, max: max ?? 1 });
  return niceScale(extentOf(plan), {
    count: plan.density === "full" && plan.height >= 200 ? 5 : 2.5,
    fromData: form.truncateYAxis || plan.kind.mark === "scatter",
    min,
    max,
    isSnug: !form.minorTicks && !form.minorSplitLine,
  });
}

function extentOf(plan: Plan): [number, number] {
  const lines = plan.formulas.map(({ values }) => ({ drawn: values, stackName: undefined }));
  const others = plan.layers.flatMap((layer) =>
    layer.lines.map(({ points }) => ({ drawn: points.map(([, value]) => value), stackName: undefined })),
  );
  const most = others.reduce((length, { drawn }) => Math.max(length, drawn.length), plan.frame.x.length);
  return valueExtent([...plan.series, ...forecastExtent(plan), ...lines, ...others], most);
}

function axisMargins(
  plan: Plan,
  scale: NiceScale | null,
  { hidesValueAxis, categoryWidth }: { hidesValueAxis: boolean; categoryWidth: number },
): Margins {
  const valueTexts = hidesValueAxis || plan.stack === "stream" ? [] : tickTexts(plan, scale);
  const grid = plan.isHorizontal
    ? horizontalMargins(plan, valueTexts, { hidesValueAxis, categoryWidth })
    : verticalMargins(plan, valueTexts);
  if (plan.density === "full") addTitles(plan, grid);
  if (plan.form.zoomable) grid[plan.isHorizontal ? "right" : "bottom"] += ZOOM;
  return grid;
}

function tickTexts(plan: Plan, scale: NiceScale | null): string[] {
  if (scale) {
    // With a legend the axis fits visible series, so its steps may be finer.
    const { ticks, interval } = scale;
    const finer = plan.series.length > 1 ? ticks.map((tick) => tick + interval / 2) : [];
    const below = plan.series.length > 1 && scale.min < (ticks[0] ?? 0) ? [(ticks[0] ?? 0) - interval] : [];
    return [...below, ...ticks, ...finer].map(tickFormatter(plan.formats.tick, scale.ticks));
  }
  const [low, high] = valueExtent(plan.series, plan.frame.x.length);
  return [low, high, high * 10].map(tickFormatter(plan.formats.tick, POWERS));
}

function verticalMargins(plan: Plan, valueTexts: readonly string[]): Margins {
  const left = valueTexts.length > 0 ? Math.ceil(widest(valueTexts)) + AXIS_GAP + 2 : 8;
  const top = (plan.form.show_value ? 20 : 10) + (hasRoomAbove(plan) ? EVENT_NAMES : 0);
  return { left: Math.max(16, left), right: 16, top, bottom: 16 + AXIS_GAP };
}

function horizontalMargins(
  plan: Plan,
  valueTexts: readonly string[],
  { hidesValueAxis, categoryWidth }: { hidesValueAxis: boolean; categoryWidth: number },
): Margins {
  const labels = plan.frame.x.map((value) => plan.formats.x(value));
  const left = Math.ceil(Math.min(categoryWidth, widest(labels, 12) + 2)) + AXIS_GAP;
  const values = plan.series.flatMap((series) => series.drawn.filter((value) => value !== null));
  const valueLabel = plan.form.show_value ? widest(extremes(values).map(plan.formats.short), 11, true) + 10 : 0;
  const lastTick = textWidth(valueTexts.at(-1) ?? "") / 2;
  return {
    left,
    right: Math.ceil(Math.max(12, valueLabel, lastTick + 4)),
    top: 4,
    bottom: hidesValueAxis ? 4 : 16 + AXIS_GAP,
  };
}

function extremes(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  return [Math.max(...values.slice(0, 1000)), Math.min(...values.slice(0, 1000))];
}

function labelTurnOf({ form, frame, formats, height, isHorizontal }: Plan, plotWidth: number): number {
  const isFixed = form.xAxisLabelRotation !== 0 || form.xAxisLabelInterval === 0 || form.zoomable;
  if (isFixed || isHorizontal || frame.xKind !== "category") return form.xAxisLabelRotation;
  const texts = frame.x.map((value) => formats.x(value));
  return labelRotation(texts, { width: plotWidth / Math.max(1, texts.length), height, isCut: true });
}

const namesOf = ({ frame, formats }: Plan) => frame.x.slice(0, 500).map((value) => formats.x(value));

function labelLengthOf(plan: Plan, degrees: number): number | undefined {
  const isAutomatic = degrees !== 0 && plan.form.xAxisLabelRotation === 0;
  return isAutomatic ? rotatedLength(namesOf(plan), plan.height) : undefined;
}

function turnedRoom(plan: Plan, degrees: number, length: number | undefined): number {
  if (degrees === 0) return 0;
  const longest = length ?? Math.min(plan.height * 0.4, widest(namesOf(plan)));
  return longest * Math.sin((Math.abs(degrees) * Math.PI) / 180);
}

function addTitles(plan: Plan, grid: Margins): void {
  const { form } = plan;
  const [category, value] = plan.isHorizontal ? (["left", "bottom"] as const) : (["bottom", "left"] as const);
  if (form.x_axis_title) grid[category] += TITLE + form.x_axis_title_margin;
  if (!form.y_axis_title) return;
  const isTop = form.y_axis_title_position === "Top" && !plan.isHorizontal;
  grid[isTop ? "top" : value] += TITLE + (isTop ? 0 : form.y_axis_title_margin);
}

function add(grid: Margins, more: Margins): void {
  for (const side of ["left", "right", "top", "bottom"] as const) grid[side] += more[side];
}
