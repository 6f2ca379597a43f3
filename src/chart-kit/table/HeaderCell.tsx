import { ArrowDown, ArrowUp, Clock } from "lucide-react";
import { type DragEvent, Fragment, useState } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { t } from "../../i18n/translate.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import { zoneText } from "../format/zoned.ts";
import { ColumnGrip } from "./ColumnGrip.tsx";
import { alignOf } from "./column.ts";
import styles from "./DataTable.module.css";
import { MenuMark, type MenuPlace, menuHandler } from "./MenuMark.tsx";
import type { TableSort } from "./rows.ts";
import { BAR_TRACK, headerParts } from "./widths.ts";

const DRAG_TYPE = "application/x-tessera-column";

export interface HeaderCellProps {
  id: string;
  column: TableColumn;
  index: number;
  width: number;
  sorts: readonly TableSort[];
  isActive: boolean;
  pin: { className: string | undefined; offset: number | undefined };
  isFiltered: boolean;
  barsBeside: boolean;
  isOriginal: boolean;
  onSort(additive: boolean): void;
  onResize(width: number | undefined): void;
  onDropBefore?(key: string): void;
  onMenu?(at: MenuPlace): void;
  onToggleOriginal?(): void;
}

const titleOf = ({ description, label, zone }: TableColumn) =>
  [description || label, ...(zone === undefined ? [] : [zoneText(zone)])].join("\n");

export function HeaderCell(props: HeaderCellProps) {
  const { column, sorts, onDropBefore, onToggleOriginal } = props;
  const [isTarget, setTarget] = useState(false);
  const sort = sorts.find((one) => one.key === column.key);
  const canSort = column.sortable !== false;
  const hasNotation = onToggleOriginal !== undefined && column.type === GENERIC_TYPE.TEMPORAL;
  return (
    <th
      id={props.id}
      scope="col"
      aria-colindex={props.index + 1}
      aria-sort={ariaSort(sort)}
      title={titleOf(column)}
      className={classesOf(props, { canSort, isSorted: sort !== undefined, isTarget })}
      style={{ insetInlineStart: props.pin.offset }}
      onClick={canSort ? (event) => props.onSort(event.shiftKey) : undefined}
      onContextMenu={menuHandler(props.onMenu)}
      {...(onDropBefore ? dragProps(column.key, onDropBefore, setTarget) : {})}
    >
      <span
        className={styles.heading}
        data-align={alignOf(column)}
        data-filtered={props.isFiltered || undefined}
        style={props.barsBeside && column.hasBars ? { paddingInlineEnd: BAR_TRACK + 8 } : undefined}
      >
        {column.sign}
        <bdi className={styles.name}>
          {headerParts(column.label).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </bdi>
        {sort && <SortMark sort={sort} rank={sorts.length > 1 ? sorts.indexOf(sort) + 1 : undefined} />}
        {hasNotation && <Notation label={column.label} isOriginal={props.isOriginal} onToggle={onToggleOriginal} />}
      </span>
      <MenuMark column={column} isFiltered={props.isFiltered} onMenu={props.onMenu} />
      <ColumnGrip width={props.width} onResize={props.onResize} />
    </th>
  );
}

function ariaSort(sort: TableSort | undefined): "none" | "ascending" | "descending" {
  if (!sort) return "none";
  return sort.descending ? "descending" : "ascending";
}

function classesOf(
  props: HeaderCellProps,
  { canSort, isSorted, isTarget }: { canSort: boolean; isSorted: boolean; isTarget: boolean },
): string {
  const classes: [name: string | undefined, isOn: boolean][] = [
    [styles.sortable, canSort],
    [styles.sorted, isSorted],
    [styles.active, props.isActive],
    [props.pin.className, true],
    [styles.dropBefore, isTarget],
  ];
  return classes.flatMap(([name, isOn]) => (isOn && name ? [name] : [])).join(" ");
}

function SortMark({ sort, rank }: { sort: TableSort; rank?: number }) {
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <span className={styles.mark} aria-hidden>
      <Arrow size={12} strokeWidth={2} />
      {rank}
    </span>
  );
}

function Notation({ label, isOriginal, onToggle }: { label: string; isOriginal: boolean; onToggle(): void }) {
  return (
    <button
      type="button"
      className={styles.notation}
      aria-pressed={isOriginal}
      aria-label={t("Original value of {column}", { column: label })}
      title={isOriginal ? t("Show formatted dates") : t("Show original values")}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Clock size={12} strokeWidth={1.75} />
    </button>
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
