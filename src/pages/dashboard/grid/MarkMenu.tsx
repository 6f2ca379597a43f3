import { Copy, Crosshair, Table2 } from "lucide-react";
import type { Selection } from "../../../chart-types/chart-type.ts";
import { Menu, type MenuEntry } from "../../../ui/Menu.tsx";
import { copyText } from "../../../web/clipboard.ts";
import { toast } from "../../../web/toasts.ts";

interface MarkMenuProps {
  at: { x: number; y: number };
  selection: Selection | null;
  onFilter?(): void;
  onTable(): void;
  onClose(): void;
}

/** The menu of a mark, at the place it was asked for (window pixels). */
export function MarkMenu({ at, selection, onFilter, onTable, onClose }: MarkMenuProps) {
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success("Copied to clipboard!");
  };
  const items: MenuEntry[] = [
    ...(onFilter
      ? [{ key: "filter", icon: <Crosshair size={14} />, label: "Filter by this", onSelect: onFilter }]
      : []),
    ...(selection
      ? [
          {
            key: "copy",
            icon: <Copy size={14} />,
            label: "Copy value",
            onSelect: () => void copy(selection.label),
          },
        ]
      : []),
    { key: "table", icon: <Table2 size={14} />, label: "View as table", onSelect: onTable },
  ];
  return (
    <Menu items={items} open onOpenChange={(open) => !open && onClose()}>
      <span aria-hidden style={{ position: "fixed", left: at.x, top: at.y, width: 1, height: 1 }} />
    </Menu>
  );
}
