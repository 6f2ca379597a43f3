import { useEffect, useRef } from "react";
import { create } from "zustand";
import { update } from "../../../editor/layout-edits.ts";
import { t } from "../../../i18n/translate.ts";
import type { LayoutMeta } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import styles from "./edit.module.css";
import { useEditor, useSnapshot } from "./editor-context.ts";

const useEdited = create<{ id: string | null }>(() => ({ id: null }));

export function startTextEdit(id: string): void {
  useEdited.setState({ id });
}

export function useEditedText(): string | null {
  return useEdited((state) => state.id);
}

const FIELDS = {
  HEADER: { key: "text", label: t("Heading"), step: t("Edited heading") },
  TAB: { key: "text", label: t("Tab title"), step: t("Edited tab title") },
  CHART: { key: "sliceNameOverride", label: t("Chart title on this dashboard"), step: t("Edited chart title") },
  MARKDOWN: { key: "code", label: t("Text (Markdown)"), step: t("Edited text") },
} as const satisfies Partial<Record<LayoutNode["type"], { key: keyof LayoutMeta; label: string; step: string }>>;

const MARKDOWN_HINT = t("Write text. Markdown: # Heading, **bold**, *italic*, - list, [link](https://example.com)");

export function TextField({ node }: { node: LayoutNode }) {
  const editor = useEditor();
  const { layout } = useSnapshot().document;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.select();
    field.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const spec = FIELDS[node.type as keyof typeof FIELDS];
  if (!spec) return null;
  const meta = layout[node.id]?.meta ?? {};
  const value = String(meta[spec.key] ?? (spec.key === "sliceNameOverride" ? (meta.sliceName ?? "") : ""));
  const change = (text: string) =>
    editor.edit(
      spec.step,
      (document) => ({ ...document, layout: update(document.layout, node.id, { [spec.key]: text }) }),
      `text ${node.id}`,
    );
  const stop = () => {
    editor.seal();
    useEdited.setState({ id: null });
  };
  const shared = {
    ref: field,
    "aria-label": spec.label,
    value,
    onBlur: stop,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
    onKeyDown: (event: React.KeyboardEvent) => {
      event.stopPropagation();
      if (event.key !== "Escape" && (event.key !== "Enter" || node.type === "MARKDOWN")) return;
      const owner = event.currentTarget.closest<HTMLElement>(`[data-layout-id="${node.id}"], [role=tab]`);
      stop();
      owner?.focus();
    },
  };
  return node.type === "MARKDOWN" ? (
    <textarea {...shared} className={styles.markdownField} spellCheck placeholder={MARKDOWN_HINT} />
  ) : (
    <input {...shared} className={styles.textField} />
  );
}
