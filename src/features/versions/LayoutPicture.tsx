import type { CSSProperties } from "react";
import { t } from "../../i18n/translate.ts";
import { type Layout, parseLayout } from "../../model/dashboard-layout.ts";
import { type LayoutNode, layoutTree } from "../../model/layout-tree.ts";
import { movedParts } from "../../model/moved-parts.ts";
import { partTitle } from "../../model/saved-change.ts";
import styles from "./side-by-side.module.css";

/** Ids of components that differ between two layouts. */
export type Marks = ReadonlySet<string>;

type Position = Parameters<typeof parseLayout>[0];

const layoutOf = (position: unknown): Layout => parseLayout(position as Position);

export function marksOf(before: unknown, after: unknown): Marks {
  const [old, now] = [layoutOf(before), layoutOf(after)];
  const shown = ({ meta }: Layout[string]) => JSON.stringify([meta.width, meta.height, meta.code, partTitle({ meta })]);
  const differs = (id: string) => {
    const [a, b] = [old[id], now[id]];
    return !a || !b || shown(a) !== shown(b);
  };
  return new Set([...Object.keys({ ...old, ...now }).filter(differs), ...movedParts(old, now)]);
}

interface LayoutPictureProps {
  position: unknown;
  marks: Marks | undefined;
}

/** The arrangement of a dashboard, small and without data. */
export function LayoutPicture({ position, marks = new Set() }: LayoutPictureProps) {
  const { topTabs, blocks } = layoutTree(layoutOf(position));
  const nodes = topTabs ? [topTabs] : blocks;
  if (nodes.length === 0) return <p className={styles.note}>{t("Empty dashboard")}</p>;
  return (
    <div className={styles.layout}>
      <Nodes nodes={nodes} marks={marks} />
    </div>
  );
}

function Nodes({ nodes, marks }: { nodes: readonly LayoutNode[]; marks: Marks }) {
  return nodes.map((node) => <Node key={node.id} node={node} marks={marks} />);
}

const SCALE = 0.2;

interface NodeProps {
  node: LayoutNode;
  marks: Marks;
}

function Node({ node, marks }: NodeProps) {
  const inside = <Nodes nodes={node.children} marks={marks} />;
  switch (node.type) {
    case "ROW":
      return <div className={styles.row}>{inside}</div>;
    case "COLUMN":
      return (
        <div className={styles.column} style={{ flexGrow: node.width }}>
          {inside}
        </div>
      );
    case "TAB":
      return (
        <section className={styles.tab} data-marked={marks.has(node.id) || undefined}>
          <h4 dir="auto">{partTitle(node)}</h4>
          {inside}
        </section>
      );
    case "TABS":
    case "ROOT":
    case "GRID":
      return inside;
    default:
      return <Leaf node={node} marks={marks} />;
  }
}

function Leaf({ node, marks }: NodeProps) {
  const isMarked = marks.has(node.id) || undefined;
  const name = partTitle(node);
  if (node.type === "DIVIDER") return <hr className={styles.divider} data-marked={isMarked} />;
  if (node.type === "HEADER")
    return (
      <strong className={styles.heading} dir="auto" data-marked={isMarked}>
        {name}
      </strong>
    );
  const size: CSSProperties = { flexGrow: node.width, minHeight: Math.round((node.height ?? 0) * SCALE) };
  return (
    <div className={styles.tile} style={size} data-marked={isMarked} title={name}>
      <span dir="auto">{name ?? (node.type === "MARKDOWN" ? t("Text") : null)}</span>
    </div>
  );
}
