import { textWidth, widest } from "../../chart-kit/text-width.ts";

/** Where a dial stands in its box, pixels. */
export interface Dial {
  x: number;
  y: number;
  radius: number;
  /** Of the band. */
  band: number;
}

/** Where the names and values of several dials are listed. */
export interface Listing {
  x: number;
  y: number;
  width: number;
  line: number;
  font: number;
}

export interface Placed {
  dial: Dial;
  listing?: Listing;
}

const EDGE = 4;
const FONT = 12;
/** Of a line, in sizes of its font. */
const LINE = 5 / 3;
const GAP = 24;

interface Wanted {
  width: number;
  height: number;
  /** Degrees, as ECharts has them: from, to. */
  angles: readonly [number, number];
  /** Lines of the list beside the dial; none: the value stands inside it. */
  lines: readonly string[];
  /** True when a value stands below the hub. */
  hasValue: boolean;
  /** True when the ends of the band are round and reach beyond its angles. */
  isRound: boolean;
  /** True when a name stands between the hub and the value. */
  hasName: boolean;
}

/** The largest dial that fits, the list of values at its right or below it. */
export function layoutOf(wanted: Wanted): Placed {
  const { width, height, lines } = wanted;
  if (lines.length === 0) return { dial: dialIn({ ...wanted, left: 0, top: 0 }) };
  const font = Math.max(FONT, Math.min(FONT * 1.5, Math.min(width, height) * 0.024));
  const wantedWidth = widest(lines, font, true) + font * 2.8;
  const listWidth = Math.min(wantedWidth, width * 0.5);
  const listHeight = lines.length * font * LINE;
  if (width - listWidth - GAP >= height - listHeight - 12) {
    const line = Math.min(font * LINE, height / lines.length);
    const dial = dialIn({ ...wanted, width: width - listWidth - GAP, left: 0, top: 0 });
    const x = Math.min(width - listWidth - EDGE, dial.x + dial.radius + GAP);
    return { dial, listing: { x, y: (height - line * lines.length) / 2, width: listWidth, line, font } };
  }
  const dial = dialIn({ ...wanted, height: height - listHeight - 12, left: 0, top: 0 });
  const below = Math.min(wantedWidth, width - 2 * EDGE);
  return { dial, listing: { x: (width - below) / 2, y: height - listHeight, width: below, line: font * LINE, font } };
}

function dialIn(wanted: Wanted & { left: number; top: number }): Dial {
  const { width, height, angles, left, top, hasValue, hasName } = wanted;
  const box = extentOf(angles, hasValue ? valueAt(angles, hasName) + 0.17 : 0.12);
  if (wanted.isRound) box.bottom += 0.06;
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

/** How far below the hub the value stands, in radii: close to it where the arc ends at the hub's height. */
export function valueAt(angles: readonly [number, number], hasName: boolean): number {
  const isHalf = Math.max(...angles.map((angle) => -Math.sin((angle * Math.PI) / 180))) < 0.1;
  return isHalf && !hasName ? 0.26 : 0.45;
}

/** The box of a unit arc with its hub; y down; `below` is kept for text under the hub. */
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

/** How many scale labels to leave out after each so that none touch. */
export function labelStep(dial: Dial, labels: readonly string[], size: { font: number; degrees: number }): number {
  const arc = ((dial.radius - dial.band - size.font - 8) * Math.abs(size.degrees) * Math.PI) / 180;
  const needed = Math.max(size.font * 1.6, ...labels.map((label) => textWidth(label, size.font) + 8));
  const room = arc / Math.max(1, labels.length - 1);
  return Math.max(1, Math.ceil(needed / Math.max(1, room)));
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** Ends that so many equal steps of a round length lie between, zero at one of them. */
export function roundScale(low: number, high: number, splits: number): { min: number; max: number } {
  const power = 10 ** Math.floor(Math.log10((high - low) / splits));
  const steps = [1, 10, 100].flatMap((scale) => ROUND.map((part) => Number((part * scale * power).toPrecision(12))));
  for (const step of steps) {
    const below = Math.ceil(-low / step - 1e-9);
    const above = Math.ceil(high / step - 1e-9);
    if (below + above > splits) continue;
    const first = high > 0 ? below : splits;
    return { min: times(-first, step), max: times(splits - first, step) };
  }
  return { min: low, max: high };
}

const times = (count: number, step: number) => Number((count * step).toPrecision(12)) + 0;
