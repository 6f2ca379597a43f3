import type { ChartDataResult } from "../../model/query-context.ts";
import { columnsOfResult, rowsOf } from "../table/column.ts";
import styles from "./MapChart.module.css";

/** Rows that are shown where no map can be. */
const ROWS = 100;

/** The data of a map as a table, and why there is no map. */
export function NoMap({ problem, table }: { problem: string; table: ChartDataResult | undefined }) {
  const columns = table ? columnsOfResult(table) : [];
  const rows = rowsOf(table);
  return (
    <div className={styles.noMap}>
      <p role="status">
        {problem}{" "}
        {rows.length > ROWS
          ? `These are the first ${ROWS} of ${rows.length.toLocaleString("en-US")} rows.`
          : "These are its rows."}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={index}>
              {columns.map(({ key, format }) => (
                <td key={key}>{row[key] === null || row[key] === undefined ? "N/A" : format(row[key], row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
