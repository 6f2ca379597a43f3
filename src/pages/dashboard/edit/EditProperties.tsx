import { PropertiesDialog } from "../../../features/dashboard-properties/PropertiesDialog.tsx";
import { t } from "../../../i18n/translate.ts";
import { useEditor } from "./editor-context.ts";

export function EditProperties({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  return (
    <PropertiesDialog
      initial={editor.document}
      verb={t("Apply")}
      note={t("Changes can be undone and are saved with the dashboard.")}
      onApply={({ properties, metadata }) => {
        editor.edit(t("Changed properties"), (document) => ({ ...document, properties, metadata }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
