import { textWidth, widest } from "../../chart-kit/text-width.ts";

export interface Dial {
  x: number;
  y: number;
  radius: number;
  band: number;
}

export interface Listing {
  x: number;
  y: number;
  width: number;
  line: number;
  font: number;
}

export interface GaugeLayout {
  dial: Dial;
  listing?: Listing;
}

const EDGE = 4;
const FONT = 12;
const LINE = 5 / 3;
const GAP = 24;

interface ScaleInput {
  width: number;
  height: number;
  /** Start and end angle in ECharts' degrees. */
  angles: readonly [number, number];
  lines: readonly string[];
  hasValue: boolean;
  isRound: boolean;
  hasName: boolean;
}

export function layoutOf(input: ScaleInput): GaugeLayout {
  const { width, height, lines } = input;
  if (lines.length === 0) return { dial: dialIn({ ...input, left: 0, top: 0 }) };
  const font = Math.max(FONT, Math.min(FONT * 1.5, Math.min(width, height) * 0.024));
  const wantedWidth = widest(lines, font, true) + font * 2.8;
  const listWidth = Math.min(wantedWidth, width * 0.5);
  const listHeight = lines.length * font * LINE;
  if (width - listWidth - GAP >= height - listHeight - 12) {
    const line = Math.min(font * LINE, height / lines.length);
    const dial = dialIn({ ...input, width: width - listWidth - GAP, left: 0, top: 0 });
    const x = Math.min(width - listWidth - EDGE, dial.x + dial.radius + GAP);
    return { dial, listing: { x, y: (height - line * lines.length) / 2, width: listWidth, line, font } };
  }
  const dial = dialIn({ ...input, height: height - listHeight - 12, left: 0, top: 0 });
  const below = Math.min(wantedWidth, width - 2 * EDGE);
  return { dial, listing: { x: (width - below) / 2, y: height - listHeight, width: below, line: font * LINE, font } };
}

function dialIn(input: ScaleInput & { left: number; top: number }): Dial {
  const { width, height, angles, left, top, hasValue, hasName } = input;
  const box = extentOf(angles, hasValue ? valueAt(angles, hasName) + 0.17 : 0.12);
  if (input.isRound) box.bottom += 0.06;
  const radius = Math.max(
    8,
    Math.min((width - 2 * EDGE) / (box.right - box.left), (height - 2 * EDGE) / (box.bottom - box.top)),
  );
  return {
    x: left + width / 2 - ((box.right + box.left) / 2) * radius,
    y: top + height / 2 - ((box.bottom + box.top) / 2) * radius,
    radius,
    band: Math.max(4, Math.min(56, radius > 200 ? 26 + (radius - 200) * 0.1 : Math.min(26, radius * 0.13))),
  };
}

export function valueAt(angles: readonly [number, number], hasName: boolean): number {
  const isHalf = Math.max(...angles.map((angle) => -Math.sin((angle * Math.PI) / 180))) < 0.1;
  return isHalf && !hasName ? 0.26 : 0.45;
}

/** Bounding box of a unit arc and its hub; y points down; `below` reserves space for text. */
function extentOf([from, to]: readonly [number, number], below: number) {
  const box = { left: -0.12, right: 0.12, top: -0.12, bottom: below };
  const steps = 72;
  for (let i = 0; i <= steps; i++) {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle), -Math.sin(angle)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

export function labelStep(dial: Dial, labels: readonly string[], size: { font: number; degrees: number }): number {
  const arc = ((dial.radius - dial.band - size.font - 8) * Math.abs(size.degrees) * Math.PI) / 180;
  const needed = Math.max(size.font * 1.6, ...labels.map((label) => textWidth(label, size.font) + 8));
  const room = arc / Math.max(1, labels.length - 1);
  const least = Math.max(1, Math.ceil(needed / Math.max(1, room)));
  const splits = labels.length - 1;
  for (let step = least; step < splits; step++) if (splits % step === 0) return step;
  return Math.max(least, splits);
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const ROUNDEST = [1, 2, 5];

export interface Cut {
  min: number;
  max: number;
  splits: number;
}

export function roundScale(low: number, high: number, splits: number): Cut {
  for (const step of stepsNear((high - low) / splits, ROUND)) {
    const below = Math.ceil(-low / step - 1e-9);
    const above = Math.ceil(high / step - 1e-9);
    if (below + above > splits) continue;
    const first = high > 0 ? below : splits;
    return { min: times(-first, step), max: times(splits - first, step), splits };
  }
  return { min: low, max: high, splits };
}

const MIN_SPLITS = 5;
const MAX_SPLITS = 12;

interface ScaleRequest {
  from: number;
  to: number;
  least: number;
  splits: number;
  isFree: boolean;
}

export function roundFrom({ from, to, least, splits, isFree }: ScaleRequest): Cut {
  const far = Math.sign(to - from);
  const length = Math.abs(to - from);
  const steps = stepsNear(length / splits, ROUND);
  const cuts = isFree
    ? steps.map((step) => ({ step, count: Math.ceil(length / step - 1e-9) })).filter(({ step }) => isWhole(from / step))
    : steps.filter((step) => step * splits >= Math.abs(least - from)).map((step) => ({ step, count: splits }));
  const fits = cuts.filter(({ count }) => !isFree || (count >= MIN_SPLITS && count <= MAX_SPLITS));
  const [best] = fits.sort((a, b) => Math.abs(a.count * a.step - length) - Math.abs(b.count * b.step - length));
  if (!best) return isFree ? roundFrom({ from, to, least, splits, isFree: false }) : ordered(from, to, splits);
  return ordered(from, times(1, from + far * best.step * best.count), best.count);
}

const ordered = (a: number, b: number, splits: number): Cut => ({ min: Math.min(a, b), max: Math.max(a, b), splits });

/** Adjusts the number of parts to get round steps: 0 to 70 is split into seven, not ten. */
export function roundCut({ min, max, splits }: Cut): Cut {
  const length = max - min;
  const counts = Array.from({ length: MAX_SPLITS - MIN_SPLITS + 1 }, (_, i) => MIN_SPLITS + i);
  const isRound = (count: number) => {
    const step = Number((length / count).toPrecision(12));
    const part = step / 10 ** Math.floor(Math.log10(step) + 1e-12);
    return ROUNDEST.some((round) => Math.abs(part - round) < 1e-9) && isWhole(min / step);
  };
  const near = counts.filter(isRound).sort((a, b) => Math.abs(a - splits) - Math.abs(b - splits));
  return { min, max, splits: near[0] ?? splits };
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9;

function stepsNear(length: number, parts: readonly number[]): number[] {
  const power = 10 ** Math.floor(Math.log10(length));
  return [0.1, 1, 10, 100]
    .flatMap((scale) => parts.map((part) => times(part, scale * power)))
    .filter((step) => step >= power);
}

const times = (count: number, step: number) => Number((count * step).toPrecision(12)) + 0;
