import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { axisText } from "../echart/base-option.ts";
import { tickFormatter } from "../format/plain-number.ts";
import { ellipsis, textWidth, widest, wrapLines } from "../text-width.ts";
import type { NiceScale } from "./nice-scale.ts";

type Option = Record<string, unknown>;

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
  texts: readonly string[];
  width: number;
  layout: TickLayout;
}

export function bandLabelHeight({ texts, layout }: Pick<Band, "texts" | "layout">, most: number): number {
  const LINE = 16;
  if (layout === "staggered") return 2 * LINE;
  const angle = layout === "45°" ? Math.PI / 4 : layout === "90°" ? Math.PI / 2 : 0;
  return angle === 0 ? LINE : Math.min(most, widest(texts)) * Math.sin(angle) + LINE / 2;
}

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

const HIDE_OVERLAP: Option = { interval: "auto", hideOverlap: true };

const MAX_OVERHANG = 6;

/** Left-aligns the first label of narrow bands; centered, it would touch the labels of the other axis. */
export function alignFirstLabel({ hideOverlap }: Option, { first, width }: { first: string; width: number }): Option {
  return hideOverlap && textWidth(first) > width + 2 * MAX_OVERHANG ? { alignMinLabel: "left" } : {};
}

/**
 * Band widths in pixels: from `sure`, each label is cut to its band; from `least`, only long labels; narrower bands get
 * one label per `shared` pixels.
 */
const ROOM = { sure: 44, least: 28, shared: 72 };

const isNamedEach = (needed: number, width: number) =>
  width >= ROOM.sure || (width >= ROOM.least && needed > 2 * width);

const LEAST_LETTERS = 6;

const isReadableIn = (width: number) => (text: string) => {
  const cut = ellipsis(text, width);
  return cut === text || cut.length > LEAST_LETTERS;
};

export const areReadable = (texts: readonly string[], width: number) => texts.every(isReadableIn(width - 6));

/** `isReadable`: whether names cut to a band can be read; otherwise, fewer names share the space. */
export function fitLabels(
  needed: number,
  { width, count, isReadable = true }: { width: number; count: number; isReadable?: boolean },
): Option {
  if (isReadable && isNamedEach(needed, width)) return { width: width - 6, overflow: "truncate", interval: 0 };
  if (needed <= ROOM.shared) return { interval: fromFirst(needed + 6, width), hideOverlap: true };
  const step = Math.min(count, Math.ceil(ROOM.shared / width));
  return {
    width: step * width - 6,
    overflow: "truncate",
    interval: everyNthLabel(step, count, Math.floor((step - 1) / 2)),
  };
}

/** With the first name, from which the next is further away, as it may be left-aligned. */
function fromFirst(needed: number, width: number): number | ((index: number) => boolean) {
  const [second, step] = [Math.ceil((needed * 1.5) / width), Math.ceil(needed / width)];
  return second === step ? step - 1 : (index) => index === 0 || (index >= second && (index - second) % step === 0);
}

const NAME_LINE = 14;
const MOST_LINES = 3;

/** A name beside its band, on as many lines as the band has room for. */
export function nameLines(name: string, { width, band, size }: { width: number; band: number; size: number }): string {
  const most = Math.min(MOST_LINES, Math.floor(band / NAME_LINE));
  const lines = most > 1 ? wrapLines(name, width, most, size) : [];
  return lines.length > 0 ? lines.join("\n") : ellipsis(name, width, size);
}

/** Pixels between rotated labels, and their maximum share of the chart height: whole, and cut. */
const ROTATION = { least: 15, upright: 11.5, share: 0.22, cutShare: 0.34, leastLength: 60 };
const NUMBER = /^[\d.,\s$€-]*\d/;

interface RotationSpace {
  width: number;
  height: number;
  /** Names of wide bands are cut, and rotated only if the cut would be unreadable. */
  isCut: boolean;
}

/**
 * Degrees to rotate names that miss their band, so that all are readable. Numbers aren't rotated: readers can infer
 * the hidden ones.
 */
export function labelRotation(texts: readonly string[], { width, height, isCut }: RotationSpace): 0 | 45 | 90 {
  const longest = widest(texts);
  if (longest + 4 <= width || width < ROTATION.upright || areNumbers(texts)) return 0;
  if (width < ROTATION.least) return longest <= height * ROTATION.share ? 90 : 0;
  if (isCut && isNamedEach(longest + 4, width))
    return !areReadable(texts, width) && rotatedLength(texts, height) >= ROTATION.leastLength ? 45 : 0;
  return rotatedHeight(longest) <= height * ROTATION.share ? 45 : 0;
}

export const areNumbers = (texts: readonly string[]) => texts.every((text) => NUMBER.test(text));

export const rotatedLength = (texts: readonly string[], height: number) =>
  Math.min(widest(texts), (height * ROTATION.cutShare) / Math.SQRT1_2);

const HALF_LINE = 8;

/** Cuts a rotated name where it would leave the chart. `at`: pixels from the chart's left to its bar. */
export const cutRotated = (name: string, { length, at }: { length: number; at: number }) =>
  ellipsis(name, Math.min(length, (at - HALF_LINE) / Math.SQRT1_2));

export const rotatedHeight = (longest: number, degrees = 45) => longest * Math.sin((degrees * Math.PI) / 180);

/** Centered in its group so that the first and last label aren't cut at the edge. */
export function everyNthLabel(
  step: number,
  count: number,
  half = Math.floor(step / 2),
): number | ((index: number) => boolean) {
  return half === 0 ? step - 1 : (index) => index % step === half && index < count - half;
}
