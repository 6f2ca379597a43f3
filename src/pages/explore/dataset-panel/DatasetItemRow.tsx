import { Popover } from "antd";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Menu } from "../../../ui/Menu.tsx";
import { TypeMark } from "../../../web/components/TypeMark.tsx";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { bestPlacement, type Placement, placementsOf } from "../state/roles.ts";
import { useDragItem } from "../workbench/drag.ts";
import { useBench, useChartType, useControlState } from "../workbench/store-context.ts";
import { ColumnPreview } from "./ColumnPreview.tsx";
import styles from "./dataset-panel.module.css";
import type { PanelItem } from "./items.ts";

interface DatasetItemRowProps {
  entry: PanelItem;
  /** The control it is used in, if any. */
  role: string | undefined;
}

/** One metric or column: drag it onto a control, click to put it where it fits best, or choose where by the menu. */
export function DatasetItemRow({ entry, role }: DatasetItemRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isDragging = useDragItem(row, entry.item);
  const [isOpen, setIsOpen] = useState(false);
  const type = useChartType();
  const state = useControlState();
  const { store } = useBench();
  const place = ({ control, value }: Placement) => store.getState().set(control.name, value);
  const addBest = () => {
    setIsOpen(false);
    const best = bestPlacement(type, entry.item, state);
    if (best) place(best);
  };
  const menu = () =>
    placementsOf(type, entry.item, state).map((placement) => ({
      key: placement.control.name,
      label: menuLabel(placement, controlLabel(placement.control, state)),
      onSelect: () => place(placement),
    }));
  return (
    <div ref={row} className={styles.row} data-dragging={isDragging || undefined} data-used={role ? true : undefined}>
      <Popover
        content={<ColumnPreview entry={entry} />}
        placement="rightTop"
        mouseEnterDelay={0.6}
        open={isOpen && !isDragging}
        onOpenChange={setIsOpen}
        destroyOnHidden
        arrow={false}
      >
        <button type="button" className={styles.item} onClick={addBest}>
          <TypeMark mark={entry.mark} />
          <span className={styles.title}>{entry.title}</span>
          {role ? <span className={styles.role}>{role}</span> : <span className={styles.note}>{entry.note}</span>}
        </button>
      </Popover>
      <Menu items={menu()} placement="bottomRight">
        <button type="button" className={styles.add} aria-label={`Add ${entry.title} to…`}>
          <Plus size={14} />
        </button>
      </Menu>
    </div>
  );
}

function menuLabel(placement: Placement, label: string): string {
  if (placement.control.widget === "filters") return placement.words;
  return `${label}: ${placement.words}`;
}
