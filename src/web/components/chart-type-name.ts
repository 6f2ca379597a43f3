import { chartCard } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";

/** "Line Chart" for `echarts_timeseries_line`; keys of types that aren't installed are made readable. */
export function chartTypeName(vizType: string | undefined): string {
  if (!vizType) return "";
  const known = chartCard(vizType);
  if (known !== undefined) return t(known.name);
  const words = vizType
    .replace(/^echarts_/, "")
    .replace(/_v\d+$/, "")
    .split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}
