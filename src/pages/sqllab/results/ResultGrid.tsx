import { useEffect, useMemo, useState } from "react";
import { columnsOfResult } from "../../../chart-kit/table/column.ts";
import type { ColumnStates } from "../../../chart-kit/table/column-state.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import type { MenuPlace } from "../../../chart-kit/table/MenuMark.tsx";
import { searchRows, type TableSort } from "../../../chart-kit/table/rows.ts";
import type { TableColumn } from "../../../chart-seam/table-column.ts";
import { t } from "../../../i18n/translate.ts";
import { type DataRow, type DataValue, GENERIC_TYPE } from "../../../model/query-context.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { type Mark, TypeMark } from "../../../web/components/TypeMark.tsx";
import type { SqlResult } from "../state/store.ts";
import type { Shown } from "./ResultTools.tsx";
import styles from "./results.module.css";

function jsonIn(value: DataValue | object | undefined): string | undefined {
  if (typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return undefined;
  }
}

const SAMPLE_ROWS = 100;

function holdsJson(rows: readonly DataRow[], key: string): boolean {
  const first = rows.slice(0, SAMPLE_ROWS).find((row) => row[key] !== null && row[key] !== undefined);
  return first !== undefined && jsonIn(first[key]) !== undefined;
}

const ColumnMenu = lazyComponent(
  async () => (await import("../../../chart-kit/table-chart/ColumnMenu.tsx")).ColumnMenu,
);
const CellDialog = lazyComponent(async () => (await import("./CellDialog.tsx")).CellDialog);

interface ResultGridProps {
  result: SqlResult;
  search: string;
  label: string;
  onShown?(shown: Shown): void;
}

export function ResultGrid({ result, search, label, onShown }: ResultGridProps) {
  const columns = useMemo(() => columnsOf(result), [result]);
  const rows = useMemo(() => searchRows(result.rows, columns, { text: search }), [result, columns, search]);
  useEffect(() => onShown?.({ rows, columns }), [rows, columns, onShown]);
  const [sort, setSort] = useState<TableSort[]>([]);
  const [columnState, onColumnState] = useState<ColumnStates>([]);
  const [menu, setMenu] = useState<{ column: TableColumn; at: MenuPlace }>();
  const [cell, setCell] = useState<{ column: string; text: string }>();
  return (
    <div className={styles.grid}>
      <DataTable
        isPacked
        label={label}
        columns={columns}
        rows={rows}
        hasRowNumbers
        canToggleDates
        canReorder
        {...{ sort, columnState, onColumnState }}
        onSort={setSort}
        onColumnMenu={(column, at) => setMenu({ column, at })}
        onCellClick={({ column, value }) => {
          const text = jsonIn(value);
          if (text !== undefined) setCell({ column: column.label, text });
        }}
        emptyText={search ? t("No rows match “{search}”.", { search }) : t("No Data")}
      />
      {menu ? (
        <ColumnMenu
          {...menu}
          {...{ columns, rows, filter: undefined, values: [], canFilter: false }}
          states={columnState}
          onStates={onColumnState}
          onSort={setSort}
          onFilter={() => {}}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
      {cell ? <CellDialog {...cell} onClose={() => setCell(undefined)} /> : null}
    </div>
  );
}

const MARKS: Readonly<Record<number, Mark>> = { [GENERIC_TYPE.NUMERIC]: "numeric", [GENERIC_TYPE.BOOLEAN]: "boolean" };

/** JSON columns count as dimensions, which makes their cells clickable. */
function columnsOf(result: SqlResult): TableColumn[] {
  const columns = columnsOfResult({
    colnames: result.columns.map(({ name }) => name),
    coltypes: result.columns.map((one) => one.type_generic),
    data: [...result.rows],
    colzones: Object.fromEntries(result.columns.flatMap(({ name, zone }) => (zone ? [[name, zone]] : []))),
  });
  return columns.map((column) => ({
    ...column,
    sign: column.type === GENERIC_TYPE.TEMPORAL ? undefined : <TypeMark mark={MARKS[column.type] ?? "text"} />,
    ...(holdsJson(result.rows, column.key) ? { isDimension: true } : {}),
  }));
}
