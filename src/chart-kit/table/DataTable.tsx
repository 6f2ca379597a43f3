import { useId, useMemo, useRef } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { t } from "../../i18n/translate.ts";
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
import { layoutWidths, naturalWidth, pinOffsets, summaryColumn } from "./widths.ts";

export interface TableCell {
  row: DataRow;
  column: TableColumn;
  value: DataValue;
}

export interface DataTableProps {
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  label: string;
  density?: "compact" | "standard" | "comfortable";
  hasRowNumbers?: boolean;
  firstRowNumber?: number;
  search?: string;
  searchColumn?: string;
  sort?: readonly TableSort[];
  unsorted?: readonly TableSort[];
  onSort?(sort: TableSort[]): void;
  /** True when rows are already sorted and searched, such as by the server. */
  isManual?: boolean;
  summary?: DataRow;
  canReorder?: boolean;
  columnState?: ColumnStates;
  onColumnState?(states: ColumnStates): void;
  onColumnMenu?(column: TableColumn, at: MenuPlace): void;
  filtered?: ReadonlySet<string>;
  canToggleDates?: boolean;
  originals?: ReadonlySet<string>;
  onToggleOriginal?(key: string): void;
  /** `additive`: Ctrl or Cmd was held. */
  onCellClick?(cell: TableCell, additive: boolean): void;
  onCellMenu?(at: { x: number; y: number }, cell: TableCell): void;
  toneOf?(row: DataRow): "selected" | "muted" | undefined;
  emptyText?: string;
  /** Few columns stay next to each other, as in results, instead of filling the width. */
  isPacked?: boolean;
}

const ROW_HEIGHTS = { compact: 24, standard: 28, comfortable: 36 } as const;
const NUMBER_DIGIT_WIDTH = 8;
const MIN_COLUMN_WIDTH = 40;

/**
 * A virtualized table of any size. One tab stop; arrows, Home, End and page keys move the active cell, Shift selects a
 * range, Ctrl+C copies it as TSV, Enter sorts or selects, Alt+arrows on a header resize.
 */
export function DataTable(props: DataTableProps) {
  const { density = "standard", hasRowNumbers = false, firstRowNumber = 1, summary, isPacked = false } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const available = useBoxWidth(box);
  const arranged = useArranged(props);
  const { columns, rows, widths: chosen } = arranged;
  const height = ROW_HEIGHTS[density];
  const numberWidth = hasRowNumbers ? 24 + String(firstRowNumber + rows.length).length * NUMBER_DIGIT_WIDTH : 0;
  const { widths, barsBeside } = useMemo(
    () => layoutWidths({ columns, rows, summary, available: available - numberWidth, chosen, isPacked }),
    [columns, rows, summary, available, numberWidth, chosen, isPacked],
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
            emptyText={props.emptyText ?? t("No rows match")}
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

function TableFoot({ columns, summary, hasNumbers, barsBeside, pins }: Props) {
  const named = summaryColumn(columns, summary);
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
              dir="auto"
              className={pinClass(index, pins, hasNumbers)}
              style={index < pins.length ? { insetInlineStart: pins[index] } : undefined}
            >
              {value !== undefined && <CellContent {...{ column, value, barsBeside }} row={summary} />}
              {index === named && t("Summary")}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
