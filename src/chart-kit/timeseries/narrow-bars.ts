import { t } from "../../i18n/translate.ts";
import { smallestStep } from "../axes/time-ticks.ts";
import type { Frame } from "./frame.ts";
import type { Plan } from "./plan.ts";

/** Pixels per bar of at least 3 px, including gaps. */
const LEAST = 3.86;
/** Below this many visible periods, bars start fully zoomed out: the trend matters more. */
const FEWEST = 6;
const MARGINS = 60;

/**
 * Grouped bars that don't fit start zoomed in: at the end of a time axis, at the start of others. Skips downsampled
 * charts; charts with a zoom slider start zoomed out.
 */
export function withInitialZoom(plan: Plan): Plan {
  const { kind, form, frame, density } = plan;
  const sideBySide = plan.stack === "none" ? plan.series.length : new Set(plan.series.map((one) => one.stackName)).size;
  const isOther = kind.mark !== "bar" || sideBySide < 2 || density !== "full";
  if (isOther || form.zoomable || frame.sampledFrom !== undefined) return plan;
  const length = (plan.isHorizontal ? plan.height : plan.width) - MARGINS;
  const most = Math.max(1, Math.floor(length / (sideBySide * LEAST)));
  const all = frame.x.length;
  const count = Math.floor(((most - 1) * (all - 1)) / (stepsOf(frame) - 1)) + 1;
  if (!(count < all)) return plan;
  const zooming = { ...plan, form: { ...form, zoomable: true } };
  return count < FEWEST && frame.xKind !== "category" ? zooming : { ...zooming, shownFirst: firstView(frame, count) };
}

function firstView({ xKind, x }: Frame, count: number): readonly [number, number] {
  const isAtEnd = xKind !== "category" && Number(x[0]) < Number(x.at(-1));
  return isAtEnd ? [x.length - count, x.length - 1] : [0, count - 1];
}

function stepsOf({ xKind, x }: Frame): number {
  const step = xKind === "category" ? 0 : smallestStep(x.map(Number));
  return step > 0 ? Math.abs(Number(x.at(-1)) - Number(x[0])) / step + 1 : x.length;
}

export function initialZoom({ isHorizontal, shownFirst, frame: { xKind, x } }: Plan): Record<string, number> {
  const axis = { [isHorizontal ? "yAxisIndex" : "xAxisIndex"]: 0 };
  if (!shownFirst) return axis;
  const isNamed = xKind === "category";
  const ends = shownFirst.map((at) => (isNamed ? at : Number(x[at])));
  const half = isNamed ? 0 : smallestStep(x.map(Number)) / 2;
  return { ...axis, startValue: Math.min(...ends) - half, endValue: Math.max(...ends) + half };
}

export function narrowBarsText({ shownFirst: shown, frame }: Plan): string | undefined {
  if (!shown) return undefined;
  return t(
    "Showing {count, number} of {total, plural, one {# bar group} other {# bar groups}}. Use the slider to see more",
    { count: shown[1] - shown[0] + 1, total: frame.x.length },
  );
}
