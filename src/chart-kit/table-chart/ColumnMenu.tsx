import { Button, Checkbox, Popover } from "antd";
import { ArrowDown, ArrowUp, EyeOff, MoveHorizontal, Pin, PinOff, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { inlinePlacement } from "../../i18n/direction.ts";
import { t } from "../../i18n/translate.ts";
import type { DataRow } from "../../model/query-context.ts";
import { type ColumnState, type ColumnStates, changed } from "../table/column-state.ts";
import type { MenuPlace } from "../table/MenuMark.tsx";
import type { TableSort } from "../table/rows.ts";
import { ColumnFilterForm } from "./ColumnFilterForm.tsx";
import styles from "./ColumnMenu.module.css";
import { ColumnSummary } from "./ColumnSummary.tsx";
import type { ColumnFilter } from "./column-filter.ts";

export interface ColumnMenuProps {
  column: TableColumn;
  at: MenuPlace;
  columns: readonly TableColumn[];
  states: ColumnStates;
  filter: ColumnFilter | undefined;
  values: readonly (string | number | boolean | null)[];
  /** False when server pagination can't filter by the column, such as percentages. */
  canFilter: boolean;
  rows?: readonly DataRow[];
  onSort(sort: TableSort[]): void;
  onStates(states: ColumnStates): void;
  onFilter(filter: ColumnFilter | null): void;
  onClose(): void;
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { column, at, columns, states, onStates, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true }), []);
  const set = (change: Omit<ColumnState, "colId">) => {
    onStates(changed(states, columns, { colId: column.key, ...change }));
    onClose();
  };
  const sort = (descending: boolean) => {
    props.onSort([{ key: column.key, descending }]);
    onClose();
  };
  const isPinned = states.some(({ colId, pinned }) => colId === column.key && pinned === "left");
  const shown = columns.filter(({ key }) => !isHidden(states, key));
  const room = roomBeside(at, window.innerHeight);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    event.stopPropagation();
  };
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from anywhere inside
    <div ref={panel} className={styles.panel} style={{ maxHeight: room.height }} onKeyDown={handleKey}>
      <div className={styles.acts}>
        <Act icon={<ArrowUp size={14} />} onClick={() => sort(false)}>
          {t("Sort ascending")}
        </Act>
        <Act icon={<ArrowDown size={14} />} onClick={() => sort(true)}>
          {t("Sort descending")}
        </Act>
        <Act
          icon={isPinned ? <PinOff size={14} /> : <Pin size={14} />}
          onClick={() => set({ pinned: isPinned ? null : "left" })}
        >
          {isPinned ? t("Unpin") : t("Pin to the left")}
        </Act>
        <Act icon={<MoveHorizontal size={14} />} onClick={() => set({ width: null })}>
          {t("Fit to content")}
        </Act>
        {shown.length > 1 ? (
          <Act icon={<EyeOff size={14} />} onClick={() => set({ hide: true })}>
            {t("Hide")}
          </Act>
        ) : null}
      </div>
      {props.rows ? <ColumnSummary column={column} rows={props.rows} /> : null}
      {props.canFilter ? <ColumnFilterForm {...props} /> : null}
      <section className={styles.section} aria-label={t("Columns")}>
        <h3>{t("Columns")}</h3>
        <div className={styles.columns}>
          {columns.map(({ key, label, group }) => (
            <Checkbox
              key={key}
              checked={!isHidden(states, key)}
              disabled={shown.length === 1 && shown[0]?.key === key}
              onChange={({ target }) => onStates(changed(states, columns, { colId: key, hide: !target.checked }))}
            >
              {group ? `${group}, ${label}` : label}
            </Checkbox>
          ))}
        </div>
        {states.length > 0 ? (
          <Button
            size="small"
            type="text"
            icon={<RotateCcw size={14} />}
            onClick={() => {
              onStates([]);
              onClose();
            }}
          >
            {t("Reset columns")}
          </Button>
        ) : null}
      </section>
    </div>
  );
  return createPortal(
    <Popover
      open
      trigger="click"
      placement={inlinePlacement(room.isBelow ? "bottomLeft" : "topLeft")}
      autoAdjustOverflow={{ adjustX: 1, adjustY: 0 }}
      arrow={false}
      content={content}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <span className={styles.anchor} style={{ left: at.x, top: at.y - at.height, height: at.height || 1 }} />
    </Popover>,
    document.body,
  );
}

const HIGHEST = 480;
const LOWEST = 240;
const AROUND = 40;

export function roomBeside({ y, height }: MenuPlace, windowHeight: number): { isBelow: boolean; height: number } {
  const below = windowHeight - y - AROUND;
  const above = y - height - AROUND;
  const isBelow = below >= LOWEST || below >= above;
  return { isBelow, height: Math.min(HIGHEST, isBelow ? below : above) };
}

const isHidden = (states: ColumnStates, key: string) =>
  states.some(({ colId, hide }) => colId === key && hide === true);

function Act({ icon, onClick, children }: { icon: ReactNode; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
