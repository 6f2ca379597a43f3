import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import { newComponent, remove } from "../../../editor/layout-edits.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { tabTitleOf, useActiveTab } from "../grid/TabsBlock.tsx";
import { useViewActions } from "../state/context.ts";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { land } from "./use-drop.ts";

export function TabTools({ tabs }: { tabs: LayoutNode }) {
  const editor = useEditor();
  const actions = useViewActions();
  const active = useActiveTab(tabs);
  const [isConfirming, setConfirming] = useState(false);
  const tab = tabs.children.find((child) => child.id === active);
  const title = tab ? tabTitleOf(tab) : "";
  const add = () => {
    const component = newComponent("TAB", { text: "New tab" });
    land(editor, { kind: "new", component }, { parentId: tabs.id, index: tabs.children.length });
    actions().openTab(tabs.id, component.id);
    startTextEdit(component.id);
  };
  const deleteTab = () => {
    setConfirming(false);
    if (!tab) return;
    editor.edit(`Deleted tab ${title}`, (document) => ({ ...document, layout: remove(document.layout, tab.id) }));
  };
  return (
    <span className={styles.tabTools}>
      <IconButton label="Add tab" icon={<Plus size={16} />} onClick={add} />
      {tab && (
        <IconButton label={`Rename tab ${title}`} icon={<Pencil size={14} />} onClick={() => startTextEdit(tab.id)} />
      )}
      {tab && <IconButton label={`Delete tab ${title}`} icon={<X size={14} />} onClick={() => setConfirming(true)} />}
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
      title={`Delete tab "${title}"`}
      onClose={onCancel}
      primary={{ label: "Delete tab", danger: true, onClick: onDelete }}
    >
      {isEmpty ? "The tab is empty." : "The tab and everything on it will be deleted."} You can undo this.
    </Dialog>
  );
}
