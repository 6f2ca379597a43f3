import { CHART_CARDS, loadChartType } from "../chart-types/index.ts";

/** Has every chart type loaded, for tests that ask for them at once. */
export async function loadAllChartTypes(): Promise<void> {
  await Promise.all(CHART_CARDS.map((card) => loadChartType(card.key)));
}
