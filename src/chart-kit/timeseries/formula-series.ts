import type { Plan } from "./plan.ts";

type Option = Record<string, unknown>;

/** Above every mark and line. */
const NAMES_Z = 6;

/** Series of the lines and, above all marks, of their names; they answer to no pointer and come after every mark. */
export function formulaSeries(plan: Plan): Option[] {
  const lines = plan.formulas.map((formula): Option => ({ ...lineOf(plan, formula), z: 1, lineStyle: formula.style }));
  const named = plan.formulas.filter(({ name, showLabel }) => showLabel && name !== "");
  return [...lines, ...named.map((formula) => nameOf(plan, formula))];
}

function lineOf({ frame, isHorizontal }: Plan, { name, values }: Plan["formulas"][number]): Option {
  return {
    type: "line",
    name,
    silent: true,
    symbol: "none",
    tooltip: { show: false },
    data: values.map((value, i) => {
      if (isHorizontal) return [value, frame.xKind === "category" ? i : frame.x[i]];
      return frame.xKind === "category" ? value : [frame.x[i], value];
    }),
  };
}

/** A line that is not seen, with the name at its end. */
function nameOf(plan: Plan, formula: Plan["formulas"][number]): Option {
  const { theme } = plan;
  return {
    ...lineOf(plan, formula),
    z: NAMES_Z,
    lineStyle: { opacity: 0 },
    endLabel: {
      show: true,
      formatter: () => formula.name,
      color: theme.textTertiary,
      fontSize: 11,
      align: "right",
      verticalAlign: "bottom",
      offset: [-8, -2],
      textBorderColor: theme.background,
      textBorderWidth: 3,
    },
  };
}
