import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { msg } from "../../i18n/translate.ts";

export const card: ChartCard = {
  folder: "box-plot",
  key: "box_plot",
  name: msg("Box Plot"),
  description: msg("Distribution of values per group: median, quartiles and outliers"),
  category: "Distribution",
  tags: [msg("Range"), msg("Statistical"), msg("Featured"), msg("ECharts")],
  icon: "chart-candlestick",
  behaviors: ["cross-filter", "drill-to-detail", "drill-by"],
  skeleton: "bars",
};
