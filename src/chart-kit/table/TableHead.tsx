import type { TableColumn } from "../../chart-seam/table-column.ts";
import styles from "./DataTable.module.css";
import { HeaderCell } from "./HeaderCell.tsx";
import type { MenuPlace } from "./MenuMark.tsx";
import { pinClass } from "./pin-class.ts";
import type { TableSort } from "./rows.ts";

interface Props {
  id: string;
  columns: readonly TableColumn[];
  widths: readonly number[];
  sorts: readonly TableSort[];
  originals: ReadonlySet<string>;
  activeColumn?: number;
  hasNumbers: boolean;
  barsBeside: boolean;
  pins: readonly number[];
  filtered?: ReadonlySet<string>;
  onMenu?(column: TableColumn, at: MenuPlace): void;
  onSort(key: string, additive: boolean): void;
  onResize(key: string, width: number | undefined): void;
  onMove?(key: string, before: string): void;
  onToggleOriginal?(key: string): void;
}

export function TableHead(props: Props) {
  const { columns, pins, onMove, onToggleOriginal, onMenu } = props;
  const groups = groupsOf(columns);
  return (
    <thead className={styles.head}>
      {groups.length > 0 && (
        <tr className={styles.groups}>
          {props.hasNumbers && <td />}
          {groups.map((group) =>
            group.label ? (
              <th key={group.key} scope="colgroup" colSpan={group.span}>
                {group.label}
              </th>
            ) : (
              <td key={group.key} colSpan={group.span} />
            ),
          )}
        </tr>
      )}
      <tr aria-rowindex={1}>
        {props.hasNumbers && (
          <th scope="col" className={`${styles.number} ${styles.frozen}`}>
            #
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.key}
            id={`${props.id}--1-${index}`}
            column={column}
            index={index}
            width={props.widths[index] ?? 0}
            sorts={props.sorts}
            isActive={props.activeColumn === index}
            pin={{ className: pinClass(index, pins, props.hasNumbers), offset: pins[index] }}
            isFiltered={props.filtered?.has(column.key) === true}
            barsBeside={props.barsBeside}
            isOriginal={props.originals.has(column.key)}
            onSort={(additive) => props.onSort(column.key, additive)}
            onResize={(width) => props.onResize(column.key, width)}
            onDropBefore={onMove && ((dragged) => onMove(dragged, column.key))}
            onMenu={onMenu && ((at) => onMenu(column, at))}
            onToggleOriginal={onToggleOriginal && (() => onToggleOriginal(column.key))}
          />
        ))}
      </tr>
    </thead>
  );
}

interface Group {
  key: string;
  label: string;
  span: number;
}

function groupsOf(columns: readonly TableColumn[]): Group[] {
  if (!columns.some((column) => column.group)) return [];
  const groups: Group[] = [];
  columns.forEach((column, index) => {
    const last = groups.at(-1);
    const label = column.group ?? "";
    if (last && label !== "" && last.label === label) last.span += 1;
    else groups.push({ key: `${index}`, label, span: 1 });
  });
  return groups;
}
