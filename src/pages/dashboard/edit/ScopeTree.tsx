import { useQuery } from "@tanstack/react-query";
import { Tree } from "antd";
import { type DashboardChart, layers } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import { LAYERED, layerKey, layersInScope } from "../../../model/layer-scope.ts";
import { chartNodes, type LayoutNode, layoutTree } from "../../../model/layout-tree.ts";
import type { FilterScope } from "../../../model/native-filter.ts";
import { call } from "../../../web/client/client.ts";
import { useView } from "../state/context.ts";
import { chartTitle, type Dashboard, datasetOf } from "../state/dashboard.ts";
import { emptyTabsIn, scopeOfKeys } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";

interface TreeItem {
  key: string;
  title: React.ReactNode;
  children?: TreeItem[];
}

interface ScopeTreeProps {
  scope: FilterScope;
  column?: string;
  hint: string;
  onScope(scope: FilterScope): void;
}

export function ScopeTree({ scope, column, hint, onScope }: ScopeTreeProps) {
  const dashboard = useView((view) => view.dashboard);
  const layersOf = useLayerItems(dashboard);
  const { topTabs, blocks } = layoutTree(dashboard.layout);
  const chartItem = (id: number): TreeItem => ({
    key: `chart-${id}`,
    title: titleOf(dashboard, id, column),
    children: layersOf(id),
  });
  const items = topTabs
    ? topTabs.children.map((tab) => tabItem(tab, chartItem))
    : blocks.flatMap((node) => itemsIn(node, chartItem));
  return (
    <div className={styles.scope}>
      <p className={styles.hint}>{hint}</p>
      <Tree
        checkable
        selectable={false}
        defaultExpandAll
        checkedKeys={checkedIn(scope, dashboard)}
        treeData={[{ key: "ROOT_ID", title: t("All panels"), children: items }]}
        onCheck={(keys) => {
          const checked = (Array.isArray(keys) ? keys : keys.checked).map(String);
          onScope(scopeOfKeys(dashboard.layout, checked));
        }}
      />
    </div>
  );
}

function tabItem(tab: LayoutNode, chartItem: (id: number) => TreeItem): TreeItem {
  return {
    key: tab.id,
    title: tab.meta.text || tab.meta.defaultText || t("Tab"),
    children: tab.children.flatMap((node) => itemsIn(node, chartItem)),
  };
}

function itemsIn(node: LayoutNode, chartItem: (id: number) => TreeItem): TreeItem[] {
  if (node.type === "CHART") return [chartItem(node.meta.chartId ?? 0)];
  if (node.type === "TAB") return chartNodes([node]).length > 0 ? [tabItem(node, chartItem)] : [];
  return node.children.flatMap((child) => itemsIn(child, chartItem));
}

function checkedIn(scope: FilterScope, { layout }: Dashboard): string[] {
  const charts = chartsInScope(scope, layout).flatMap((id) => {
    const places = layersInScope(scope, id);
    return places ? places.map((place) => layerKey(id, place)) : [`chart-${id}`];
  });
  return [...charts, ...emptyTabsIn(scope, layout)];
}

function useLayerItems(dashboard: Dashboard): (chartId: number) => TreeItem[] | undefined {
  const { id: dashboardId } = dashboard.detail;
  const maps = [...dashboard.charts.values()].filter(({ form_data }) => layerCount(form_data) > 0).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ["layers of each map", dashboardId, maps],
    enabled: maps.length > 0,
    queryFn: ({ signal }) =>
      Promise.all(maps.map((chart_id) => call(layers, { params: { id: String(dashboardId), chart_id } }, { signal }))),
  });
  return (chartId) => {
    const form = dashboard.charts.get(chartId)?.form_data;
    if (!form || layerCount(form) === 0) return undefined;
    const named = data?.[maps.indexOf(chartId)]?.result ?? [];
    return (form.deck_slices as unknown[]).map((slice, place) => ({
      key: layerKey(chartId, place),
      title:
        named.find(({ id }) => id === Number(slice))?.slice_name ?? t("Layer {number, number}", { number: place + 1 }),
    }));
  };
}

function layerCount({ viz_type, deck_slices }: DashboardChart["form_data"]): number {
  return viz_type === LAYERED && Array.isArray(deck_slices) ? deck_slices.length : 0;
}

function titleOf(dashboard: Dashboard, id: number, column: string | undefined): React.ReactNode {
  const title = chartTitle(dashboard, id);
  const dataset = datasetOf(dashboard, id);
  const isMissing =
    column &&
    dataset &&
    !dataset.columns.some((one) => one.column_name === column) &&
    !listed(dataset.column_names, column);
  return isMissing ? (
    <span>
      {title} <span className={styles.incompatible}>{t('no column "{column}"', { column })}</span>
    </span>
  ) : (
    title
  );
}

const listed = (names: unknown, column: string) => Array.isArray(names) && names.includes(column);
