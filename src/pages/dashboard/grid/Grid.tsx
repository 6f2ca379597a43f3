import { type CSSProperties, type ReactNode, useMemo } from "react";
import { GRID_COLUMNS, type Layout } from "../../../model/dashboard-layout.ts";
import { type LayoutNode, layoutTree } from "../../../model/layout-tree.ts";
import { useView } from "../state/context.ts";
import { ChartTile } from "./ChartTile.tsx";
import { useEditing } from "./edit-context.ts";
import styles from "./Grid.module.css";
import { GridWidthContext, useGridWidth, useSpan } from "./grid-width.ts";
import { Heading } from "./Heading.tsx";
import { MarkdownTile } from "./MarkdownTile.tsx";
import { TabsBlock } from "./TabsBlock.tsx";

/** The blocks of a grid or a tab, one under the other. `layout` comes from the editor's document while editing. */
export function Blocks({ nodes, columns = GRID_COLUMNS }: { nodes: readonly LayoutNode[]; columns?: number }) {
  return nodes.map((node) => <Block key={node.id} node={node} columns={columns} />);
}

export function Grid({ nodes }: { nodes: readonly LayoutNode[] }) {
  const [ref, width] = useGridWidth();
  return (
    <div ref={ref} className={styles.grid}>
      <GridWidthContext value={width}>
        <Blocks nodes={nodes} />
      </GridWidthContext>
    </div>
  );
}

/** The tree of a layout; stable while the layout is. */
export function useLayoutTree(layout: Layout) {
  return useMemo(() => layoutTree(layout), [layout]);
}

/** One component: what it draws, its place in the grid, and the editor's frame around it when there is one. */
export function Block({ node, columns }: { node: LayoutNode; columns: number }) {
  const editing = useEditing();
  const item = useItem(node, columns);
  const content = contentOf(node, editing?.emptyContainer);
  if (editing) return editing.frame(node, content, item);
  return (
    <div {...item} data-layout-id={node.id}>
      {content}
    </div>
  );
}

function contentOf(node: LayoutNode, emptyContainer?: (node: LayoutNode) => ReactNode): ReactNode {
  switch (node.type) {
    case "CHART":
      return <ChartTile node={node} />;
    case "MARKDOWN":
      return <MarkdownTile node={node} />;
    case "HEADER":
      return <Heading node={node} />;
    case "DIVIDER":
      return <hr className={styles.rule} />;
    case "TABS":
      return <TabsBlock node={node} />;
    case "ROW":
    case "COLUMN":
    case "GRID":
    case "TAB":
    case "ROOT":
      if (node.children.length === 0 && emptyContainer) return emptyContainer(node);
      return <Blocks nodes={node.children} columns={node.width} />;
    case "DYNAMIC":
      return null;
  }
}

function useItem(node: LayoutNode, columns: number): { className: string; style: CSSProperties } {
  const isBigNumber = useIsBigNumber(node);
  const span = useSpan(node, columns, isBigNumber);
  const names = [styles.item, styles[node.type.toLowerCase()], isBigNumber && styles.figure];
  if (node.meta.background === "BACKGROUND_WHITE" && node.type !== "CHART") names.push(styles.solid);
  const style: Record<string, string | number> = { "--span": span, "--columns": node.width };
  if (node.height) style["--height"] = `${node.height}px`;
  return { className: names.filter(Boolean).join(" "), style: style as CSSProperties };
}

function useIsBigNumber(node: LayoutNode): boolean {
  const vizType = useView((view) => view.dashboard.charts.get(node.meta.chartId ?? -1)?.form_data.viz_type);
  return node.type === "CHART" && isFigure(vizType);
}

function isFigure(vizType: string | undefined): boolean {
  return vizType !== undefined && (vizType.startsWith("big_number") || vizType === "pop_kpi");
}
