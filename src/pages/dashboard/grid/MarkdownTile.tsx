import type { LayoutNode } from "../../../model/layout-tree.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useEditing } from "./edit-context.ts";
import styles from "./Grid.module.css";

const MarkdownText = lazyComponent(async () => (await import("./MarkdownText.tsx")).MarkdownText);

/** A block of text in Markdown with safe HTML. */
export function MarkdownTile({ node }: { node: LayoutNode }) {
  const editing = useEditing();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <section className={styles.text} tabIndex={0} aria-label={nameOf(node.meta.code ?? "")}>
      {editing?.text?.(node) ?? <MarkdownText text={node.meta.code ?? ""} />}
    </section>
  );
}

/** The first words of a text, without its marks. */
export function nameOf(code: string): string {
  const line = code.split("\n").find((one) => /\p{L}/u.test(one)) ?? "";
  const words = line.replaceAll(/<[^>]*>|[#*_`>|[\]]/g, "").trim();
  return words.length > 60 ? `${words.slice(0, 60)}…` : words || "Text";
}
