import { useState } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { ColumnStates } from "../table/column-state.ts";
import { searchRows, sortRows, type TableSort } from "../table/rows.ts";
import { type ColumnFilter, type FilterModel, filterRows } from "./column-filter.ts";
import type { TableOwnState } from "./form-data.ts";
import type { TableDrawing } from "./transform.ts";

export interface TableView {
  rows: readonly DataRow[];
  found: readonly DataRow[];
  sort: readonly TableSort[];
  search: { text: string; column?: string };
  page: number;
  pageSize: number;
  total: number;
  setSort(sort: TableSort[]): void;
  setPage(page: number): void;
  setSearch(text: string, column?: string): void;
  /** With server pagination, search runs on submit. */
  submitSearch(text: string): void;
  grid?: GridView;
}

export interface GridView {
  states: ColumnStates;
  filters: FilterModel;
  setStates(states: ColumnStates): void;
  setFilter(key: string, filter: ColumnFilter | null): void;
}

type Pass = ((state: Record<string, unknown>) => void) | undefined;

export function useTableView(drawing: TableDrawing, columns: readonly TableColumn[], onOwnState: Pass): TableView {
  const { server, grid: ownState } = drawing;
  const browser = useBrowserView(drawing, columns, onOwnState);
  const [typed, setTyped] = useState({
    text: server?.state.searchText ?? "",
    column: server?.state.searchColumn ?? server?.searchColumns[0]?.key,
  });
  const grid = ownState && gridView(ownState, server?.filterable, (change) => onOwnState?.({ ...ownState, ...change }));
  if (!server) return { ...browser, grid };
  const ask = (change: Record<string, unknown>) => onOwnState?.({ ...server.state, currentPage: 0, ...change });
  return {
    rows: drawing.rows,
    found: drawing.rows,
    sort: server.sort.length > 0 ? server.sort : drawing.order,
    search: typed,
    page: Math.min(server.state.currentPage ?? 0, lastPage(server.total, server.pageSize)),
    pageSize: server.pageSize,
    total: server.total,
    setSort: (sort) => ask({ sortBy: sortBy(sort) }),
    setPage: (currentPage) => ask({ currentPage }),
    setSearch: (text, column = typed.column) => {
      setTyped({ text, column });
      if (text === "") ask({ searchText: "", searchColumn: column });
    },
    submitSearch: (text) => ask({ searchText: text, searchColumn: typed.column }),
    grid,
  };
}

const sortBy = (sort: readonly TableSort[]) => sort.map(({ key, descending }) => ({ id: key, key, desc: descending }));

type Keep = (change: Partial<TableOwnState>) => void;

function gridView(ownState: TableOwnState, filterable: readonly string[] | undefined, keep: Keep): GridView {
  const entries = Object.entries(ownState.filterModel ?? {});
  const filters: FilterModel = Object.fromEntries(entries.filter(([key]) => filterable?.includes(key) ?? true));
  return {
    states: ownState.columnState ?? [],
    filters,
    setStates: (states) => keep({ columnState: [...states] }),
    setFilter: (key, filter) => {
      const { [key]: _, ...others } = filters;
      keep({ filterModel: filter ? { ...others, [key]: filter } : others, currentPage: 0 });
    },
  };
}

function useChosenSort({ grid }: TableDrawing, onOwnState: Pass) {
  const [chosen, setChosen] = useState<readonly TableSort[]>();
  if (!grid) return [chosen, setChosen] as const;
  const ownState = grid.sortBy?.map(({ key, desc }) => ({ key, descending: desc === true }));
  const keep = (sort: readonly TableSort[]) => onOwnState?.({ ...grid, sortBy: sortBy(sort) });
  return [ownState, keep] as const;
}

function useBrowserView(drawing: TableDrawing, columns: readonly TableColumn[], onOwnState: Pass): TableView {
  const [chosen, setChosen] = useChosenSort(drawing, onOwnState);
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const sort = chosen?.length ? chosen : drawing.order;
  const ownState = filterRows(drawing.rows, drawing.columns, drawing.grid?.filterModel ?? {});
  const searched = searchRows(ownState, columns, { text });
  const found = chosen ? sortRows(searched, chosen) : searched;
  const pageSize = drawing.pageLength;
  const current = Math.min(page, lastPage(found.length, pageSize));
  return {
    rows: pageSize > 0 ? found.slice(current * pageSize, (current + 1) * pageSize) : found,
    found,
    sort,
    search: { text },
    page: current,
    pageSize,
    total: found.length,
    setSort: (next) => {
      setChosen(next);
      setPage(0);
    },
    setPage,
    setSearch: (next) => {
      setText(next);
      setPage(0);
    },
    submitSearch: setText,
  };
}

function lastPage(total: number, pageSize: number): number {
  return Math.max(0, Math.ceil(total / (pageSize || total || 1)) - 1);
}
