import { Plus } from "lucide-react";
import { newComponent } from "../../../editor/layout-edits.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { EditSupport } from "../grid/edit-context.ts";
import { useViewActions } from "../state/context.ts";
import { startTextEdit, TextField } from "./EditableText.tsx";
import { EditFrame } from "./EditFrame.tsx";
import { EmptyContainer } from "./EmptyContainer.tsx";
import { useEditor } from "./editor-context.ts";
import { TabTitle } from "./TabTitle.tsx";
import { land } from "./use-drop.ts";

/** What edit mode adds to the view's components. `editedId`: the component whose text is a field now. */
export function editSupport(editedId: string | null): EditSupport {
  return {
    frame: (node, content, item) => (
      <EditFrame key={node.id} node={node} content={content} item={item} isTextEdited={node.id === editedId} />
    ),
    afterTabs: (node) => <AddTab tabs={node} />,
    tabTitle: (tab, title) => (tab.id === editedId ? <TextField node={tab} /> : <TabTitle tab={tab} title={title} />),
    text: (node) => (node.id === editedId ? <TextField node={node} /> : undefined),
    emptyContainer: (node) => <EmptyContainer node={node} />,
  };
}

function AddTab({ tabs }: { tabs: LayoutNode }) {
  const editor = useEditor();
  const actions = useViewActions();
  return (
    <IconButton
      label="Add tab"
      icon={<Plus size={16} />}
      onClick={() => {
        const component = newComponent("TAB", { text: "New tab" });
        land(editor, { kind: "new", component }, { parentId: tabs.id, index: tabs.children.length });
        actions().openTab(tabs.id, component.id);
        startTextEdit(component.id);
      }}
    />
  );
}
