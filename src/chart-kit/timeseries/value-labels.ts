import { textWidth } from "../text-width.ts";
import type { Layout, Plan, PlannedSeries } from "./plan.ts";

type Option = Record<string, unknown>;

export function valueLabel(plan: Plan, layout: Layout, series: PlannedSeries): Option {
  const { theme } = plan;
  if (!hasLabels(plan, layout)) return { show: false };
  const isTotal = series.stackName !== undefined && plan.form.only_total && plan.stack === "stack";
  const text = isTotal ? totalText(plan, layout, series) : ownText(plan, layout, series);
  return {
    show: true,
    ...placeOf(plan, series, isTotal),
    fontSize: 11,
    fontFamily: theme.fontFamily,
    rich: { selected: { color: theme.text, fontWeight: 600, fontSize: 11 } },
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const label = text(dataIndex);
      return label && plan.selectedPoints?.[dataIndex] ? `{selected|${label}}` : label;
    },
  };
}

const LEAST_PITCH = 10;
const DISTANCE = 4;
const EDGE = 4;

function hasLabels({ form, density, stack, isHorizontal, frame }: Plan, layout: Layout): boolean {
  const hasRoom = (density === "full" || density === "compact") && layout.plotWidth >= 40;
  const isTight = isHorizontal && layout.plotHeight / Math.max(1, frame.x.length) < LEAST_PITCH;
  return form.show_value && hasRoom && !isTight && stack !== "stream";
}

function placeOf(plan: Plan, series: PlannedSeries, isTotal: boolean): Option {
  if (series.stackName !== undefined && !isTotal && plan.kind.mark === "bar") {
    return { position: "inside", color: "#FFFFFF", textBorderColor: series.color, textBorderWidth: 2 };
  }
  const color = plan.theme.textSecondary;
  return plan.isHorizontal ? { position: "right", distance: 6, color } : { position: "top", distance: DISTANCE, color };
}

function ownText(plan: Plan, layout: Layout, series: PlannedSeries): (index: number) => string {
  const least = plan.form.percentage_threshold;
  const hasLeast = least > 0 && series.stackName !== undefined;
  const isAlone = plan.series.length === 1;
  const heightAt = (point: number) => Math.max(0, series.drawn[point] ?? 0);
  const highest = isAlone ? series.drawn.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : 0;
  const clearance = (highest * DISTANCE) / layout.plotHeight;
  if (isAlone && areTooNarrow(plan, layout, series)) return () => "";
  return (index) => {
    const value = series.drawn[index] ?? null;
    if (value === null || (series.values[index] ?? null) === null) return "";
    const total = hasLeast ? sizeAt(stackMates(plan, series), index) : 0;
    if (total && (Math.abs(value) / total) * 100 < least) return "";
    const text = plan.formats.short(value);
    return isAlone && isCrossed(plan, layout, { point: index, text, heightAt, clearance }) ? "" : text;
  };
}

/** A label that spans more bars doesn't show which one it belongs to. */
const MOST_SPANNED = 1.6;

function areTooNarrow(plan: Plan, { plotWidth }: Layout, { drawn }: PlannedSeries): boolean {
  if (plan.isHorizontal || plan.kind.mark !== "bar" || plan.form.zoomable) return false;
  const pitch = plotWidth / Math.max(1, plan.frame.x.length);
  const widest = drawn.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, textWidth(plan.formats.short(value)))),
    0,
  );
  return widest > MOST_SPANNED * pitch;
}

/** By a taller neighbor, or because it would be drawn over the axis. */
function isCrossed(plan: Plan, layout: Layout, label: Label): boolean {
  if (plan.isHorizontal || plan.kind.mark !== "bar") return false;
  const count = plan.frame.x.length;
  const toEdge = (Math.min(label.point, count - 1 - label.point) + 0.5) * (layout.plotWidth / count);
  return textWidth(label.text) / 2 > toEdge + EDGE || isRunThrough(plan, layout, label);
}

/**
 * Drawn on the topmost visible mark of the stack (at zero for negative stacks). Hidden when a taller neighbor would
 * cross it.
 */
function totalText(plan: Plan, layout: Layout, series: PlannedSeries): (point: number) => string {
  return (point) => {
    const mates = stackMates(plan, series);
    const top =
      mates.findLast((mate) => (mate.drawn[point] ?? 0) > 0) ??
      mates.find((mate) => (mate.drawn[point] ?? 0) < 0) ??
      mates.findLast((mate) => (mate.drawn[point] ?? null) !== null);
    if (top !== series) return "";
    const totalAt = (at: number) => mates.reduce((sum, mate) => sum + (mate.drawn[at] ?? 0), 0);
    const heightAt = (at: number) => mates.reduce((sum, mate) => sum + Math.max(0, mate.drawn[at] ?? 0), 0);
    const text = plan.formats.short(totalAt(point));
    return isRunThrough(plan, layout, { point, text, heightAt, clearance: 0 }) ? "" : text;
  };
}

interface Label {
  point: number;
  text: string;
  heightAt(point: number): number;
  clearance: number;
}

function isRunThrough(plan: Plan, { plotWidth }: Layout, { point, text, heightAt, clearance }: Label): boolean {
  const count = plan.frame.x.length;
  if (plan.isHorizontal || plan.kind.mark !== "bar") return false;
  const pitch = plotWidth / count;
  // Bars fill about four fifths of their band.
  const reach = Math.ceil((textWidth(text) / 2 - pitch * 0.6) / pitch);
  return Array.from({ length: Math.max(0, reach) }, (_, i) => i + 1).some((away) =>
    [point - away, point + away].some(
      (other) => other >= 0 && other < count && heightAt(other) > heightAt(point) + clearance,
    ),
  );
}

const sizeAt = (mates: readonly PlannedSeries[], point: number) =>
  mates.reduce((sum, mate) => sum + Math.abs(mate.drawn[point] ?? 0), 0);

function stackMates(plan: Plan, series: PlannedSeries): PlannedSeries[] {
  return plan.series.filter((other) => other.stackName === series.stackName && !plan.hidden.has(other.label));
}
