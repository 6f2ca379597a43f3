import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { axisText } from "../echart/base-option.ts";
import { tickFormatter } from "../format/plain-number.ts";
import { textWidth, widest } from "../text-width.ts";
import type { NiceScale } from "./nice-scale.ts";

/** Axes of charts that lay out themselves: bands with fitting labels, values at round ticks, times. */

type Option = Record<string, unknown>;

/** A value axis at the ticks of its scale. */
export function plainValueAxis(
  { min, max, interval, ticks }: NiceScale,
  { theme, tick, isShown, font }: { theme: ChartTheme; tick(value: number): string; isShown: boolean; font?: number },
): Option {
  return {
    type: "value",
    min,
    max,
    interval,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      ...axisText(theme),
      ...(font ? { fontSize: font } : {}),
      margin: 8,
      show: isShown,
      formatter: tickFormatter(tick, ticks),
    },
    splitLine: { show: isShown, lineStyle: { color: theme.split, width: 1 } },
  };
}

export const TICK_LAYOUTS = ["auto", "flat", "45°", "90°", "staggered"] as const;
export type TickLayout = (typeof TICK_LAYOUTS)[number];

export interface Band {
  /** Texts, one a band. */
  texts: readonly string[];
  /** Pixels of one band. */
  width: number;
  layout: TickLayout;
}

/** Height that the labels under an axis of bands take, pixels. */
export function bandLabelHeight({ texts, layout }: Pick<Band, "texts" | "layout">, most: number): number {
  const LINE = 16;
  if (layout === "staggered") return 2 * LINE;
  const angle = layout === "45°" ? Math.PI / 4 : layout === "90°" ? Math.PI / 2 : 0;
  return angle === 0 ? LINE : Math.min(most, widest(texts)) * Math.sin(angle) + LINE / 2;
}

/** Labels that never touch: cut to their band, or some left out, or turned as asked. */
export function bandLabels({ texts, width, layout }: Band, theme: ChartTheme): Option {
  const text = { ...axisText(theme), margin: 8 };
  if (layout === "45°" || layout === "90°") return { ...text, rotate: layout === "45°" ? 45 : 90, interval: "auto" };
  if (layout === "staggered") {
    const fits = widest(texts) + 4 <= 2 * width;
    const formatter = (label: string, index: number) => (index % 2 === 1 ? `\n${label}` : label);
    return { ...text, formatter, lineHeight: 15, interval: fits ? 0 : "auto" };
  }
  const needed = widest(texts) + 4;
  if (needed <= width) return { ...text, interval: 0, hideOverlap: true };
  const fit = layout === "flat" ? HIDE_OVERLAP : fitLabels(needed, { width, count: texts.length });
  return { ...text, ...fit, ...alignFirstLabel(fit, { first: texts[0] ?? "", width }) };
}

/** Some labels stay, as many as have room. */
const HIDE_OVERLAP: Option = { interval: "auto", hideOverlap: true };

/** Of a label beyond the axis, pixels: further out the figures of the other axis stand. */
const MAX_OVERHANG = 6;

/** The first label of narrow bands begins at its band: in the middle of it, it would touch the figures beside the axis. */
export function alignFirstLabel({ interval }: Option, { first, width }: { first: string; width: number }): Option {
  return interval === "auto" && textWidth(first) > width + 2 * MAX_OVERHANG ? { alignMinLabel: "left" } : {};
}

/** Of a band whose label is cut for certain, of one that holds a few letters, and of a label that stands for several. */
const ROOM = { sure: 44, least: 28, shared: 72 };

const isNamedEach = (needed: number, width: number) =>
  width >= ROOM.sure || (width >= ROOM.least && needed > 2 * width);

/** Labels wider than their bands: cut to them, or, when the bands are too narrow, some left out so that others are read. */
export function fitLabels(needed: number, { width, count }: { width: number; count: number }): Option {
  if (isNamedEach(needed, width)) return { width: width - 6, overflow: "truncate", interval: 0 };
  if (needed <= ROOM.shared) return HIDE_OVERLAP;
  const step = Math.min(count, Math.ceil(ROOM.shared / width));
  return {
    width: step * width - 6,
    overflow: "truncate",
    interval: everyNthLabel(step, count, Math.floor((step - 1) / 2)),
  };
}

/** Pixels from one turned name to the next, and how much of a chart's height they may take. */
const ROTATION = { least: 15, share: 0.22 };
const NUMBER = /^[\d.,\s$€-]*\d/;

/**
 * Degrees by which names are turned that just miss their bands: each is read then, where every second one would be left
 * out. Numbers stay: one knows those that are left out. `isCut`: names of wide bands are cut instead.
 */
export function labelRotation(
  texts: readonly string[],
  { width, height, isCut }: { width: number; height: number; isCut: boolean },
): 0 | 45 {
  const longest = widest(texts);
  const isTurned =
    longest + 4 > width &&
    width >= ROTATION.least &&
    !(isCut && isNamedEach(longest + 4, width)) &&
    rotatedHeight(longest) <= height * ROTATION.share &&
    !texts.every((text) => NUMBER.test(text));
  return isTurned ? 45 : 0;
}

/** Of names that are so long, beyond one line. */
export const rotatedHeight = (longest: number) => longest * Math.SQRT1_2;

/** One of so many labels, in the middle of those it stands for: the first and the last are no half at the edge. */
export function everyNthLabel(
  step: number,
  count: number,
  half = Math.floor(step / 2),
): number | ((index: number) => boolean) {
  return half === 0 ? step - 1 : (index) => index % step === half && index < count - half;
}
