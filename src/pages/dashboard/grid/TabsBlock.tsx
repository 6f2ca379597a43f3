import { type ReactNode, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { activeTabsOf } from "../../../model/layout-tree.ts";
import { useView, useViewActions } from "../state/context.ts";
import { useEditing } from "./edit-context.ts";
import styles from "./Grid.module.css";
import { TabStrip } from "./TabStrip.tsx";

interface TabsProps {
  node: LayoutNode;
  grid(nodes: readonly LayoutNode[]): ReactNode;
}

export function TabsBlock({ node, grid }: TabsProps) {
  return (
    <div className={styles.nested}>
      <TabsStrip node={node} />
      <TabPanels node={node} grid={grid} />
    </div>
  );
}

export function tabTitleOf(tab: LayoutNode): string {
  return tab.meta.text || tab.meta.defaultText || tab.meta.placeholder || t("Tab");
}

export function useActiveTab(node: LayoutNode): string | undefined {
  return useView((view) => activeTabsOf(view.dashboard.layout, view.tabs)[node.id]);
}

export function TabsStrip({ node, isTop = false }: { node: LayoutNode; isTop?: boolean }) {
  const editing = useEditing();
  const active = useActiveTab(node);
  const actions = useViewActions();
  return (
    <TabStrip
      label={isTop ? t("Dashboard tabs") : t("Tabs")}
      isTop={isTop}
      active={active}
      tabs={node.children.map((tab) => ({ id: tab.id, title: tabTitleOf(tab), node: tab }))}
      titleOf={editing?.tabTitle}
      after={editing?.afterTabs?.(node)}
      onOpen={(id) => actions().openTab(node.id, id)}
    />
  );
}

export function TabPanels({ node, grid }: TabsProps) {
  const editing = useEditing();
  const active = useActiveTab(node);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (active && !opened.has(active)) setOpened(new Set([...opened, active]));
  return node.children
    .filter((tab) => opened.has(tab.id) || tab.id === active)
    .map((tab) => (
      <div
        key={tab.id}
        id={`panel-${tab.id}`}
        role="tabpanel"
        aria-labelledby={`tab-${tab.id}`}
        hidden={tab.id !== active}
        data-layout-id={tab.id}
      >
        {tab.children.length > 0
          ? grid(tab.children)
          : (editing?.emptyContainer?.(tab) ?? <p className={styles.nothing}>{t("This tab is empty")}</p>)}
      </div>
    ));
}
