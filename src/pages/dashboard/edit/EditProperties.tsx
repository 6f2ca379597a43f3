import { PropertiesDialog } from "../../../features/dashboard-properties/PropertiesDialog.tsx";
import { useEditor } from "./editor-context.ts";

/** Properties of the dashboard that is edited. Applying them is one undoable step; nothing is stored before Save. */
export function EditProperties({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  return (
    <PropertiesDialog
      initial={editor.document}
      verb="Apply"
      note="Applied changes can be undone, and are stored with Save."
      onApply={({ properties, metadata }) => {
        editor.edit("Changed properties", (document) => ({ ...document, properties, metadata }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
