import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Button } from "antd";
import { LayoutTemplate } from "lucide-react";
import { useEffect, useRef } from "react";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import styles from "./edit.module.css";

/** Stands in an empty row, column, tab or grid: the place to drop the first thing. */
export function EmptyContainer({ node, onPropose }: { node: LayoutNode; onPropose(): void }) {
  const element = useRef<HTMLDivElement>(null);
  const { id } = node;
  useEffect(() => {
    if (!element.current) return;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
      getData: () => ({ id, edge: "inside" }),
    });
  }, [id]);
  const words = { ROW: "Empty row", COLUMN: "Empty column", TAB: "Empty tab", GRID: "Empty dashboard" }[
    node.type as string
  ];
  return (
    <div ref={element} className={styles.empty}>
      {words ?? "Empty"} · drop charts or layout elements here
      {node.type === "GRID" || node.type === "TAB" ? (
        <Button size="small" icon={<LayoutTemplate size={14} />} onClick={onPropose}>
          Propose a layout
        </Button>
      ) : null}
    </div>
  );
}
