import { t } from "../../i18n/translate.ts";
import { smallestStep } from "../axes/time-ticks.ts";
import type { Frame } from "./frame.ts";
import type { Plan } from "./plan.ts";
import type { TimeseriesForm } from "./schema.ts";

/** Pixels per bar with its gap, of bars with space around them and of bars that touch. */
const ROOMY = 3.86;
const THIN = 3;
const MARGINS = 60;

/** How bars side by side that don't fit are drawn, from the first that works. */
export type BarFit = "thin" | "stacked" | "zoomed";

/**
 * All periods and categories are shown first: as thinner bars, or stacked where the values add up. Others get a slider,
 * with whole groups of categories.
 */
export function withFittingBars(plan: Plan, planWith: (form: TimeseriesForm) => Plan): Plan {
  if (!areSideBySide(plan) || roomPerBar(plan) >= ROOMY) return plan;
  if (roomPerBar(plan) >= THIN) return { ...plan, barFit: "thin" };
  const stacked = canStack(plan) ? planWith({ ...plan.form, stack: "Stack" }) : undefined;
  if (stacked && (sideBySide(stacked) === 1 || roomPerBar(stacked) >= THIN)) return { ...stacked, barFit: "stacked" };
  return plan.density === "full" ? zoomed(plan) : { ...plan, barFit: "thin" };
}

function areSideBySide(plan: Plan): boolean {
  const { kind, form, frame, density } = plan;
  if (kind.mark !== "bar" || density === "figure" || form.zoomable || frame.sampledFrom !== undefined) return false;
  return sideBySide(plan) > 1;
}

function zoomed(plan: Plan): Plan {
  const all: Plan = { ...plan, form: { ...plan.form, zoomable: true }, barFit: "zoomed" };
  return plan.frame.xKind === "category" ? { ...all, shownFirst: [0, groupsThatFit(plan) - 1] } : all;
}

const sideBySide = ({ series }: Plan) => new Set(series.map(({ stackName, label }) => stackName ?? ` ${label}`)).size;

const lengthOf = (plan: Plan) => Math.max(1, (plan.isHorizontal ? plan.height : plan.width) - MARGINS);

const roomPerBar = (plan: Plan) => lengthOf(plan) / (stepsOf(plan.frame) * sideBySide(plan));

const groupsThatFit = (plan: Plan) => Math.max(1, Math.floor(lengthOf(plan) / (sideBySide(plan) * ROOMY)));

function canStack({ form, frame, stack, ...plan }: Plan): boolean {
  if (stack !== "none" || form.logAxis || form.show_extra_controls || frame.xKind === "value") return false;
  if (form.metrics.length !== 1 || form.contributionMode === "column" || form.rolling_type === "std") return false;
  return plan.isAdditive && (form.comparison_type === "values" || form.comparison_type === "difference");
}

function stepsOf({ xKind, x }: Frame): number {
  const step = xKind === "category" ? 0 : smallestStep(x.map(Number));
  return step > 0 ? Math.abs(Number(x.at(-1)) - Number(x[0])) / step + 1 : Math.max(1, x.length);
}

export function initialZoom({ isHorizontal, shownFirst }: Plan): Record<string, number> {
  const axis = { [isHorizontal ? "yAxisIndex" : "xAxisIndex"]: 0 };
  return shownFirst ? { ...axis, startValue: shownFirst[0], endValue: shownFirst[1] } : axis;
}

export function narrowBarsText({ barFit, shownFirst: shown, frame }: Plan): string | undefined {
  if (barFit !== "zoomed") return undefined;
  if (!shown) return t("The bars are too thin to tell apart. Use the slider to zoom in");
  return t(
    "Showing {count, number} of {total, plural, one {# bar group} other {# bar groups}}. Use the slider to see more",
    { count: shown[1] - shown[0] + 1, total: frame.x.length },
  );
}
