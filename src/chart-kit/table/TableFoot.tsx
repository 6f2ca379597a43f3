import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import { CellContent } from "./CellContent.tsx";
import { alignOf } from "./column.ts";
import styles from "./DataTable.module.css";
import { pinClass } from "./pin-class.ts";

interface Props {
  columns: readonly TableColumn[];
  summary: DataRow;
  hasNumbers: boolean;
  barsBeside: boolean;
  pins: readonly number[];
}

/** The pinned summary row: totals under their columns, its name under the first column without one. */
export function TableFoot({ columns, summary, hasNumbers, barsBeside, pins }: Props) {
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
