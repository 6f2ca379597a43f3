import type { EditSupport } from "../grid/edit-context.ts";
import { TextField } from "./EditableText.tsx";
import { EditFrame } from "./EditFrame.tsx";
import { EmptyContainer } from "./EmptyContainer.tsx";
import { TabTitle } from "./TabTitle.tsx";
import { TabTools } from "./TabTools.tsx";

/** What edit mode adds to the view's components. `editedId`: the component whose text is a field now. */
export function editSupport(editedId: string | null, onPropose: () => void): EditSupport {
  return {
    frame: (node, content, item) => (
      <EditFrame key={node.id} node={node} content={content} item={item} isTextEdited={node.id === editedId} />
    ),
    afterTabs: (node) => <TabTools tabs={node} />,
    tabTitle: (tab, title) => (tab.id === editedId ? <TextField node={tab} /> : <TabTitle tab={tab} title={title} />),
    text: (node) => (node.id === editedId ? <TextField node={node} /> : undefined),
    emptyContainer: (node) => <EmptyContainer node={node} onPropose={onPropose} />,
  };
}
