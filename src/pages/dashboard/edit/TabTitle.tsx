import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { Pencil, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { remove } from "../../../editor/layout-edits.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { ConfirmRemoveTab } from "./ConfirmRemoveTab.tsx";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";

/** A tab's title while editing: drag to reorder, double click to rename, delete after a question. */
export function TabTitle({ tab, title }: { tab: LayoutNode; title: string }) {
  const editor = useEditor();
  const element = useRef<HTMLSpanElement>(null);
  const [asks, setAsks] = useState(false);
  useTabDrag(element, tab.id);
  const deleteTab = () => {
    setAsks(false);
    editor.edit(`Deleted tab ${title}`, (document) => ({ ...document, layout: remove(document.layout, tab.id) }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tab around it is the control; double click is a shortcut
    <span ref={element} className={styles.tabTitle} data-layout-id={tab.id} onDoubleClick={() => startTextEdit(tab.id)}>
      {title}
      {/* biome-ignore lint/a11y/useSemanticElements: a button inside the tab's button is not valid HTML */}
      <span
        role="button"
        tabIndex={0}
        aria-label={`Rename tab ${title}`}
        className={styles.tabButton}
        onClick={() => startTextEdit(tab.id)}
        onKeyDown={(event) => event.key === "Enter" && startTextEdit(tab.id)}
      >
        <Pencil size={12} aria-hidden />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a button inside the tab's button is not valid HTML */}
      <span
        role="button"
        tabIndex={0}
        aria-label={`Delete tab ${title}`}
        className={styles.tabButton}
        onClick={() => setAsks(true)}
        onKeyDown={(event) => event.key === "Enter" && setAsks(true)}
      >
        <X size={12} aria-hidden />
      </span>
      {asks && (
        <ConfirmRemoveTab
          title={title}
          isEmpty={tab.children.length === 0}
          onCancel={() => setAsks(false)}
          onDelete={deleteTab}
        />
      )}
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
