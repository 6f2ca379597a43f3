import { type CSSProperties, type ReactNode, useContext, useMemo } from "react";
import type { DashboardChart } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { type ComponentType, GRID_COLUMNS, type Layout } from "../../../model/dashboard-layout.ts";
import { type LayoutNode, layoutTree } from "../../../model/layout-tree.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { TABLET, useMedia } from "../../../web/session/theme.ts";
import { useView } from "../state/context.ts";
import { ChartTile } from "./ChartTile.tsx";
import { type GridItemProps, useEditing } from "./edit-context.ts";
import styles from "./Grid.module.css";
import { GridWidthContext, rowSpans, useGridWidth } from "./grid-width.ts";
import { TabsBlock } from "./TabsBlock.tsx";
import { isFigureType } from "./use-tile.ts";

interface BlocksProps {
  nodes: readonly LayoutNode[];
  columns?: number;
  isColumn?: boolean;
}

export function Blocks({ nodes, columns = GRID_COLUMNS, isColumn }: BlocksProps) {
  const charts = useView((view) => view.dashboard.charts);
  const measured = useContext(GridWidthContext);
  const gridWidth = useEditing() ? 0 : measured;
  const tiles = nodes.map((node) => ({ type: node.type, width: node.width, isFigure: isFigure(node, charts) }));
  const spans = isColumn ? tiles.map(() => columns) : rowSpans(tiles, columns, gridWidth);
  return nodes.map((node, at) => (
    <Block key={node.id} node={node} span={spans[at] ?? node.width} isFigure={tiles[at]?.isFigure ?? false} />
  ));
}

export function Grid({ nodes }: { nodes: readonly LayoutNode[] }) {
  const [ref, width] = useGridWidth();
  const isTablet = useMedia(TABLET);
  return (
    <div ref={ref} className={styles.grid}>
      <GridWidthContext value={isTablet ? width : 0}>
        <Blocks nodes={nodes} />
      </GridWidthContext>
    </div>
  );
}

export const gridOf = (nodes: readonly LayoutNode[]) => <Grid nodes={nodes} />;

export function useLayoutTree(layout: Layout) {
  return useMemo(() => layoutTree(layout), [layout]);
}

interface BlockProps {
  node: LayoutNode;
  span: number;
  isFigure: boolean;
}

function Block({ node, span, isFigure: isSmall }: BlockProps) {
  const editing = useEditing();
  const item = itemProps(node, span, isSmall);
  const content = contentOf(node, span, editing?.emptyContainer);
  if (editing) return editing.frame(node, content, item);
  return (
    <div {...item} data-layout-id={node.id}>
      {content}
    </div>
  );
}

function contentOf(node: LayoutNode, span: number, emptyContainer?: (node: LayoutNode) => ReactNode): ReactNode {
  const leaf = LEAVES[node.type];
  if (leaf) return leaf(node);
  if (node.type === "DYNAMIC") return null;
  if (node.children.length === 0 && emptyContainer) return emptyContainer(node);
  const isColumn = node.type === "COLUMN";
  return <Blocks nodes={node.children} columns={isColumn ? span : node.width} isColumn={isColumn} />;
}

const LEAVES: Partial<Record<ComponentType, (node: LayoutNode) => ReactNode>> = {
  CHART: (node) => <ChartTile node={node} />,
  MARKDOWN: (node) => <MarkdownTile node={node} />,
  HEADER: (node) => <Heading node={node} />,
  DIVIDER: () => <hr className={styles.rule} />,
  TABS: (node) => <TabsBlock node={node} grid={gridOf} />,
};

function itemProps(node: LayoutNode, span: number, isSmall: boolean): GridItemProps {
  const names = [styles.item, styles[node.type.toLowerCase()], isSmall && styles.figure];
  if (node.meta.background === "BACKGROUND_WHITE" && node.type !== "CHART") names.push(styles.solid);
  const style: Record<string, string | number> = { "--span": span, "--columns": node.width };
  if (node.height) style["--height"] = `${node.height}px`;
  return { className: names.filter(Boolean).join(" "), style: style as CSSProperties };
}

function isFigure(node: LayoutNode, charts: ReadonlyMap<number, DashboardChart>): boolean {
  const form = charts.get(node.meta.chartId ?? -1)?.form_data;
  return node.type === "CHART" && form !== undefined && isFigureType(form.viz_type) && form.matrixify_enable !== true;
}

function Heading({ node }: { node: LayoutNode }) {
  const editing = useEditing();
  const { headerSize = "MEDIUM_HEADER", text = "", background } = node.meta;
  return (
    <h2
      className={styles.heading}
      dir="auto"
      data-size={headerSize}
      data-solid={background === "BACKGROUND_WHITE" || undefined}
    >
      {editing?.text?.(node) ?? text}
    </h2>
  );
}

const MarkdownText = lazyComponent(async () => (await import("./MarkdownText.tsx")).MarkdownText);

function MarkdownTile({ node }: { node: LayoutNode }) {
  const editing = useEditing();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <section className={styles.text} tabIndex={0} aria-label={nameOf(node.meta.code ?? "")}>
      {editing?.text?.(node) ?? (
        <MarkdownText text={node.meta.code || (editing ? t("Double-click to write text.") : "")} />
      )}
    </section>
  );
}

function nameOf(code: string): string {
  const line = code.split("\n").find((one) => /\p{L}/u.test(one)) ?? "";
  const words = line.replaceAll(/<[^>]*>|[#*_`>|[\]]/g, "").trim();
  return words.length > 60 ? `${words.slice(0, 60)}…` : words || t("Text");
}
