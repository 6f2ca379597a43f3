import { t } from "../../../i18n/translate.ts";
import { useEditor } from "./editor-context.ts";
import { FilterDialog } from "./FilterDialog.tsx";

/** Filters of the dashboard in edit mode. Saving is one undoable step; the dashboard's Save stores it. */
export function EditFilters({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  return (
    <FilterDialog
      entries={editor.document.filters}
      onSave={(filters) => {
        editor.edit(t("Changed filters"), (document) => ({ ...document, filters }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
