import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { useEffect, useRef, useState } from "react";
import { parentOf } from "../../../editor/layout-rules.ts";
import { inlinePlacement } from "../../../i18n/direction.ts";
import type { Layout } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { later } from "../../../web/client/clock.ts";
import { useViewActions } from "../state/context.ts";
import { useDragState } from "./drag-state.ts";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";

/** A drag that hovers this long over a tab opens it. */
const HOVER_MS = 500;

export function TabTitle({ tab, title }: { tab: LayoutNode; title: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const isTarget = useTabDrag(element, tab.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tab around it is the control; double click is a shortcut
    <span
      ref={element}
      className={isTarget ? `${styles.tabTitle} ${styles.dropInto}` : styles.tabTitle}
      data-layout-id={tab.id}
      onDoubleClick={() => startTextEdit(tab.id)}
    >
      {title}
    </span>
  );
}

function useTabDrag(element: React.RefObject<HTMLSpanElement | null>, id: string): boolean {
  const editor = useEditor();
  const actions = useViewActions();
  const [isTarget, setTarget] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let cancel = () => {};
    const end = () => {
      cancel();
      setTarget(false);
    };
    const open = () => {
      const tabs = parentOf(editor.document.layout, id);
      if (tabs) actions().openTab(tabs.id, id);
    };
    return combine(
      draggable({ element: target, getInitialData: () => ({ kind: "component", id }) }),
      dropTargetForElements({
        element: target.closest("[role=tab]") ?? target,
        canDrop: ({ source }) => source.data.kind === "component" || source.data.kind === "palette",
        getData: ({ input, element: tab }) => {
          if (!isTabDragged(editor.document.layout)) return { id, edge: "inside" };
          const data = attachClosestEdge({ id }, { element: tab, input, allowedEdges: ["left", "right"] });
          return { id, edge: inlinePlacement(extractClosestEdge(data) ?? undefined) ?? "right" };
        },
        onDragEnter: () => {
          if (isTabDragged(editor.document.layout)) return;
          setTarget(true);
          cancel = later(HOVER_MS, open);
        },
        onDragLeave: end,
        onDrop: () => {
          end();
          if (!isTabDragged(editor.document.layout)) open();
        },
      }),
    );
  }, [element, id, editor, actions]);
  return isTarget;
}

function isTabDragged(layout: Layout): boolean {
  const { dragged } = useDragState.getState();
  const component = dragged?.kind === "existing" ? layout[dragged.id] : dragged?.component;
  return component?.type === "TAB";
}
