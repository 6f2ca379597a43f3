import { textWidth } from "../text-width.ts";
import type { Trend } from "./spark.ts";

export interface FigureChange {
  direction: "up" | "down" | "same";
  text: string;
  base: string;
  tone?: "good" | "bad";
}

export interface FigureProps {
  text: string;
  isMissing: boolean;
  color?: string;
  background?: string;
  metricName?: string;
  subtitle?: string;
  note?: string;
  change?: FigureChange;
  trend?: Trend;
  header: number;
  sub: number;
  subtitleSize: number;
  nameSize: number;
}

export interface FigureBox {
  width: number;
  height: number;
  header: number;
  sub: number;
  text: string;
  lines: number;
  hasSpark: boolean;
}

export interface FigureSizes {
  value: number;
  sub: number;
  spark: "none" | "right" | "below";
  sparkWidth: number;
  sparkHeight: number;
}

const SMALLEST_VALUE = 16;
const PLAIN_VALUE = 28;
const TEXT_SIZE = 12;

/**
 * The figure takes its share of the height but grows slower than the box: above 28 px by a tenth of the height, scaled
 * by the share. It shrinks until its text fits beside the trend line.
 */
export function figureSizes(box: FigureBox): FigureSizes {
  const sub = subSize(box);
  const preferred = valueSize(box, sub * 1.34 * box.lines);
  const place = sparkPlace(box);
  const sparkWidth = place === "right" ? sparkWidthOf(box.width) : box.width;
  const room = place === "right" ? box.width - sparkWidth - 16 : box.width;
  const value = Math.max(SMALLEST_VALUE, Math.min(preferred, Math.floor(room / textWidth(box.text, 1))));
  const textHeight = value * 1.15 + box.lines * sub * 1.34;
  const sparkHeight = place === "right" ? Math.min(40, box.height - 8) : Math.max(0, box.height - textHeight - 16);
  return { value, sub, spark: place, sparkWidth, sparkHeight: Math.min(sparkHeight, box.height * 0.6) };
}

function valueSize({ height, header }: FigureBox, linesHeight: number): number {
  const smallest = Math.min(PLAIN_VALUE, Math.max(SMALLEST_VALUE, (height - linesHeight) / 1.15));
  const preferred = Math.min(header * height, PLAIN_VALUE + height * 0.1 * (header / 0.4));
  return Math.round(Math.max(smallest, preferred));
}

export function subSize({ height, sub }: Pick<FigureBox, "height" | "sub">): number {
  const cap = TEXT_SIZE + (sub >= 0.3 ? 6 : sub >= 0.2 ? 3 : 0) + (height > 260 ? 2 : 0) + textScale(height);
  return Math.round(Math.max(TEXT_SIZE, Math.min(sub * height, cap)));
}

function textScale(height: number): number {
  return Math.max(0, Math.min(10, (height - 400) * 0.02));
}

/** By the box alone, so that figures of one size look alike. Only a text that can't shrink enough replaces the line. */
function sparkPlace({ width, height, text, hasSpark }: FigureBox) {
  if (!hasSpark || width < 120) return "none";
  if (height >= 128) return "below";
  const isWide = width >= LEAST_BESIDE && textWidth(text, SMALLEST_VALUE) <= width - sparkWidthOf(width) - 16;
  return isWide ? "right" : "none";
}

const LEAST_BESIDE = 200;
const sparkWidthOf = (width: number) => Math.min(150, Math.round(width * 0.36));
