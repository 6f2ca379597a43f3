import { Redo2, Undo2 } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { MenuEntry } from "../../../ui/Menu.tsx";
import { useExplore } from "../workbench/store-context.ts";
import styles from "./header.module.css";

function useHistory() {
  const undoLabel = useExplore((state) => state.history.past.at(-1)?.label);
  const redoLabel = useExplore((state) => state.history.future[0]?.label);
  const undo = useExplore((state) => state.undo);
  const redo = useExplore((state) => state.redo);
  return [
    {
      key: "undo",
      label: undoLabel === undefined ? t("Nothing to undo") : t("Undo: {action}", { action: undoLabel }),
      Icon: Undo2,
      keys: "Mod+Z",
      disabled: undoLabel === undefined,
      run: () => void undo(),
    },
    {
      key: "redo",
      label: redoLabel === undefined ? t("Nothing to redo") : t("Redo: {action}", { action: redoLabel }),
      Icon: Redo2,
      keys: "Mod+Shift+Z",
      disabled: redoLabel === undefined,
      run: () => void redo(),
    },
  ];
}

export function HistoryButtons() {
  return (
    <span className={styles.history}>
      {useHistory().map(({ key, label, Icon, keys, disabled, run }) => (
        <IconButton
          key={key}
          label={label}
          icon={<Icon size={16} />}
          keys={keys}
          size={32}
          disabled={disabled}
          onClick={run}
        />
      ))}
    </span>
  );
}

export function useHistoryEntries(): MenuEntry[] {
  return useHistory().map(({ key, label, Icon, keys, disabled, run }) => ({
    key,
    label,
    icon: <Icon size={14} />,
    keys,
    disabled,
    onSelect: run,
  }));
}
