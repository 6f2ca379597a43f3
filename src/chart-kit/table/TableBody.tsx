import { type CSSProperties, memo } from "react";
import type { CellStyle, TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { CellContent } from "./CellContent.tsx";
import { alignOf } from "./column.ts";
import styles from "./DataTable.module.css";
import { type CellRange, type GridPosition, isInRange } from "./grid-cursor.ts";
import { pinClass } from "./pin-class.ts";
import type { RowWindow } from "./use-row-window.ts";

interface Props {
  id: string;
  columns: readonly TableColumn[];
  rows: readonly DataRow[];
  height: number;
  barsBeside: boolean;
  view: RowWindow;
  pins: readonly number[];
  active?: GridPosition;
  range?: CellRange;
  firstNumber?: number;
  toneOf?(row: DataRow): "selected" | "muted" | undefined;
  isClickable(column: TableColumn): boolean;
  emptyText: string;
}

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

interface BodyRowProps {
  id: string;
  row: DataRow;
  index: number;
  columns: readonly TableColumn[];
  height: number;
  tone?: "selected" | "muted";
  activeColumn?: number;
  range?: CellRange;
  barsBeside: boolean;
  pins: readonly number[];
  number?: number;
  isClickable(column: TableColumn): boolean;
}

const BodyRow = memo(function BodyRow(props: BodyRowProps) {
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
            dir="auto"
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

function exactText(value: DataValue): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? undefined : String(value);
  return typeof value === "string" && value.length > LONG ? value : undefined;
}

const LONG = 40;

function styleOf(look: CellStyle | undefined, insetInlineStart: number | undefined): CSSProperties | undefined {
  const { background, color } = look ?? {};
  return background || color || insetInlineStart !== undefined ? { background, color, insetInlineStart } : undefined;
}
