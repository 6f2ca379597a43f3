import { smallestStep } from "../time-ticks.ts";
import { amount, counted } from "../warned.ts";
import type { Frame } from "./frame.ts";
import type { Plan } from "./plan.ts";

/** Bars side by side that are thinner than this, pixels, are a comb in which nobody finds a bar. */
const LEAST_BAR = 3;
/** What stands beside them: axis labels, pixels. */
const MARGINS = 60;
/** Of a bar its gap, and of a group of bars the part that is bars, as `marks` draws dense ones. */
const GAP = 1.08;
const FILLED = 0.84;

/**
 * Groups of bars zoom where they have no room side by side, from the latest of a time and from the first of others.
 * Those that are sampled are left as they are, and those that the author has zoom anyway begin with everything.
 */
export function withRoom(plan: Plan): Plan {
  const { kind, form, frame, density } = plan;
  const sideBySide = plan.stack === "none" ? plan.series.length : new Set(plan.series.map((one) => one.stackName)).size;
  const isOther = kind.mark !== "bar" || sideBySide < 2 || density !== "full";
  if (isOther || form.zoomable || frame.sampledFrom !== undefined) return plan;
  const length = (plan.isHorizontal ? plan.height : plan.width) - MARGINS;
  const most = Math.max(1, Math.floor((length * FILLED) / (sideBySide * LEAST_BAR * GAP)));
  const all = frame.x.length;
  const count = Math.floor(((most - 1) * (all - 1)) / (stepsOf(frame) - 1)) + 1;
  if (!(count < all)) return plan;
  const isAtEnd = frame.xKind !== "category" && Number(frame.x[0]) < Number(frame.x.at(-1));
  const shownFirst = isAtEnd ? ([all - count, all - 1] as const) : ([0, count - 1] as const);
  return { ...plan, form: { ...form, zoomable: true }, shownFirst };
}

/** Groups that an axis has room for: one for each step, also where there are no values. */
function stepsOf({ xKind, x }: Frame): number {
  const step = xKind === "category" ? 0 : smallestStep(x.map(Number));
  return step > 0 ? Math.abs(Number(x.at(-1)) - Number(x[0])) / step + 1 : x.length;
}

/** Which axis zooms, and where it begins and ends so that it shows the groups whole: the rest of it comes with the slider. */
export function zoomed(plan: Plan): Record<string, number> {
  return { [plan.isHorizontal ? "yAxisIndex" : "xAxisIndex"]: 0, ...shownEnds(plan) };
}

function shownEnds({ shownFirst, frame }: Plan): { startValue?: number; endValue?: number } {
  if (!shownFirst) return {};
  const [startValue = 0, endValue = 0] = shownFirst.map((at) =>
    frame.xKind === "category" ? at : Number(frame.x[at]),
  );
  const half = frame.xKind === "category" ? 0 : smallestStep(frame.x.map(Number)) / 2;
  return { startValue: Math.min(startValue, endValue) - half, endValue: Math.max(startValue, endValue) + half };
}

/** What is said where the others are behind the slider. */
export function narrowBarsText({ shownFirst: shown, frame }: Plan): string | undefined {
  if (!shown) return undefined;
  const some = `${counted(shown[1] - shown[0] + 1)} of ${amount(frame.x.length, "group")}`;
  return `${some} of bars fit: the slider leads to the others`;
}
