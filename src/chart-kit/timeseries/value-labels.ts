import type { Layout, Plan, PlannedSeries } from "./plan.ts";
import { totalsOf } from "./stack.ts";

type Option = Record<string, unknown>;

/** Values written on marks: each mark's own, or only the totals of stacks. */
export function valueLabel(plan: Plan, layout: Layout, series: PlannedSeries, index: number): Option {
  const { form, theme } = plan;
  const isShown = form.show_value && (plan.density === "full" || plan.density === "compact") && plan.stack !== "stream";
  if (!isShown || layout.plotWidth < 40) return { show: false };
  const isStacked = series.stackName !== undefined;
  const isTotal = isStacked && form.only_total && plan.stack === "stack";
  const text = isTotal ? totalText(plan, series, index) : ownText(plan, series);
  const isInside = isStacked && !isTotal && plan.kind.mark === "bar";
  return {
    show: true,
    position: isInside ? "inside" : plan.isHorizontal ? "right" : "top",
    distance: plan.isHorizontal ? 6 : 4,
    color: isInside ? "#FFFFFF" : theme.textSecondary,
    ...(isInside ? { textBorderColor: series.color, textBorderWidth: 2 } : {}),
    fontSize: 11,
    fontFamily: theme.fontFamily,
    rich: { selected: { color: theme.text, fontWeight: 600, fontSize: 11 } },
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const label = text(dataIndex);
      return label && plan.selectedPoints?.[dataIndex] ? `{selected|${label}}` : label;
    },
  };
}

function ownText(plan: Plan, series: PlannedSeries): (index: number) => string {
  const least = plan.form.percentage_threshold;
  const totals = least > 0 && series.stackName !== undefined ? stackTotals(plan, series) : undefined;
  return (index) => {
    const value = series.drawn[index] ?? null;
    if (value === null) return "";
    const total = totals?.[index];
    return total && (Math.abs(value) / total) * 100 < least ? "" : plan.formats.short(value);
  };
}

/** The total stands on the topmost mark of its stack. */
function totalText(plan: Plan, series: PlannedSeries, index: number): (point: number) => string {
  const above = plan.series.slice(index + 1).filter((other) => other.stackName === series.stackName);
  const mates = stackMates(plan, series);
  return (point) => {
    const isTop =
      (series.drawn[point] ?? null) !== null && above.every((other) => (other.drawn[point] ?? null) === null);
    if (!isTop) return "";
    return plan.formats.short(mates.reduce((sum, mate) => sum + (mate.drawn[point] ?? 0), 0));
  };
}

function stackTotals(plan: Plan, series: PlannedSeries): number[] {
  const drawn = stackMates(plan, series).map((mate) => mate.drawn);
  return totalsOf(drawn, plan.frame.x.length);
}

function stackMates(plan: Plan, series: PlannedSeries): PlannedSeries[] {
  return plan.series.filter((other) => other.stackName === series.stackName);
}
