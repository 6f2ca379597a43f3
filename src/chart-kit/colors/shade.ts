export type Rgb = readonly [number, number, number];

const MEMO_LIMIT = 5000;

function memoize<T>(find: (hex: string) => T): (hex: string) => T {
  const known = new Map<string, T>();
  return (hex) => {
    const found = known.get(hex);
    if (found !== undefined) return found;
    const shade = find(hex);
    if (known.size >= MEMO_LIMIT) known.clear();
    known.set(hex, shade);
    return shade;
  };
}

const toRgb = memoize((hex): Rgb => {
  const digits = hex.replace("#", "");
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
});

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

const STEPS_OF = new WeakMap<readonly string[], readonly Rgb[]>();
const NONE: Rgb = [0, 0, 0];

function stepsOf(ramp: readonly string[]): readonly Rgb[] {
  const steps = STEPS_OF.get(ramp) ?? ramp.map(toRgb);
  STEPS_OF.set(ramp, steps);
  return steps;
}

/** `share` is 0 to 1. The ramp must not change afterwards: it is cached. */
export function colorAt(ramp: readonly string[], share: number): string {
  return toHex(rgbAt(ramp, share));
}

export function rgbAt(ramp: readonly string[], share: number): Rgb {
  const steps = stepsOf(ramp);
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  return mixed(steps[Math.floor(place)] ?? NONE, steps[Math.ceil(place)] ?? NONE, place - Math.floor(place));
}

function mixed(from: Rgb, to: Rgb, part: number): Rgb {
  const between = (a: number, b: number) => Math.round(a + (b - a) * part);
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}

const luminance = memoize((hex) => {
  const [r, g, b] = toRgb(hex).map((part) => {
    const channel = part / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
});

const INK = "#1A1C22";
const WHITE = "#FFFFFF";
const BLACK = "#000000";
const READABLE = 4.5;

/** As in WCAG 2: from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export function textOn(color: string): string {
  const better = contrast(color, INK) >= contrast(color, WHITE) ? INK : WHITE;
  return contrast(color, better) >= READABLE ? better : BLACK;
}

/** Adjusts a text color as little as possible to reach contrast 4.5 (`isLarge`: 3). */
export function readableOn(color: string, ground: string, isLarge = false): string {
  const end = contrast(ground, WHITE) > contrast(ground, INK) ? WHITE : INK;
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((share) => blend(color, end, share));
  return steps.find((step) => contrast(step, ground) >= (isLarge ? 3 : READABLE)) ?? end;
}

const VISIBLE = 3.8;
const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

export function visibleOn(color: string, ground: string): string {
  if (!HEX.test(color) || contrast(ground, WHITE) < contrast(ground, INK)) return color;
  for (let share = 0; share < 0.6; share += 0.04) {
    const lighter = blend(color, WHITE, share);
    if (contrast(lighter, ground) >= VISIBLE) return share === 0 ? color : lighter;
  }
  return blend(color, WHITE, 0.6);
}

export function blend(color: string, other: string, share: number): string {
  return toHex(mixed(toRgb(color), toRgb(other), share));
}
