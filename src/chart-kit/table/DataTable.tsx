import { useId, useMemo, useRef } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { CellContent } from "./CellContent.tsx";
import { alignOf } from "./column.ts";
import type { ColumnStates } from "./column-state.ts";
import styles from "./DataTable.module.css";
import type { MenuPlace } from "./MenuMark.tsx";
import { pinClass } from "./pin-class.ts";
import type { TableSort } from "./rows.ts";
import { ScrollFrame } from "./ScrollFrame.tsx";
import { TableBody } from "./TableBody.tsx";
import { TableHead } from "./TableHead.tsx";
import { useArranged } from "./use-arranged.ts";
import { useBoxWidth } from "./use-box-width.ts";
import { useGridCursor } from "./use-grid-cursor.ts";
import { useRowWindow } from "./use-row-window.ts";
import { tableHandlers, useTableEvents } from "./use-table-events.ts";
import { layoutWidths, naturalWidth, pinOffsets } from "./widths.ts";

export interface TableCell {
  row: DataRow;
  column: TableColumn;
  value: DataValue;
}

export interface DataTableProps {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  /** Accessible name: what the rows are. */
  label: string;
  density?: "compact" | "standard" | "comfortable";
  hasRowNumbers?: boolean;
  /** Number of the first row, for pages. */
  firstRowNumber?: number;
  /** Keeps the rows with this text. */
  search?: string;
  searchColumn?: string;
  /** Given: the caller keeps the order. */
  sort?: readonly TableSort[];
  /** The order of the rows without any of the reader's. */
  unsorted?: readonly TableSort[];
  onSort?(sort: TableSort[]): void;
  /** Rows come sorted and searched already, e.g. by the server. */
  isManual?: boolean;
  /** Values of the pinned summary row by column key. */
  summary?: DataRow;
  canReorder?: boolean;
  /** Given with `onColumnState`: the caller keeps order, width, pins and which columns are hidden. */
  columnState?: ColumnStates;
  onColumnState?(states: ColumnStates): void;
  /** Given: headers have a button, and a menu by right click or the menu key. */
  onColumnMenu?(column: TableColumn, at: MenuPlace): void;
  /** Columns by which rows are filtered. */
  filtered?: ReadonlySet<string>;
  /** Offers the original value of dates in their headers. */
  canToggleDates?: boolean;
  /** Given with `onToggleOriginal`: the caller keeps which columns show their original values. */
  originals?: ReadonlySet<string>;
  onToggleOriginal?(key: string): void;
  /** Given: cells of dimensions can be clicked. `additive`: Ctrl or Cmd was held. */
  onCellClick?(cell: TableCell, additive: boolean): void;
  onCellMenu?(at: { x: number; y: number }, cell: TableCell): void;
  /** How a row stands against the current selection. */
  toneOf?(row: DataRow): "selected" | "muted" | undefined;
  /** Said when no row is left, e.g. by a search. */
  emptyText?: string;
}

const ROW_HEIGHTS = { compact: 24, standard: 28, comfortable: 36 } as const;
const NUMBER_DIGIT_WIDTH = 8;
const MIN_COLUMN_WIDTH = 40;

/**
 * A grid of any number of rows: a real table of which only the lines in view exist. It has one tab stop; arrows, Home,
 * End and page keys move the active cell, Shift selects a range, Ctrl+C copies it as tab-separated text, Enter sorts
 * or selects, Alt with arrows on a header resizes.
 */
export function DataTable(props: DataTableProps) {
  const { density = "standard", hasRowNumbers = false, firstRowNumber = 1, summary } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const available = useBoxWidth(box);
  const arranged = useArranged(props);
  const { columns, rows, widths: chosen } = arranged;
  const height = ROW_HEIGHTS[density];
  const numberWidth = hasRowNumbers ? 24 + String(firstRowNumber + rows.length).length * NUMBER_DIGIT_WIDTH : 0;
  const { widths, barsBeside } = useMemo(
    () => layoutWidths({ columns, rows, summary, available: available - numberWidth, chosen }),
    [columns, rows, summary, available, numberWidth, chosen],
  );
  const pins = useMemo(
    () => pinOffsets(widths.slice(0, arranged.pinned), { start: numberWidth, available }),
    [widths, arranged.pinned, numberWidth, available],
  );
  const view = useRowWindow(box, { count: rows.length, height, hasFoot: summary !== undefined });

  function resize(key: string, width: number | undefined) {
    const column = columns.find((one) => one.key === key);
    if (column) arranged.resizeColumn(key, width ?? naturalWidth(column, rows.slice(0, 500)));
  }

  const events = useTableEvents(props, arranged, id);
  const cursor = useGridCursor({
    size: { rows: rows.length, columns: columns.length, page: view.page },
    reveal: (at) => {
      view.reveal(at.row);
      events.revealColumn(at);
    },
    activate: events.activate,
    menu: events.menu,
    resize: (at, by) => resize(columns[at]?.key ?? "", Math.max(MIN_COLUMN_WIDTH, (widths[at] ?? 0) + by)),
    move: (at, by) => {
      const [from, to] = [columns[at]?.key, columns[at + by]?.key];
      if (props.canReorder && from && to) arranged.moveColumn(from, to);
    },
  });

  return (
    <ScrollFrame>
      <div ref={box} className={styles.box}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the keyboard walks is a grid
          role="grid"
          className={styles.table}
          style={{ width: widths.reduce((sum, width) => sum + width, numberWidth) }}
          aria-label={props.label}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-activedescendant={cursor.active && `${id}-${cursor.active.row}-${cursor.active.column}`}
          tabIndex={0}
          onKeyDown={cursor.onKeyDown}
          onFocus={cursor.onFocus}
          {...tableHandlers(events, cursor)}
        >
          <colgroup>
            {hasRowNumbers && <col style={{ width: numberWidth }} />}
            {columns.map((column, index) => (
              <col key={column.key} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <TableHead
            {...{ id, columns, widths, barsBeside, pins }}
            filtered={props.filtered}
            onMenu={props.onColumnMenu}
            sorts={arranged.sorts}
            originals={arranged.originals}
            activeColumn={cursor.active?.row === -1 ? cursor.active.column : undefined}
            hasNumbers={hasRowNumbers}
            onSort={arranged.toggleSort}
            onResize={resize}
            onMove={props.canReorder ? arranged.moveColumn : undefined}
            onToggleOriginal={props.canToggleDates ? arranged.toggleOriginal : undefined}
          />
          <TableBody
            {...{ id, columns, rows, height, barsBeside, view, pins }}
            active={cursor.active}
            range={cursor.hasRange ? cursor.range : undefined}
            firstNumber={hasRowNumbers ? firstRowNumber : undefined}
            toneOf={props.toneOf}
            isClickable={events.isClickable}
            emptyText={props.emptyText ?? "No rows match"}
          />
          {summary && <TableFoot {...{ columns, summary, barsBeside, pins }} hasNumbers={hasRowNumbers} />}
        </table>
      </div>
    </ScrollFrame>
  );
}

interface Props {
  columns: readonly TableColumn[];
  summary: DataRow;
  hasNumbers: boolean;
  barsBeside: boolean;
  pins: readonly number[];
}

/** The pinned summary row: totals under their columns, its name under the first column without one. */
function TableFoot({ columns, summary, hasNumbers, barsBeside, pins }: Props) {
  const named = columns.findIndex((column) => summary[column.key] === undefined);
  return (
    <tfoot className={styles.foot}>
      <tr>
        {hasNumbers && <td className={styles.frozen} />}
        {columns.map((column, index) => {
          const value = summary[column.key];
          return (
            <td
              key={column.key}
              data-align={alignOf(column)}
              className={pinClass(index, pins, hasNumbers)}
              style={index < pins.length ? { left: pins[index] } : undefined}
            >
              {value !== undefined && <CellContent {...{ column, value, barsBeside }} row={summary} />}
              {index === named && "Summary"}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
