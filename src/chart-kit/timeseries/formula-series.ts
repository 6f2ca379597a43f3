import type { Plan } from "./plan.ts";

/** Series of the lines; they answer to no pointer and come after every mark. */
export function formulaSeries(plan: Plan): Record<string, unknown>[] {
  const { frame, isHorizontal, theme } = plan;
  return plan.formulas.map(({ name, values, style, showLabel }) => ({
    type: "line",
    name,
    silent: true,
    symbol: "none",
    z: 1,
    lineStyle: style,
    tooltip: { show: false },
    data: values.map((value, i) => {
      if (isHorizontal) return [value, frame.xKind === "category" ? i : frame.x[i]];
      return frame.xKind === "category" ? value : [frame.x[i], value];
    }),
    endLabel: {
      show: showLabel && name !== "",
      formatter: () => name,
      color: theme.textTertiary,
      fontSize: 11,
      align: "right",
      verticalAlign: "bottom",
      offset: [-8, -2],
    },
  }));
}
