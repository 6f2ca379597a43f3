import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import { newComponent, remove } from "../../../editor/layout-edits.ts";
import { t } from "../../../i18n/translate.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { tabTitleOf, useActiveTab } from "../grid/TabsBlock.tsx";
import { useViewActions } from "../state/context.ts";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { applyDrop } from "./use-drop.ts";

export function TabTools({ tabs }: { tabs: LayoutNode }) {
  const editor = useEditor();
  const actions = useViewActions();
  const active = useActiveTab(tabs);
  const [isConfirming, setConfirming] = useState(false);
  const tab = tabs.children.find((child) => child.id === active);
  const title = tab ? tabTitleOf(tab) : "";
  const add = () => {
    const component = newComponent("TAB", { text: t("New tab") });
    applyDrop(editor, { kind: "new", component }, { parentId: tabs.id, index: tabs.children.length });
    actions().openTab(tabs.id, component.id);
    startTextEdit(component.id);
  };
  const deleteTab = () => {
    setConfirming(false);
    if (!tab) return;
    editor.edit(t("Deleted tab {name}", { name: title }), (document) => ({
      ...document,
      layout: remove(document.layout, tab.id),
    }));
  };
  return (
    <span className={styles.tabTools}>
      <IconButton label={t("Add tab")} icon={<Plus size={16} />} onClick={add} />
      {tab && (
        <IconButton
          label={t("Rename tab {name}", { name: title })}
          icon={<Pencil size={14} />}
          onClick={() => startTextEdit(tab.id)}
        />
      )}
      {tab && (
        <IconButton
          label={t("Delete tab {name}", { name: title })}
          icon={<X size={14} />}
          onClick={() => setConfirming(true)}
        />
      )}
      {isConfirming && tab && (
        <ConfirmRemoveTab
          title={title}
          isEmpty={tab.children.length === 0}
          onCancel={() => setConfirming(false)}
          onDelete={deleteTab}
        />
      )}
    </span>
  );
}

interface Props {
  title: string;
  isEmpty: boolean;
  onCancel(): void;
  onDelete(): void;
}

function ConfirmRemoveTab({ title, isEmpty, onCancel, onDelete }: Props) {
  return (
    <Dialog
      open
      title={t('Delete tab "{name}"', { name: title })}
      onClose={onCancel}
      primary={{ label: t("Delete tab"), danger: true, onClick: onDelete }}
    >
      {isEmpty
        ? t("The tab is empty. You can undo this.")
        : t("The tab and everything on it will be deleted. You can undo this.")}
    </Dialog>
  );
}
