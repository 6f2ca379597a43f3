import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { useEffect, useRef } from "react";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";

/** A tab's title while editing: drag to reorder, double click to rename. */
export function TabTitle({ tab, title }: { tab: LayoutNode; title: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useTabDrag(element, tab.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tab around it is the control; double click is a shortcut
    <span ref={element} className={styles.tabTitle} data-layout-id={tab.id} onDoubleClick={() => startTextEdit(tab.id)}>
      {title}
    </span>
  );
}

function useTabDrag(element: React.RefObject<HTMLSpanElement | null>, id: string): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    return combine(
      draggable({ element: target, getInitialData: () => ({ kind: "component", id }) }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
        getData: ({ input }) => {
          const data = attachClosestEdge({ id }, { element: target, input, allowedEdges: ["left", "right"] });
          return { id, edge: extractClosestEdge(data) ?? "right" };
        },
      }),
    );
  }, [element, id]);
}
