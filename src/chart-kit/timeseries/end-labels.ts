import { ellipsis, textWidth } from "../text-width.ts";
import type { Layout, Plan, PlannedSeries } from "./plan.ts";

const MOST = 6;
const LINE = 15;
const NARROWEST = 75;
const WIDEST = 190;
const DOT = 22;
const GAP = 10;

export function endLabelRoom(plan: Plan, plotHeight: number): number | null {
  const { form, series, width } = plan;
  const isLine = plan.kind.mark === "line" || plan.kind.mark === "area";
  const isPlain = form.legendOrientation === "top" && !form.zoomable && !form.logAxis && plan.stack !== "stream";
  if (!isLine || !isPlain || plan.density !== "full") return null;
  if (series.length < 2 || series.length > MOST || series.length * LINE > plotHeight) return null;
  const needed = Math.max(...series.map((one) => textWidth(one.label) + valueWidth(plan, one))) + DOT + GAP + 8;
  const room = Math.min(Math.max(NARROWEST, needed), Math.max(WIDEST, Math.min(260, width * 0.22)));
  return room <= width * 0.36 ? Math.ceil(room) : null;
}

function valueWidth(plan: Plan, series: PlannedSeries): number {
  const last = lastIndex(series);
  return last < 0 ? 0 : textWidth(endText(plan, series, last), 11, true);
}

function endText(plan: Plan, series: PlannedSeries, index: number): string {
  const value = series.drawn[index];
  return value === null || value === undefined ? "" : plan.formats.short(value);
}

function lastIndex(series: PlannedSeries): number {
  return series.drawn.findLastIndex((value) => value !== null);
}

export function endLabels(plan: Plan, layout: Layout): Record<string, unknown>[] {
  const { scale, grid, plotHeight, plotWidth } = layout;
  if (!scale) return [];
  const toY = (value: number) => grid.top + ((scale.max - value) / (scale.max - scale.min)) * plotHeight;
  const ends = plan.series
    .map((series) => ({ series, index: lastIndex(series) }))
    .filter(({ index }) => index >= 0)
    .map(({ series, index }) => ({ series, index, y: toY(endHeight(plan, series, index)) }));
  const spreadYs = spreadApart(
    ends.map((end) => end.y),
    { gap: LINE, top: grid.top, bottom: grid.top + plotHeight },
  );
  const x = grid.left + plotWidth + 10;
  return ends.flatMap(({ series, index }, i) =>
    labelElements(plan, series, {
      x,
      y: spreadYs[i] ?? 0,
      value: endText(plan, series, index),
      room: grid.right - DOT,
    }),
  );
}

function endHeight(plan: Plan, series: PlannedSeries, index: number): number {
  const own = series.drawn[index] ?? 0;
  if (plan.stack === "none") return own;
  let below = 0;
  for (const other of plan.series) {
    if (other === series) break;
    if (other.stackName === series.stackName) below += other.drawn[index] ?? 0;
  }
  return below + own / 2;
}

export function spreadApart(
  positions: readonly number[],
  { gap, top, bottom }: { gap: number; top: number; bottom: number },
): number[] {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed: number[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    const y = Math.max(Math.min(positions[i] ?? 0, bottom), floor, top);
    placed[i] = y;
    floor = y + gap;
  }
  let ceiling = bottom;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i] ?? 0, ceiling);
    ceiling = (placed[i] ?? 0) - gap;
  }
  return placed;
}

function labelElements(
  plan: Plan,
  series: PlannedSeries,
  at: { x: number; y: number; value: string; room: number },
): Record<string, unknown>[] {
  const { theme } = plan;
  const valueRoom = textWidth(at.value, 11, true) + GAP;
  const name = ellipsis(series.label, at.room - valueRoom);
  const isBold = series.isSelected;
  const nameColor = isBold ? theme.focus : series.isFocus ? theme.textSecondary : theme.textTertiary;
  const valueColor = isBold ? theme.focus : series.isFocus ? theme.text : theme.textTertiary;
  const nameWidth = textWidth(name, 11, isBold);
  const weight = isBold ? 600 : 400;
  return [
    ...markShapes(at, isDashed(plan, series)).map((shape) => ({
      ...shape,
      silent: true,
      style: { fill: seriesColor(plan, series) },
    })),
    textElement(name, { x: at.x + 12, y: at.y }, { fill: nameColor, font: `${weight} 11px ${theme.fontFamily}` }),
    textElement(
      at.value,
      { x: at.x + 12 + nameWidth + GAP, y: at.y },
      { fill: valueColor, font: `600 11px ${theme.fontFamily}` },
    ),
  ];
}

export const DASHES = "M0 0H3.5V2H0ZM5.5 0H9V2H5.5Z";

function markShapes({ x, y }: { x: number; y: number }, isDashed: boolean): object[] {
  if (!isDashed) return [{ type: "circle", shape: { cx: x + 3, cy: y, r: 3.5 } }];
  return [x - 1, x + 4.5].map((left) => ({ type: "rect", shape: { x: left, y: y - 1, width: 3.5, height: 2 } }));
}

export const isDashed = ({ kind }: Plan, { shift }: PlannedSeries) =>
  shift !== undefined && (kind.mark === "line" || kind.mark === "area");

function textElement(text: string, at: { x: number; y: number }, style: { fill: string; font: string }) {
  return { type: "text", silent: true, ...at, style: { text, textVerticalAlign: "middle", ...style } };
}

export function seriesColor(plan: Plan, series: PlannedSeries): string {
  return series.isFocus ? series.color : plan.theme.muted;
}
