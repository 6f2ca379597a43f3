import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { axisText } from "../echart/base-option.ts";
import { tickFormatter } from "../format/plain-number.ts";
import { widest } from "../text-width.ts";
import { logTicks, type NiceScale, niceScale } from "./nice-scale.ts";

export interface AxisPlan {
  extent: readonly [number, number];
  format(value: number): string;
  title?: string | null;
  isLog?: boolean;
  bounds?: readonly [number | null, number | null] | null;
  fromZero?: boolean;
  rotate?: number;
  hasAllLabels?: boolean;
}

const PIXELS_PER_TICK = { x: 90, y: 56 } as const;
const MOST_TICKS = { x: 10, y: 8 } as const;

export function valueAxis(
  plan: AxisPlan,
  { theme, length, side }: { theme: ChartTheme; length: number; side: "x" | "y" },
) {
  const scale = scaleOf(plan, length, side);
  const own = plan.isLog ? { customValues: scale.ticks } : {};
  return {
    type: plan.isLog ? "log" : "value",
    ...(plan.isLog
      ? { min: plan.bounds?.[0] ?? "dataMin", max: plan.bounds?.[1] ?? undefined }
      : { min: scale.min, max: scale.max, interval: scale.interval }),
    axisLine: { show: side === "x", lineStyle: { color: theme.axisLine } },
    // Grid lines replace ticks.
    axisTick: { show: false, ...own },
    splitLine: { show: true, lineStyle: { color: theme.split } },
    axisLabel: {
      ...own,
      ...axisText(theme),
      formatter: tickFormatter(plan.format, scale.ticks),
      rotate: plan.rotate ?? 0,
      hideOverlap: !plan.hasAllLabels,
    },
  };
}

function scaleOf(plan: AxisPlan, length: number, side: "x" | "y"): NiceScale {
  const count = Math.max(1, Math.min(MOST_TICKS[side], Math.round(length / PIXELS_PER_TICK[side])));
  const [min, max] = plan.bounds ?? [null, null];
  if (plan.isLog) {
    const ends = [min ?? plan.extent[0], max ?? plan.extent[1]] as const;
    return { min: ends[0], max: ends[1], interval: 1, ticks: logTicks(ends) };
  }
  return niceScale(plan.extent, { count, fromData: !plan.fromZero, min, max });
}

export function tickWidth(plan: AxisPlan, height: number): number {
  const { ticks } = scaleOf(plan, height, "y");
  return Math.ceil(widest(ticks.map(tickFormatter(plan.format, ticks))) * 1.04 + 10);
}

/** `air`: margin for marks, as a share of the range. Returns `[0, 1]` without values. */
export function extentOf(values: readonly number[], air = 0): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  // A single value gets the same space on both sides.
  const room = high > low ? (high - low) * air : air > 0 ? Math.abs(low) * 0.2 || 1 : 0;
  return [low >= 0 ? Math.max(0, low - room) : low - room, high + room];
}
