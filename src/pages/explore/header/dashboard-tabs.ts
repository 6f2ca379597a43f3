import { show, update } from "../../../api/dashboard/contract.ts";
import { chartCard } from "../../../chart-types/index.ts";
import { appendChart } from "../../../editor/layout-edits.ts";
import { savedPositions } from "../../../editor/save.ts";
import { t } from "../../../i18n/translate.ts";
import { chartSize, type Layout, parseLayout, ROOT_ID } from "../../../model/dashboard-layout.ts";
import { ancestorsOf, placedCharts } from "../../../model/layout-tree.ts";
import { call } from "../../../web/client/client.ts";

export interface TabChoice {
  id: string;
  path: readonly string[];
}

export function tabChoices(layout: Layout): TabChoice[] {
  const found: TabChoice[] = [];
  const visit = (id: string, path: readonly string[]) => {
    const component = layout[id];
    if (!component) return;
    const isTab = component.type === "TAB";
    const own = isTab ? [...path, component.meta.text || component.meta.defaultText || t("Tab")] : path;
    if (isTab) found.push({ id, path: own });
    for (const child of component.children) visit(child, own);
  };
  visit(ROOT_ID, []);
  return found;
}

export async function tabsOfDashboard(dashboardId: number, signal: AbortSignal): Promise<TabChoice[]> {
  const { result } = await call(show, { params: { id: `${dashboardId}` } }, { signal });
  return tabChoices(parseLayout(result.position_json));
}

export interface PlacedChart {
  id: number;
  name: string;
  vizType: string;
}

export async function placeOnTab(
  dashboardId: number,
  tabId: string,
  { vizType, ...chart }: PlacedChart,
): Promise<void> {
  const { result } = await call(show, { params: { id: `${dashboardId}` } });
  const layout = parseLayout(result.position_json);
  if (placedCharts(layout).has(chart.id) || !layout[tabId]) return;
  const placed = appendChart(layout, { ...chart, size: chartSize(vizType, chartCard(vizType)?.category) }, tabId);
  const position_json = JSON.stringify(savedPositions(placed, ancestorsOf(placed)));
  await call(update, { params: { id: dashboardId }, body: { position_json } }, { basedOn: result.changed_on });
}
