import { useEffect, useRef, useState } from "react";
import { DataTable, type TableCell } from "../../chart-kit/table/DataTable.tsx";
import { Pager } from "../../chart-kit/table/Pager.tsx";
import { searchRows, sortRows, type TableSort } from "../../chart-kit/table/rows.ts";
import type { RendererProps, Selection } from "../chart-type.ts";
import { COMPARISON_PARTS, type ComparisonPart } from "./comparison.ts";
import styles from "./TableChart.module.css";
import { TableTools } from "./TableTools.tsx";
import { type TableDrawing, toneOf } from "./transform.ts";

const SEARCH_DELAY_MS = 400;

export function TableChart({ props, height, onSelect, onContextMenu, onOwnState }: RendererProps<TableDrawing>) {
  const { server, dimensions } = props;
  const [search, setSearch] = useState({ text: server?.state.searchText ?? "", column: server?.state.searchColumn });
  const [sort, setSort] = useState<TableSort[]>([]);
  const [page, setPage] = useState(0);
  const [shown, setShown] = useState<readonly ComparisonPart[]>(COMPARISON_PARTS.map(({ prefix }) => prefix));
  const ask = useDelayedState(onOwnState, SEARCH_DELAY_MS);

  const columns = props.columns.filter(({ group, key }) => !group || shown.some((part) => key.startsWith(`${part} `)));
  const found = server ? props.rows : sortRows(searchRows(props.rows, columns, search.text), sort);
  const size = server?.pageSize ?? props.pageLength;
  const total = server?.total ?? found.length;
  const current = Math.min(server?.state.currentPage ?? page, Math.max(0, Math.ceil(total / (size || 1)) - 1));
  const rows = !server && size > 0 ? found.slice(current * size, (current + 1) * size) : found;

  function handleSearch(text: string, column?: string) {
    setSearch({ text, column });
    setPage(0);
    if (server) ask({ ...server.state, searchText: text, searchColumn: column, currentPage: 0 });
  }

  function handleSort(next: TableSort[]) {
    setSort(next);
    setPage(0);
    if (!server) return;
    const sortBy = next.map(({ key, descending }) => ({ id: key, key, desc: descending }));
    onOwnState?.({ ...server.state, sortBy, currentPage: 0 });
  }

  function handlePage(next: number) {
    setPage(next);
    if (server) onOwnState?.({ ...server.state, currentPage: next });
  }

  const selectionOf = ({ column, row, value }: TableCell): Selection | null => {
    const dimension = dimensions[column.key];
    return dimension
      ? { clauses: [{ ...dimension, values: [value] }], label: value === null ? "N/A" : column.format(value, row) }
      : null;
  };

  return (
    <div className={styles.chart}>
      {(props.hasSearch || props.hasComparison) && (
        <TableTools
          search={
            props.hasSearch ? { ...search, columns: server?.searchColumns ?? [], onChange: handleSearch } : undefined
          }
          parts={props.hasComparison ? { shown, onChange: setShown } : undefined}
        />
      )}
      <div className={styles.grid}>
        <DataTable
          columns={columns}
          rows={rows}
          label={props.label}
          isManual
          sort={server?.sort ?? sort}
          onSort={handleSort}
          summary={props.summary}
          canReorder={props.canReorder}
          density={height < 200 ? "compact" : "standard"}
          toneOf={(row) => toneOf(row, props.selected)}
          onCellClick={onSelect && ((cell, additive) => onSelect(selectionOf(cell), additive))}
          onCellMenu={
            onContextMenu && ((at, cell) => onContextMenu(at, selectionOf(cell) ?? rowSelection(cell, props)))
          }
        />
      </div>
      {size > 0 && total > size && <Pager page={current} pageSize={size} total={total} onPage={handlePage} />}
    </div>
  );
}

/** A measure's cell stands for its whole row: every dimension at once. */
function rowSelection({ row }: TableCell, { dimensions }: TableDrawing): Selection | null {
  const clauses = Object.entries(dimensions).map(([key, dimension]) => ({ ...dimension, values: [row[key] ?? null] }));
  return clauses.length > 0 ? { clauses, label: clauses.flatMap(({ values }) => values).join(", ") } : null;
}

type OwnState = Record<string, unknown>;

/** Passes a state on once it has stood still for a moment. */
function useDelayedState(pass: ((state: OwnState) => void) | undefined, delayMs: number) {
  const latest = useRef(pass);
  latest.current = pass;
  const [waiting, setWaiting] = useState<OwnState>();
  useEffect(() => {
    if (!waiting) return;
    const timer = window.setTimeout(() => latest.current?.(waiting), delayMs);
    return () => window.clearTimeout(timer);
  }, [waiting, delayMs]);
  return setWaiting;
}
