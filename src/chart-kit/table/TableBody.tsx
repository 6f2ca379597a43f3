import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import { BodyRow } from "./BodyRow.tsx";
import styles from "./DataTable.module.css";
import type { CellRange, GridPosition } from "./grid-cursor.ts";
import type { RowWindow } from "./use-row-window.ts";

interface Props {
  id: string;
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  height: number;
  barsBeside: boolean;
  view: RowWindow;
  /** From the left, of the pinned columns. */
  pins: readonly number[];
  active?: GridPosition;
  range?: CellRange;
  /** Number of the first row; none without row numbers. */
  firstNumber?: number;
  toneOf?(row: DataRow): "selected" | "muted" | undefined;
  isClickable(column: TableColumn): boolean;
  emptyText: string;
}

/**
 * The lines in view between two spacers that stand for the others. The element of a line that leaves the view serves one
 * that comes into it.
 */
export function TableBody(props: Props) {
  const { id, columns, rows, height, barsBeside, view, pins, active, firstNumber } = props;
  const span = columns.length + (firstNumber === undefined ? 0 : 1);
  return (
    <tbody>
      <Spacer height={view.before} span={span} />
      {view.indexes.map((index) => {
        const row = rows[index];
        return row ? (
          <BodyRow
            key={index % view.indexes.length}
            {...{ id, row, index, columns, height, barsBeside, pins }}
            tone={props.toneOf?.(row)}
            activeColumn={active?.row === index ? active.column : undefined}
            range={props.range}
            number={firstNumber === undefined ? undefined : firstNumber + index}
            isClickable={props.isClickable}
          />
        ) : null;
      })}
      <Spacer height={view.after} span={span} />
      {rows.length === 0 && (
        <tr>
          <td className={styles.none} colSpan={span}>
            {props.emptyText}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.spacer} style={{ height }}>
      <td colSpan={span} />
    </tr>
  );
}
