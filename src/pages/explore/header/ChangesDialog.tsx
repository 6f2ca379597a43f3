import { ChangesTable } from "../../../features/changes/ChangesTable.tsx";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { closeDialog } from "../state/dialogs.ts";
import { useDerivedState, useExplore } from "../workbench/store-context.ts";

export function ChangesDialog() {
  const { altered, isRenamed } = useDerivedState();
  const name = useExplore((state) => state.name);
  const savedName = useExplore((state) => state.savedName);
  const discard = useExplore((state) => state.discard);
  const changed = altered.map((row) => ({ key: row.name, ...row }));
  const rows = isRenamed
    ? [{ key: "slice_name", label: t("Name"), before: savedName || t("N/A"), after: name || t("N/A") }, ...changed]
    : changed;
  return (
    <Dialog
      open
      title={t("Chart changes")}
      width={720}
      onClose={closeDialog}
      cancelLabel={t("Close")}
      primary={{
        label: t("Discard changes"),
        danger: true,
        disabled: rows.length === 0,
        onClick: () => {
          discard();
          closeDialog();
        },
      }}
    >
      {rows.length === 0 ? (
        <p>{t("No unsaved changes.")}</p>
      ) : (
        <ChangesTable heads={[t("Control"), t("Before"), t("After")]} rows={rows} />
      )}
    </Dialog>
  );
}
