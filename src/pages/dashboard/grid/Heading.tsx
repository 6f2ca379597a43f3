import type { LayoutNode } from "../../../model/layout-tree.ts";
import { useEditing } from "./edit-context.ts";
import styles from "./Grid.module.css";

/** A heading inside the grid; small, medium (default) or large. */
export function Heading({ node }: { node: LayoutNode }) {
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
