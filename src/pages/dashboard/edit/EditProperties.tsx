import { PropertiesDialog } from "../../../features/dashboard-properties/PropertiesDialog.tsx";
import { useEditor } from "./editor-context.ts";

export function EditProperties({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  return (
    <PropertiesDialog
      initial={editor.document}
      verb="Apply"
      note="Changes can be undone and are saved with the dashboard."
      onApply={({ properties, metadata }) => {
        editor.edit("Changed properties", (document) => ({ ...document, properties, metadata }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
