import { createContext, type ReactNode, useContext } from "react";
import type { LayoutNode } from "../../../model/layout-tree.ts";

/**
 * What an editor adds to the view's components. The view draws the same tree in both modes; while editing, every
 * component is handed to `frame`, which may put handles, drop targets and a toolbar around it. The frame element is
 * the grid item: pass `itemProps` on to it so that its place and size in the grid stay as in the view.
 */
export interface EditSupport {
  frame(node: LayoutNode, content: ReactNode, itemProps: GridItemProps): ReactNode;
  /** Drawn after the tabs of a strip, e.g. a button that adds one. */
  afterTabs?(node: LayoutNode): ReactNode;
  /** Replaces the title of a tab, e.g. by a field. */
  tabTitle?(tab: LayoutNode, title: string): ReactNode;
  /** Replaces the text of a heading or a text block, e.g. by a field. Undefined: as in the view. */
  text?(node: LayoutNode): ReactNode | undefined;
  /** Drawn instead of an empty container's content. */
  emptyContainer?(node: LayoutNode): ReactNode;
}

export interface GridItemProps {
  className: string;
  style: React.CSSProperties;
}

export const EditContext = createContext<EditSupport | null>(null);

export function useEditing(): EditSupport | null {
  return useContext(EditContext);
}
