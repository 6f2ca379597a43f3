import { PickedColor } from "../../model/map-values.ts";
import { colorAt } from "../colors/shade.ts";
import type { Rgba } from "./map-spec.ts";

export const colorControl = PickedColor.nullish().catch(null);

export const toRgba = ({ r, g, b, a }: PickedColor): Rgba => [r, g, b, Math.round((a ?? 1) * 255)];

/** `#RRGGBB`, `#RGB` or `rgb(…)` to numbers; grey when it is none of them. */
export function rgbaOf(css: string, alpha = 1): Rgba {
  const opacity = Math.round(alpha * 255);
  const hex = /^#([0-9a-f]{6})/i.exec(css)?.[1] ?? /^#([0-9a-f]{3})$/i.exec(css)?.[1]?.replace(/./g, "$&$&");
  if (hex) {
    const number = Number.parseInt(hex, 16);
    return [number >> 16, (number >> 8) & 255, number & 255, opacity];
  }
  const [r, g, b] = (/^rgba?\(([^)]*)\)/.exec(css)?.[1] ?? "").split(",").map(Number);
  return r === undefined || g === undefined || b === undefined ? [134, 137, 146, opacity] : [r, g, b, opacity];
}

export const cssOf = ([r, g, b, a]: Rgba): string => `rgba(${r},${g},${b},${Math.round((a / 255) * 100) / 100})`;

/** The color at a share of a ramp, 0 to 1: one of its colors, or a mix of two neighbors. */
export function rampAt(ramp: readonly string[], share: number): string {
  const at = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0));
  const place = at * (ramp.length - 1);
  return Number.isInteger(place) ? (ramp[place] ?? "#868992") : colorAt(ramp, at);
}

/** Where a value lies between the ends of a scale. Of a single one the colour is the last, and the first where it is 0. */
export function shareOf(value: number, { low, high }: { low: number; high: number }): number {
  if (high > low) return (value - low) / (high - low);
  return value === 0 ? 0 : 1;
}

/** The colours that a legend shows: of a single value its own. */
export const legendRamp = (ramp: readonly string[], ends: { low: number; high: number }): readonly string[] =>
  ends.high > ends.low ? ramp : [rampAt(ramp, shareOf(ends.low, ends))];

/**
 * The part of a ramp that stands out from the map: its faint end is the ground's own lightness, and a mark of it would
 * not be seen.
 */
export const visiblePart = (ramp: readonly string[]): readonly string[] =>
  ramp.length > 6 ? ramp.slice(Math.ceil(ramp.length / 5)) : ramp;
