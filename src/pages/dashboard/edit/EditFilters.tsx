import { useEditor } from "./editor-context.ts";
import { FilterDialog } from "./FilterDialog.tsx";

/** The filters of the dashboard that is edited. Saving them is one undoable step; the dashboard keeps them when it is saved. */
export function EditFilters({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  return (
    <FilterDialog
      entries={editor.document.filters}
      onSave={(filters) => {
        editor.edit("Changed filters", (document) => ({ ...document, filters }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
