import { Tree } from "antd";
import { chartsInScope } from "../../../model/filter-scope.ts";
import { chartNodes, type LayoutNode, layoutTree } from "../../../model/layout-tree.ts";
import type { FilterScope } from "../../../model/native-filter.ts";
import { useView } from "../state/context.ts";
import { chartTitle, type Dashboard, datasetOf } from "../state/dashboard.ts";
import styles from "./edit.module.css";
import { scopeOf } from "./filter-draft.ts";

interface TreeItem {
  key: string;
  title: React.ReactNode;
  children?: TreeItem[];
}

interface ScopeTreeProps {
  scope: FilterScope;
  /** Charts whose data lacks it are marked. */
  column?: string;
  hint: string;
  onScope(scope: FilterScope): void;
}

/** Which charts a filter reaches, as a tree of tabs and charts. */
export function ScopeTree({ scope, column, hint, onScope }: ScopeTreeProps) {
  const dashboard = useView((view) => view.dashboard);
  const { topTabs, blocks } = layoutTree(dashboard.layout);
  const chartItem = (id: number): TreeItem => ({ key: `chart-${id}`, title: titleOf(dashboard, id, column) });
  const children = (nodes: readonly LayoutNode[]) => chartNodes(nodes).map((node) => chartItem(node.meta.chartId ?? 0));
  const items: TreeItem[] = topTabs
    ? topTabs.children.map((tab) => ({
        key: tab.id,
        title: tab.meta.text || tab.meta.defaultText || "Tab",
        children: children(tab.children),
      }))
    : children(blocks);
  const reached = chartsInScope(scope, dashboard.layout);
  return (
    <div className={styles.scope}>
      <p className={styles.hint}>{hint}</p>
      <Tree
        checkable
        selectable={false}
        defaultExpandAll
        checkedKeys={reached.map((id) => `chart-${id}`)}
        treeData={[{ key: "ROOT_ID", title: "All panels", children: items }]}
        onCheck={(keys) => {
          const checked = (Array.isArray(keys) ? keys : keys.checked).map(String);
          const charts = checked.filter((key) => key.startsWith("chart-")).map((key) => Number(key.slice(6)));
          onScope(scopeOf(dashboard.layout, new Set(charts)));
        }}
      />
    </div>
  );
}

function titleOf(dashboard: Dashboard, id: number, column: string | undefined): React.ReactNode {
  const title = chartTitle(dashboard, id);
  const dataset = datasetOf(dashboard, id);
  const lacks =
    column &&
    dataset &&
    !dataset.columns.some((one) => one.column_name === column) &&
    !listed(dataset.column_names, column);
  return lacks ? (
    <span>
      {title} <span className={styles.incompatible}>no column "{column}"</span>
    </span>
  ) : (
    title
  );
}

const listed = (names: unknown, column: string) => Array.isArray(names) && names.includes(column);
