import { ArrowDown, ArrowUp, Clock } from "lucide-react";
import { type DragEvent, useState } from "react";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { ColumnGrip } from "./ColumnGrip.tsx";
import { alignOf, type TableColumn } from "./column.ts";
import styles from "./DataTable.module.css";
import type { TableSort } from "./rows.ts";
import { BAR_TRACK } from "./widths.ts";

const DRAG_TYPE = "application/x-tessera-column";

export interface HeaderCellProps {
  id: string;
  column: TableColumn;
  index: number;
  width: number;
  sorts: readonly TableSort[];
  isActive: boolean;
  freezes: boolean;
  barsBeside: boolean;
  isOriginal: boolean;
  onSort(additive: boolean): void;
  onResize(width: number | undefined): void;
  /** Missing: columns keep their order. */
  onDropBefore?(key: string): void;
  /** Missing: no choice of notation. */
  onToggleOriginal?(): void;
}

/** A column's header: click sorts, the edge resizes, dragging reorders, the clock switches a date's notation. */
export function HeaderCell(props: HeaderCellProps) {
  const { column, sorts, onDropBefore, onToggleOriginal } = props;
  const [isTarget, setTarget] = useState(false);
  const rank = sorts.findIndex((sort) => sort.key === column.key);
  const sort = sorts[rank];
  const canSort = column.sortable !== false;
  const classes = [
    canSort && styles.sortable,
    sort && styles.sorted,
    props.isActive && styles.active,
    props.freezes && styles.freezes,
    isTarget && styles.dropBefore,
  ];
  return (
    <th
      id={props.id}
      scope="col"
      aria-colindex={props.index + 1}
      aria-sort={!sort ? "none" : sort.descending ? "descending" : "ascending"}
      title={column.description || column.label}
      className={classes.filter(Boolean).join(" ")}
      onClick={canSort ? (event) => props.onSort(event.shiftKey) : undefined}
      {...(onDropBefore ? dragProps(column.key, onDropBefore, setTarget) : {})}
    >
      <span
        className={styles.heading}
        data-align={alignOf(column)}
        style={props.barsBeside && column.hasBars ? { paddingRight: BAR_TRACK + 8 } : undefined}
      >
        <span className={styles.name}>{column.label}</span>
        {sort && (
          <span className={styles.mark} aria-hidden>
            {sort.descending ? <ArrowDown size={12} strokeWidth={2} /> : <ArrowUp size={12} strokeWidth={2} />}
            {sorts.length > 1 && rank + 1}
          </span>
        )}
        {onToggleOriginal && column.type === GENERIC_TYPE.TEMPORAL && (
          <button
            type="button"
            className={styles.notation}
            aria-pressed={props.isOriginal}
            aria-label={`Original value of ${column.label}`}
            title={props.isOriginal ? "Show formatted dates" : "Show original values"}
            onClick={(event) => {
              event.stopPropagation();
              onToggleOriginal();
            }}
          >
            <Clock size={12} strokeWidth={1.75} />
          </button>
        )}
      </span>
      <ColumnGrip width={props.width} onResize={props.onResize} />
    </th>
  );
}

function dragProps(key: string, onDropBefore: (key: string) => void, setTarget: (isTarget: boolean) => void) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAG_TYPE, key),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setTarget(false);
      const dragged = event.dataTransfer.getData(DRAG_TYPE);
      if (dragged && dragged !== key) onDropBefore(dragged);
    },
  };
}
