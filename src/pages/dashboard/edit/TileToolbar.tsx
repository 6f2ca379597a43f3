import { ClipboardPaste, Copy, GripVertical, Pencil, Scissors, SlidersHorizontal, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { ACTIONS, nameOf } from "../../../editor/action.ts";
import type { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { update } from "../../../editor/layout-edits.ts";
import { inlineSign } from "../../../i18n/direction.ts";
import { t } from "../../../i18n/translate.ts";
import type { LayoutMeta } from "../../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../../model/layout-tree.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { useDashboardPage } from "../state/context.ts";
import type { DashboardStore } from "../state/store.ts";
import { copySelected, cutSelected, pasteFromClipboard } from "./clipboard.ts";
import { startTextEdit } from "./EditableText.tsx";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { startKeyboardDrag } from "./keyboard-drag.ts";

export function TileToolbar({ node }: { node: LayoutNode }) {
  const editor = useEditor();
  const { store } = useDashboardPage();
  const settings = useSettings(node);
  const [toolbar, { isLow, isAtStart }] = useToolbarPlace();
  const isText = node.type === "MARKDOWN" || node.type === "HEADER" || node.type === "CHART";
  return (
    <div
      ref={toolbar}
      className={styles.toolbar}
      data-low={isLow || undefined}
      data-start={isAtStart || undefined}
      role="toolbar"
      aria-label={t("{name} tools", { name: nameOf(node) })}
    >
      <span data-drag-handle>
        <IconButton
          label={t("Move (drag, or Space and arrows)")}
          icon={<GripVertical size={16} />}
          size={24}
          onClick={() => startKeyboardDrag(editor, node.id)}
        />
      </span>
      {isText && (
        <IconButton
          label={node.type === "CHART" ? t("Rename on this dashboard") : t("Edit text")}
          icon={<Pencil size={16} />}
          size={24}
          onClick={() => startTextEdit(node.id)}
        />
      )}
      {settings.length > 0 && (
        <Menu items={settings}>
          <IconButton label={t("Settings")} icon={<SlidersHorizontal size={16} />} size={24} />
        </Menu>
      )}
      <Menu items={clipboardEntries(editor, store)}>
        <IconButton label={t("Copy and paste")} icon={<Copy size={16} />} size={24} />
      </Menu>
      <IconButton
        label={t("Delete {name}", { name: nameOf(node) })}
        icon={<Trash2 size={16} className={styles.danger} />}
        size={24}
        onClick={() => ACTIONS.find((action) => action.id === "delete")?.run(editor)}
      />
    </div>
  );
}

function clipboardEntries(editor: DashboardEditor, store: DashboardStore): MenuEntry[] {
  return [
    {
      key: "copy",
      icon: <Copy size={14} />,
      label: t("Copy"),
      keys: "Mod+C",
      onSelect: () => void copySelected(editor),
    },
    {
      key: "cut",
      icon: <Scissors size={14} />,
      label: t("Cut"),
      keys: "Mod+X",
      onSelect: () => void cutSelected(editor),
    },
    {
      key: "paste",
      icon: <ClipboardPaste size={14} />,
      label: t("Paste after this"),
      keys: "Mod+V",
      onSelect: () => void pasteFromClipboard(editor, store),
    },
  ];
}

const TOOLBAR_HEIGHT = 24;

function useToolbarPlace() {
  const toolbar = useRef<HTMLDivElement>(null);
  const [isLow, setLow] = useState(false);
  const [isAtStart, setAtStart] = useState(false);
  useLayoutEffect(() => {
    const tile = toolbar.current?.parentElement;
    const canvas = tile?.closest("[data-dashboard-canvas]");
    if (!tile || !canvas || !toolbar.current) return;
    const [own, all] = [tile.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const panel = tile.parentElement?.closest("[role=tabpanel]")?.getBoundingClientRect();
    setLow(
      own.top - all.top + canvas.scrollTop < TOOLBAR_HEIGHT ||
        (panel !== undefined && own.top - panel.top < TOOLBAR_HEIGHT),
    );
    const room = inlineSign() === 1 ? own.right - all.left : all.right - own.left;
    setAtStart(room < toolbar.current.offsetWidth + TOOLBAR_HEIGHT);
  });
  return [toolbar, { isLow, isAtStart }] as const;
}

const HEADING_SIZES = [
  ["SMALL_HEADER", t("Small"), t("Changed heading size to small")],
  ["MEDIUM_HEADER", t("Medium"), t("Changed heading size to medium")],
  ["LARGE_HEADER", t("Large"), t("Changed heading size to large")],
] as const;

function useSettings(node: LayoutNode): MenuEntry[] {
  const editor = useEditor();
  const { background, headerSize = "MEDIUM_HEADER" } = node.meta;
  const set = (label: string, meta: LayoutMeta) => () =>
    editor.edit(label, (document) => ({ ...document, layout: update(document.layout, node.id, meta) }));
  const choice = (label: string, isOn: boolean, onSelect: () => void): MenuEntry => ({
    key: label,
    label,
    checked: isOn,
    onSelect,
  });
  const isSolid = background === "BACKGROUND_WHITE";
  const entries: MenuEntry[] = [];
  if (node.type === "HEADER") {
    for (const [size, label, step] of HEADING_SIZES) {
      entries.push(choice(label, headerSize === size, set(step, { headerSize: size })));
    }
    entries.push({ key: "line", divider: true });
  }
  if (node.type === "HEADER" || node.type === "ROW" || node.type === "COLUMN") {
    entries.push(
      choice(
        t("Transparent"),
        !isSolid,
        set(t("Changed background to transparent"), { background: "BACKGROUND_TRANSPARENT" }),
      ),
      choice(t("Solid"), isSolid, set(t("Changed background to solid"), { background: "BACKGROUND_WHITE" })),
    );
  }
  return entries;
}
