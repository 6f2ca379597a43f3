import { CHART_CARDS, loadChartType } from "../chart-types/index.ts";

export async function loadAllChartTypes(): Promise<void> {
  await Promise.all(CHART_CARDS.map((card) => loadChartType(card.key)));
}
