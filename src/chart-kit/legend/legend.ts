import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { ellipsis, textWidth, widest } from "../text-width.ts";

export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface LegendSettings {
  legendType: "scroll" | "plain";
  legendOrientation: "top" | "bottom" | "left" | "right";
  legendMargin?: number | null;
  legendSort?: "asc" | "desc" | null;
  /** Chart width in pixels. Names wider than half a legend page are cut. */
  width: number;
  height: number;
}

const LINE = 16;
const WIDEST = 180;
const PAGER = 46;
const DOT = 13;
const GAP = 14;
const LINE_GAP = 8;
const MOST_SHARE = 0.3;

export function legendOption(
  names: readonly string[],
  form: LegendSettings,
  theme: ChartTheme,
): Record<string, unknown> {
  const isVertical = form.legendOrientation === "left" || form.legendOrientation === "right";
  const room = isVertical ? WIDEST - 24 : nameRoom(form.width - (hasSelector(names, form) ? SELECTOR + GAP : 0), names);
  return {
    type: isWhole(names, form) ? "plain" : "scroll",
    data: sortedNames(names, form.legendSort),
    orient: isVertical ? "vertical" : "horizontal",
    ...placeOf(form.legendOrientation),
    icon: "circle",
    itemWidth: 8,
    itemHeight: 8,
    itemGap: isVertical ? LINE_GAP : GAP,
    padding: [1, 0, 3, 0],
    pageIconSize: 10,
    pageButtonItemGap: 5,
    pageIconColor: theme.textSecondary,
    pageIconInactiveColor: theme.textQuaternary,
    pageTextStyle: { color: theme.textTertiary, fontSize: 11 },
    inactiveColor: theme.textQuaternary,
    textStyle: {
      color: theme.textSecondary,
      fontSize: 11,
      lineHeight: 16,
      fontFamily: theme.fontFamily,
    },
    // Uniform dots, whatever the marks look like.
    itemStyle: { borderWidth: 0, opacity: 1 },
    lineStyle: { width: 0 },
    formatter: (name: string) => ellipsis(name, room),
    // Full name of a cut label.
    tooltip: { show: widest(names) > room },
    ...selectorOf(names, form, theme),
  };
}

export const hiddenNamesText = (count: number) => t("+ {count, number} more", { count });

const MANY = 6;
const ROOMY = 480;
const SELECTOR = 80;

function selectorOf(names: readonly string[], form: LegendSettings, theme: ChartTheme): Record<string, unknown> {
  if (!hasSelector(names, form)) return { selector: false };
  return {
    selector: [
      { type: "all", title: t("All") },
      { type: "inverse", title: t("Invert") },
    ],
    selectorPosition: "end",
    selectorButtonGap: 10,
    selectorItemGap: 4,
    selectorLabel: {
      color: theme.textTertiary,
      fontSize: 11,
      fontFamily: theme.fontFamily,
      padding: [1, 5],
      borderColor: theme.border,
      borderRadius: 4,
    },
    emphasis: { selectorLabel: { color: theme.text, backgroundColor: theme.split } },
  };
}

function hasSelector(names: readonly string[], { width, legendOrientation: side }: LegendSettings): boolean {
  const isVertical = side === "left" || side === "right";
  return names.length >= MANY && width >= ROOMY && (!isVertical || widest(names) > SELECTOR);
}

function nameRoom(width: number, names: readonly string[]): number {
  const whole = names.reduce((sum, name) => sum + DOT + widest([name]) + GAP, -GAP);
  if (whole <= width) return width;
  const page = width - PAGER - textWidth(hiddenNamesText(names.length));
  return names.length > 1 ? Math.max(64, page / 2 - 24) : page;
}

export function legendMargins(names: readonly string[], form: LegendSettings): Margins {
  const none: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  const side = form.legendOrientation;
  const isVertical = side === "left" || side === "right";
  const lines = isWhole(names, form) ? heightOfLines(linesOf(names, form)) : LINE;
  const needed = isVertical ? Math.min(WIDEST, widest(names) + 32) : lines + 8;
  return { ...none, [side]: form.legendMargin ?? needed };
}

function isWhole(names: readonly string[], form: LegendSettings): boolean {
  if (form.legendType !== "plain") return false;
  const { legendOrientation: side, height } = form;
  if (side === "left" || side === "right") return names.length * (LINE + LINE_GAP) <= height - LINE;
  return heightOfLines(linesOf(names, form)) <= Math.max(LINE, height * MOST_SHARE);
}

const heightOfLines = (lines: number) => lines * LINE + (lines - 1) * GAP;

function linesOf(names: readonly string[], form: LegendSettings): number {
  const room = form.width - (hasSelector(names, form) ? SELECTOR + GAP : 0);
  let [lines, used] = [1, 0];
  for (const name of sortedNames(names, form.legendSort)) {
    const width = DOT + Math.min(room, widest([name]));
    if (used > 0 && used + GAP + width > room) [lines, used] = [lines + 1, 0];
    used += (used > 0 ? GAP : 0) + width;
  }
  return lines;
}

function placeOf(side: LegendSettings["legendOrientation"]): Record<string, unknown> {
  if (side === "left") return { left: 0, top: "middle" };
  if (side === "right") return { right: 0, top: "middle" };
  return side === "bottom" ? { bottom: 0, left: "center" } : { top: 0, left: 0 };
}

function sortedNames(names: readonly string[], sort: LegendSettings["legendSort"]): string[] {
  const list = [...names];
  if (!sort) return list;
  const sign = sort === "asc" ? 1 : -1;
  return list.sort((a, b) => sign * a.localeCompare(b, "en", { numeric: true }));
}
