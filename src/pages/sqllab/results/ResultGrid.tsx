import { useEffect, useMemo } from "react";
import { columnsOfResult } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import { searchRows } from "../../../chart-kit/table/rows.ts";
import type { SqlResult } from "../state/store.ts";
import type { Shown } from "./ResultTools.tsx";
import styles from "./results.module.css";

interface ResultGridProps {
  result: SqlResult;
  search: string;
  label: string;
  onShown?(shown: Shown): void;
}

/** Rows in a grid, those with the text. */
export function ResultGrid({ result, search, label, onShown }: ResultGridProps) {
  const columns = useMemo(() => {
    const names = result.columns.map(({ name }) => name);
    return columnsOfResult({
      colnames: names,
      coltypes: result.columns.map((one) => one.type_generic),
      data: [...result.rows],
    });
  }, [result]);
  const rows = useMemo(() => searchRows(result.rows, columns, { text: search }), [result, columns, search]);
  useEffect(() => onShown?.({ rows, columns }), [rows, columns, onShown]);
  return (
    <div className={styles.grid}>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        hasRowNumbers
        canToggleDates
        canReorder
        emptyText={search ? `No row holds “${search}”.` : "No Data"}
      />
    </div>
  );
}
