import type { ChartTheme } from "../../chart-seam/chart-type.ts";

export function baseOption(theme: ChartTheme): Record<string, unknown> {
  return {
    animation: false,
    useUTC: true,
    color: theme.categorical,
    backgroundColor: "transparent",
    textStyle: { fontFamily: theme.fontFamily, fontSize: 11 },
    tooltip: tooltipOption(theme),
  };
}

export function tooltipOption(theme: ChartTheme): Record<string, unknown> {
  return {
    trigger: "item",
    backgroundColor: theme.elevated,
    borderColor: theme.mode === "light" ? "#DCDCD7" : "#3A3E46",
    borderWidth: 1,
    borderRadius: 4,
    padding: [8, 10],
    transitionDuration: 0,
    hideDelay: 0,
    textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.fontFamily },
    axisPointer: { lineStyle: { color: theme.textTertiary, width: 1, type: "solid" } },
  };
}

export function axisText(theme: ChartTheme) {
  return { color: theme.textTertiary, fontSize: 11, fontFamily: theme.fontFamily };
}
