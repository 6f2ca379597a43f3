import { PickedColor } from "../../model/map-values.ts";
import { colorAt } from "../colors/shade.ts";
import type { Rgba } from "./map-spec.ts";

export const colorControl = PickedColor.nullish().catch(null);

export const toRgba = ({ r, g, b, a }: PickedColor): Rgba => [r, g, b, Math.round((a ?? 1) * 255)];

/** Accepts `#RRGGBB`, `#RGB` or `rgb(…)`; gray for anything else. */
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

export function rampAt(ramp: readonly string[], share: number): string {
  const at = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0));
  const place = at * (ramp.length - 1);
  return Number.isInteger(place) ? (ramp[place] ?? "#868992") : colorAt(ramp, at);
}

/** 0 to 1. With equal ends: 1, or 0 for the value 0. */
export function shareOf(value: number, { low, high }: { low: number; high: number }): number {
  if (high > low) return (value - low) / (high - low);
  return value === 0 ? 0 : 1;
}

export const legendRamp = (ramp: readonly string[], ends: { low: number; high: number }): readonly string[] =>
  ends.high > ends.low ? ramp : [rampAt(ramp, shareOf(ends.low, ends))];

export const visiblePart = (ramp: readonly string[]): readonly string[] =>
  ramp.length > 6 ? ramp.slice(Math.ceil(ramp.length / 5)) : ramp;
