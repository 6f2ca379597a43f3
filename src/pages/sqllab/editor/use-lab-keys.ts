import { AlignLeft, ListTree, Play, Plus, Save, Share2, Square } from "lucide-react";
import { useEffect, useMemo } from "react";
import { t } from "../../../i18n/translate.ts";
import { type Action, useActions } from "../../../web/navigation/actions.ts";
import type { Lab } from "../state/lab.ts";
import { useLab } from "../state/lab-context.ts";
import { cancelRun, canSave, explain, format, openDialog, runAll, runNow, runStatement, share } from "./actions.ts";

function actionsOf(lab: Lab): Action[] {
  const saving: Action[] = canSave()
    ? [{ id: "sql.save", label: t("Save query"), icon: Save, keys: "Mod+S", run: () => openDialog(lab, "save") }]
    : [];
  return [
    { id: "sql.run", label: t("Run"), icon: Play, keys: "Mod+Enter", run: () => runNow(lab) },
    {
      id: "sql.statement",
      label: t("Run statement at cursor"),
      icon: Play,
      keys: "Mod+Shift+Enter",
      run: () => runStatement(lab),
    },
    { id: "sql.all", label: t("Run all statements"), icon: Play, run: () => runAll(lab) },
    { id: "sql.stop", label: t("Stop"), icon: Square, keys: "Mod+E", run: () => cancelRun(lab) },
    { id: "sql.format", label: t("Format SQL"), icon: AlignLeft, keys: "Mod+Shift+F", run: () => void format(lab) },
    { id: "sql.explain", label: t("Explain"), icon: ListTree, run: () => explain(lab) },
    ...saving,
    { id: "sql.share", label: t("Copy link to this query"), icon: Share2, run: () => void share(lab) },
    { id: "sql.new", label: t("New query tab"), icon: Plus, keys: "Alt+T", run: () => void lab.add({}) },
    { id: "sql.previous", label: t("Previous query tab"), keys: "Mod+[", run: () => lab.step(-1) },
    { id: "sql.next", label: t("Next query tab"), keys: "Mod+]", run: () => lab.step(1) },
  ];
}

export function useLabKeys(): void {
  const lab = useLab();
  const actions = useMemo(() => actionsOf(lab), [lab]);
  useActions(actions);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog]")) return;
      const action = actions.find((one) => one.keys !== undefined && isPressed(one.keys, event));
      if (!action) return;
      event.preventDefault();
      action.run?.();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [actions]);
}

export function useEditorKeys(): Readonly<Record<string, () => void>> {
  const lab = useLab();
  return useMemo(() => {
    const keyed = actionsOf(lab).flatMap(({ keys, run }) => (keys && run ? [[editorKey(keys), run] as const] : []));
    return { ...Object.fromEntries(keyed), "Alt-Enter": () => runNow(lab) };
  }, [lab]);
}

const editorKey = (keys: string) =>
  keys
    .split("+")
    .map((key) => (key.length === 1 ? key.toLowerCase() : key))
    .join("-");

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1)?.toLowerCase() ?? "";
  const isKey = event.key.toLowerCase() === key || (event.altKey && event.code === `Key${key.toUpperCase()}`);
  return (
    isKey &&
    (event.ctrlKey || event.metaKey) === parts.includes("Mod") &&
    event.shiftKey === parts.includes("Shift") &&
    event.altKey === parts.includes("Alt")
  );
}
