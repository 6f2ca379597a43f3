import type { Message } from "../i18n/message.ts";
import { msg, t } from "../i18n/translate.ts";
import { type ComponentType, GRID_ID } from "../model/dashboard-layout.ts";
import type { DashboardEditor, EditorSnapshot } from "./dashboard-editor.ts";
import { openSlots, tryDrop } from "./drop.ts";
import { maximumWidth, remove, resize } from "./layout-edits.ts";
import { defaultContainer, hasWidth, topTabsOf, widthOf } from "./layout-rules.ts";

export interface Action {
  id: string;
  label: Message;
  icon: string;
  /** `mod` means Ctrl, or Cmd on macOS. */
  keys: readonly string[];
  when(snapshot: EditorSnapshot): boolean;
  run(editor: DashboardEditor): void;
}

const hasSelection = (snapshot: EditorSnapshot) => snapshot.selection !== null;

function selected(snapshot: EditorSnapshot) {
  return snapshot.selection ? snapshot.document.layout[snapshot.selection] : undefined;
}

const TYPE_NAMES: Readonly<Record<ComponentType, Message>> = {
  ROOT: msg("dashboard"),
  GRID: msg("grid"),
  HEADER: msg("heading"),
  ROW: msg("row"),
  COLUMN: msg("column"),
  CHART: msg("chart"),
  MARKDOWN: msg("text"),
  TABS: msg("tabs"),
  TAB: msg("tab"),
  DIVIDER: msg("divider"),
  DYNAMIC: msg("component"),
};

export function nameOf(component: {
  type: ComponentType;
  meta: { sliceNameOverride?: string | null; sliceName?: string; text?: string };
}): string {
  const { sliceNameOverride, sliceName, text } = component.meta;
  return sliceNameOverride || sliceName || text || t(TYPE_NAMES[component.type]);
}

export const ACTIONS: readonly Action[] = [
  {
    id: "undo",
    label: msg("Undo"),
    icon: "undo-2",
    keys: ["mod+z"],
    when: (snapshot) => snapshot.undoLabel !== undefined,
    run: (editor) => editor.undo(),
  },
  {
    id: "redo",
    label: msg("Redo"),
    icon: "redo-2",
    keys: ["mod+shift+z", "mod+y"],
    when: (snapshot) => snapshot.redoLabel !== undefined,
    run: (editor) => editor.redo(),
  },
  {
    id: "delete",
    label: msg("Delete"),
    icon: "trash-2",
    keys: ["Delete", "Backspace"],
    when: hasSelection,
    run: (editor) => {
      const component = selected(editor.getSnapshot());
      if (!component) return;
      editor.edit(t("Deleted {name}", { name: nameOf(component) }), (document) => ({
        ...document,
        layout: remove(document.layout, component.id),
      }));
    },
  },
  resizeAction({ id: "wider", label: msg("Wider"), icon: "move-right", keys: ["shift+ArrowRight"], width: 1 }),
  resizeAction({ id: "narrower", label: msg("Narrower"), icon: "move-left", keys: ["shift+ArrowLeft"], width: -1 }),
  resizeAction({ id: "taller", label: msg("Taller"), icon: "move-down", keys: ["shift+ArrowDown"], height: 1 }),
  resizeAction({ id: "shorter", label: msg("Shorter"), icon: "move-up", keys: ["shift+ArrowUp"], height: -1 }),
  moveAction({
    id: "move-earlier",
    label: msg("Move earlier"),
    icon: "arrow-up",
    keys: ["ArrowUp", "ArrowLeft"],
    step: -1,
  }),
  moveAction({
    id: "move-later",
    label: msg("Move later"),
    icon: "arrow-down",
    keys: ["ArrowDown", "ArrowRight"],
    step: 1,
  }),
];

function resizeAction(options: {
  id: string;
  label: Message;
  icon: string;
  keys: string[];
  width?: number;
  height?: number;
}): Action {
  const { width = 0, height = 0, ...rest } = options;
  return {
    ...rest,
    when: (snapshot) => {
      const component = selected(snapshot);
      if (!component) return false;
      if (width > 0)
        return hasWidth(component) && maximumWidth(snapshot.document.layout, component.id) > widthOf(component);
      if (width < 0) return hasWidth(component) && widthOf(component) > 1;
      return component.meta.height !== undefined;
    },
    run: (editor) => {
      const component = selected(editor.getSnapshot());
      if (!component) return;
      const size = {
        ...(width ? { width: widthOf(component) + width } : {}),
        ...(height && component.meta.height !== undefined ? { height: component.meta.height + height } : {}),
      };
      const change = (layout: Parameters<typeof resize>[0]) => resize(layout, component.id, size);
      editor.edit(
        t("Resized {name}", { name: nameOf(component) }),
        (document) => ({ ...document, layout: change(document.layout) }),
        `resize ${component.id}`,
      );
    },
  };
}

function moveAction(options: { id: string; label: Message; icon: string; keys: string[]; step: 1 | -1 }): Action {
  const { step, ...rest } = options;
  const target = (snapshot: EditorSnapshot) => {
    const component = selected(snapshot);
    return component && neighbor(snapshot, component.id, step);
  };
  return {
    ...rest,
    when: (snapshot) => target(snapshot) !== undefined,
    run: (editor) => {
      const snapshot = editor.getSnapshot();
      const component = selected(snapshot);
      const next = target(snapshot);
      if (!component || !next) return;
      editor.edit(
        t("Moved {name}", { name: nameOf(component) }),
        (document) => ({ ...document, layout: next }),
        `move ${component.id}`,
      );
    },
  };
}

function neighbor(snapshot: EditorSnapshot, id: string, step: 1 | -1) {
  const { layout } = snapshot.document;
  const root = topTabsOf(layout)?.id ?? GRID_ID;
  const order = readingOrder(layout, root);
  const here = order.indexOf(id);
  const dragged = { kind: "existing", id } as const;
  const candidates = openSlots(layout, dragged, root === GRID_ID ? defaultContainer(layout) : root)
    .map((slot) => tryDrop(layout, dragged, slot))
    .flatMap((result) => (result.kind === "slot" ? [result.layout] : []))
    .map((next) => ({
      next,
      at: readingOrder(next, root)
        .filter((other) => layout[other])
        .indexOf(id),
    }))
    .filter(({ at }) => (step > 0 ? at >= here : at <= here));
  const ranked = candidates.sort((a, b) => Math.abs(a.at - here) - Math.abs(b.at - here));
  return (ranked.find(({ at }) => at !== here) ?? ranked[0])?.next;
}

function readingOrder(layout: Parameters<typeof openSlots>[0], id: string): string[] {
  return (layout[id]?.children ?? []).flatMap((child) => [child, ...readingOrder(layout, child)]);
}
