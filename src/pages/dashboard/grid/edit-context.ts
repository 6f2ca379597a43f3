import { createContext, type ReactNode, useContext } from "react";
import type { LayoutNode } from "../../../model/layout-tree.ts";

/**
 * What the editor adds to the view's components. Both modes render the same tree; in edit mode every component goes
 * through `frame`, which adds handles, drop targets and a toolbar. The frame element is the grid item, so it must apply
 * `itemProps` to keep position and size.
 */
export interface EditSupport {
  frame(node: LayoutNode, content: ReactNode, itemProps: GridItemProps): ReactNode;
  afterTabs?(node: LayoutNode): ReactNode;
  tabTitle?(tab: LayoutNode, title: string): ReactNode;
  /** Replaces the text of a heading or text block, e.g. with a field. Undefined: as in view mode. */
  text?(node: LayoutNode): ReactNode | undefined;
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
