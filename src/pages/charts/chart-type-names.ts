import { CHART_CARDS, chartCard } from "../../chart-types/index.ts";

/** The chart types there are, as choices, by name. */
export function chartTypeChoices(): { value: string; text: string }[] {
  return CHART_CARDS.map((type) => ({ value: type.key, text: type.name })).sort((a, b) => a.text.localeCompare(b.text));
}

/** "Line Chart" of `echarts_timeseries_line`; a key that is not installed is made readable. */
export function chartTypeName(vizType: string | undefined): string {
  if (!vizType) return "";
  const known = chartCard(vizType);
  if (known !== undefined) return known.name;
  const words = vizType
    .replace(/^echarts_/, "")
    .replace(/_v\d+$/, "")
    .split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}
