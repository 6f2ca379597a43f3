import { smallestStep } from "../axes/time-ticks.ts";
import { formatCount, pluralize } from "../warning.ts";
import type { Frame } from "./frame.ts";
import type { Plan } from "./plan.ts";

/** What a bar takes that is 3 pixels wide, with its gap and its part of that between groups: thinner ones are a comb. */
const LEAST = 3.86;
/** Where fewer times fit, bars begin with all of them, however thin: the course says more than its last moment. */
const FEWEST = 6;
/** What stands beside bars: axis labels, pixels. */
const MARGINS = 60;

/**
 * Groups of bars zoom where they have no room side by side, from the latest of a time and from the first of others.
 * Those that are sampled are left as they are, and those that the author has zoom anyway begin with everything.
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

/** Groups that an axis has room for: one for each step, also where there are no values. */
function stepsOf({ xKind, x }: Frame): number {
  const step = xKind === "category" ? 0 : smallestStep(x.map(Number));
  return step > 0 ? Math.abs(Number(x.at(-1)) - Number(x[0])) / step + 1 : x.length;
}

/** Which axis zooms, and where it begins and ends so that it shows the groups whole: the rest of it comes with the slider. */
export function initialZoom({ isHorizontal, shownFirst, frame: { xKind, x } }: Plan): Record<string, number> {
  const axis = { [isHorizontal ? "yAxisIndex" : "xAxisIndex"]: 0 };
  if (!shownFirst) return axis;
  const isNamed = xKind === "category";
  const ends = shownFirst.map((at) => (isNamed ? at : Number(x[at])));
  const half = isNamed ? 0 : smallestStep(x.map(Number)) / 2;
  return { ...axis, startValue: Math.min(...ends) - half, endValue: Math.max(...ends) + half };
}

/** What is said where the others are behind the slider. */
export function narrowBarsText({ shownFirst: shown, frame }: Plan): string | undefined {
  if (!shown) return undefined;
  const some = `${formatCount(shown[1] - shown[0] + 1)} of ${pluralize(frame.x.length, "group")}`;
  return `${some} of bars fit: the slider leads to the others`;
}
