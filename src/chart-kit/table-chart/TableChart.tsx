import { useEffect, useState } from "react";
import type { RendererProps, Selection } from "../../chart-seam/chart-type.ts";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { labelOf } from "../selection.ts";
import { DataTable, type TableCell } from "../table/DataTable.tsx";
import type { MenuPlace } from "../table/MenuMark.tsx";
import { Pager } from "../table/Pager.tsx";
import { sortBy } from "../table/rows.ts";
import { COMPARISON_PARTS, type ComparisonPart } from "./comparison.ts";
import styles from "./TableChart.module.css";
import { type TableDrawing, toneOf } from "./transform.ts";
import { type GridView, type TableView, useTableView } from "./use-table-view.ts";

const ColumnMenu = lazyComponent(async () => (await import("./ColumnMenu.tsx")).ColumnMenu);
const TableTools = lazyComponent(async () => (await import("./TableTools.tsx")).TableTools);
const ALL_PARTS = COMPARISON_PARTS.map(({ prefix }) => prefix);
const COMPACT_BELOW = 180;

export function TableChart({
  props,
  height,
  onSelect,
  onContextMenu,
  onOwnState,
  onShown,
}: RendererProps<TableDrawing>) {
  const [shown, setShown] = useState<readonly ComparisonPart[]>(ALL_PARTS);
  const columns = props.columns.filter(({ group, key }) => !group || shown.some((part) => key.startsWith(`${part} `)));
  const view = useTableView(props, columns, onOwnState);
  const [opened, setOpened] = useState<OpenedMenu>();
  const { grid, found } = view;
  useEffect(() => onShown?.({ rows: found, columns }));
  useEffect(() => () => onShown?.(undefined), [onShown]);

  return (
    <div className={styles.chart}>
      {(props.hasSearch || props.hasComparison) && (
        <TableTools
          search={props.hasSearch ? { ...view, ...view.search, columns: props.server?.searchColumns ?? [] } : undefined}
          parts={props.hasComparison ? { shown, onChange: setShown } : undefined}
          fallback={<div className={styles.tools} />}
        />
      )}
      <div className={styles.grid}>
        <DataTable
          columns={columns}
          rows={view.rows}
          label={props.label}
          isManual
          sort={view.sort}
          unsorted={props.order}
          onSort={view.setSort}
          summary={props.summary}
          canReorder={props.canReorder}
          {...gridProps(grid, setOpened)}
          density={height < COMPACT_BELOW ? "compact" : "standard"}
          toneOf={(row) => toneOf(row, props.selected)}
          onCellClick={onSelect && ((cell, additive) => onSelect(cellSelection(cell, props), additive))}
          onCellMenu={
            onContextMenu && ((at, cell) => onContextMenu(at, cellSelection(cell, props) ?? rowSelection(cell, props)))
          }
        />
      </div>
      {opened ? (
        <ReaderMenu {...{ opened, view, columns, drawing: props }} onClose={() => setOpened(undefined)} />
      ) : null}
      {view.pageSize > 0 && view.total > view.pageSize && (
        <Pager page={view.page} pageSize={view.pageSize} total={view.total} onPage={view.setPage} />
      )}
    </div>
  );
}

interface OpenedMenu {
  column: TableColumn;
  at: MenuPlace;
}

const gridProps = (grid: GridView | undefined, open: (menu: OpenedMenu) => void) =>
  grid && {
    columnState: grid.states,
    onColumnState: grid.setStates,
    filtered: new Set(Object.keys(grid.filters)),
    onColumnMenu: (column: TableColumn, at: OpenedMenu["at"]) => open({ column, at }),
  };

interface ReaderMenuProps {
  opened: OpenedMenu;
  view: TableView;
  columns: readonly TableColumn[];
  drawing: TableDrawing;
  onClose(): void;
}

function ReaderMenu({ opened, view: { grid, setSort }, columns, drawing, onClose }: ReaderMenuProps) {
  const { key } = opened.column;
  if (!grid) return null;
  return (
    <ColumnMenu
      {...opened}
      {...{ columns, onClose, states: grid.states, onSort: setSort, onStates: grid.setStates }}
      filter={grid.filters[key]}
      canFilter={!drawing.server || drawing.server.filterable.includes(key)}
      values={valuesOf(drawing.rows, key)}
      onFilter={(filter) => grid.setFilter(key, filter)}
    />
  );
}

const MOST_VALUES = 500;

function valuesOf(rows: readonly DataRow[], key: string): readonly DataValue[] {
  const values = new Set<DataValue>();
  for (const row of rows) {
    values.add(row[key] ?? null);
    if (values.size === MOST_VALUES) break;
  }
  return sortBy([...values], (value) => value);
}

function cellSelection({ column, row, value }: TableCell, { dimensions }: TableDrawing): Selection | null {
  const dimension = dimensions[column.key];
  if (!dimension) return null;
  return {
    clauses: [{ ...dimension, values: [value] }],
    label: value === null ? labelOf(null) : column.format(value, row),
  };
}

function rowSelection({ row }: TableCell, { dimensions }: TableDrawing): Selection | null {
  const clauses = Object.entries(dimensions).map(([key, dimension]) => ({ ...dimension, values: [row[key] ?? null] }));
  const label = clauses.flatMap(({ values }) => values.map(labelOf)).join(", ");
  return clauses.length > 0 ? { clauses, label } : null;
}
