import { Camera, Code, Copy, PanelBottom, Play, Redo2, Save, SaveAll, Undo2 } from "lucide-react";
import { useEffect, useMemo } from "react";
import { loadedEditedType } from "../../chart-types/with-matrix.ts";
import { t } from "../../i18n/translate.ts";
import { type Action, useActions } from "../../web/navigation/actions.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { downloadPicture } from "./header/downloads.ts";
import { useSave } from "./header/use-save.ts";
import { useShare } from "./header/use-share.ts";
import { openDialog } from "./state/dialogs.ts";
import { deriveState } from "./state/store.ts";
import { useWorkbench } from "./workbench/store-context.ts";

const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]";

interface KeyOptions {
  onToggleData(): void;
}

export function useKeys({ onToggleData }: KeyOptions): void {
  const { store } = useWorkbench();
  const { save, canOverwrite, canAdd, isReady } = useSave();
  const share = useShare();
  const actions = useMemo((): Action[] => {
    const step = (way: "undo" | "redo") => {
      const label = store.getState()[way]();
      if (!label) return;
      const text = way === "undo" ? t("Undone: {change}", { change: label }) : t("Redone: {change}", { change: label });
      toast.info(text, { noDuplicate: true });
    };
    const saveChart = () => {
      if (!canOverwrite) return openDialog("save-as");
      // Read at call time: a focused field commits its text on this key press.
      const { altered, isRenamed } = deriveState(store.getState(), loadedEditedType);
      if (altered.length > 0 || isRenamed) return void save();
      toast.info(t("No changes to save"), { noDuplicate: true });
    };
    const isClosed = !canAdd || !isReady;
    return [
      { id: "explore.run", label: t("Update chart"), icon: Play, keys: "Mod+Enter", run: () => store.getState().run() },
      { id: "explore.save", label: t("Save chart"), icon: Save, keys: "Mod+S", disabled: isClosed, run: saveChart },
      {
        id: "explore.save-as",
        label: t("Save chart as…"),
        icon: SaveAll,
        disabled: isClosed,
        run: () => openDialog("save-as"),
      },
      { id: "explore.undo", label: t("Undo"), icon: Undo2, keys: "Mod+Z", run: () => step("undo") },
      { id: "explore.redo", label: t("Redo"), icon: Redo2, keys: "Mod+Shift+Z", run: () => step("redo") },
      { id: "explore.redo-too", label: t("Redo"), keys: "Mod+Y", inPalette: false, run: () => step("redo") },
      { id: "explore.data", label: t("Show or hide data"), icon: PanelBottom, keys: "Mod+Shift+D", run: onToggleData },
      { id: "explore.query", label: t("View query"), icon: Code, run: () => openDialog("query") },
      { id: "explore.share", label: t("Copy permalink"), icon: Copy, run: () => void share() },
      {
        id: "explore.image",
        label: t("Download as image"),
        icon: Camera,
        run: () => void downloadPicture(store.getState().name),
      },
    ];
  }, [store, save, canOverwrite, canAdd, isReady, share, onToggleData]);
  useActions(actions);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = actions.find((one) => one.keys !== undefined && isPressed(one.keys, event));
      if (!action || action.disabled || isForField(action.keys ?? "", event.target)) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog]")) return;
      event.preventDefault();
      action.run?.();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [actions]);
}

/** Text fields have their own undo, except an empty search of a select. */
function isForField(keys: string, target: EventTarget | null): boolean {
  if (!/\+[YZ]$/.test(keys) || !(target instanceof Element)) return false;
  const isIdleSearch = target instanceof HTMLInputElement && target.role === "combobox" && target.value === "";
  return !isIdleSearch && target.closest(FIELDS) !== null;
}

export function isPressed(
  keys: string,
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1)?.toLowerCase();
  const isMod = event.ctrlKey || event.metaKey;
  return (
    event.key.toLowerCase() === key &&
    isMod === parts.includes("Mod") &&
    event.shiftKey === parts.includes("Shift") &&
    event.altKey === parts.includes("Alt")
  );
}
