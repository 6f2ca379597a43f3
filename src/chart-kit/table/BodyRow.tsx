import { type CSSProperties, memo } from "react";
import type { CellLook, TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { CellContent } from "./CellContent.tsx";
import { alignOf } from "./column.ts";
import styles from "./DataTable.module.css";
import { type CellRange, isInRange } from "./grid-cursor.ts";
import { pinClass } from "./pin-class.ts";

export interface BodyRowProps {
  id: string;
  row: DataRow;
  /** Position among the shown rows, from 0. */
  index: number;
  columns: readonly TableColumn[];
  height: number;
  tone?: "selected" | "muted";
  /** Column of the active cell when it is in this row. */
  activeColumn?: number;
  range?: CellRange;
  barsBeside: boolean;
  pins: readonly number[];
  /** Number shown at the left; none without row numbers. */
  number?: number;
  isClickable(column: TableColumn): boolean;
}

/** One line of the body. Events are handled by the table, which reads `data-column` of the cell. */
export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { row, columns, index } = props;
  const hasNumber = props.number !== undefined;
  return (
    <tr
      className={styles.row}
      style={{ height: props.height }}
      aria-rowindex={index + 2}
      aria-selected={props.tone === "selected" ? true : undefined}
      data-tone={props.tone}
      data-row={index}
    >
      {hasNumber && (
        <th scope="row" className={`${styles.number} ${styles.frozen}`}>
          {props.number}
        </th>
      )}
      {columns.map((column, at) => {
        const value = row[column.key] ?? null;
        const look = column.look?.(value, row);
        const classes = [
          column.isDimension && styles.dimension,
          props.isClickable(column) && styles.clickable,
          isInRange(props.range, index, at) && styles.inRange,
          props.activeColumn === at && styles.active,
          pinClass(at, props.pins, hasNumber),
        ];
        return (
          <td
            key={column.key}
            id={`${props.id}-${index}-${at}`}
            data-column={at}
            data-align={alignOf(column)}
            title={exactText(value)}
            dir={typeof value === "string" ? "auto" : undefined}
            className={classes.filter(Boolean).join(" ")}
            style={styleOf(look, props.pins[at])}
          >
            <CellContent column={column} row={row} value={value} bar={look?.bar} barsBeside={props.barsBeside} />
          </td>
        );
      })}
    </tr>
  );
});

/** Told on hover, as the cell may show less of it. */
function exactText(value: DataValue): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? undefined : String(value);
  return typeof value === "string" && value.length > LONG ? value : undefined;
}

/** Characters. */
const LONG = 40;

function styleOf(look: CellLook | undefined, left: number | undefined): CSSProperties | undefined {
  const { background, color } = look ?? {};
  return background || color || left !== undefined ? { background, color, left } : undefined;
}
