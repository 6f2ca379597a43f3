import { useEffect, useMemo } from "react";
import { columnsOfResult, rowsOf } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import { searchRows } from "../../../chart-kit/table/rows.ts";
import { asOriginal } from "../../../chart-kit/table/use-arranged.ts";
import { metricLabel } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useBench, useExplore } from "../workbench/store-context.ts";
import type { Shown } from "./ResultsPane.tsx";
import styles from "./results.module.css";
import { useOriginals } from "./use-originals.ts";

interface ResultsTableProps {
  index: number;
  search: string;
  onShown(shown: Shown | undefined): void;
}

/** Rows of one of the chart's queries. */
export function ResultsTable({ index, search, onShown }: ResultsTableProps) {
  const { run } = useBench();
  const result = run.results?.[index];
  const hasRows = result !== undefined;
  useEffect(() => {
    if (!hasRows) onShown(undefined);
  }, [hasRows, onShown]);
  const metrics = (run.context?.queries[index]?.metrics ?? []).map((metric) => metricLabel(metric)).join("\n");
  if (result) return <ResultGrid {...{ result, search, metrics, onShown }} label="Results" />;
  if (run.status === "loading") return <SkeletonLines lines={5} />;
  return <p className={styles.nothing}>Run the chart to see its rows here.</p>;
}

interface ResultGridProps {
  result: ChartDataResult;
  search: string;
  label: string;
  /** Names of the metrics that were asked for, a line each. */
  metrics?: string;
  /** Rows of the dataset itself: headers are columns, whatever metrics are called. */
  isRaw?: boolean;
  onShown(shown: Shown): void;
}

export function ResultGrid({ result, search, label, metrics = "", isRaw = false, onShown }: ResultGridProps) {
  const whole = useExplore((state) => state.dataset);
  const dataset = useMemo(() => (isRaw ? withColumnLabels(whole) : whole), [whole, isRaw]);
  const { originals, toggle } = useOriginals();
  const columns = useMemo(
    () =>
      columnsOfResult(result, dataset, metrics.split("\n").filter(Boolean)).map((column) =>
        originals.has(column.key) ? asOriginal(column) : column,
      ),
    [result, dataset, metrics, originals],
  );
  const rows = useMemo(() => searchRows(rowsOf(result), columns, { text: search }), [result, columns, search]);
  useEffect(() => onShown({ rows: [...rows], columns }), [rows, columns, onShown]);
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        canToggleDates
        originals={originals}
        onToggleOriginal={toggle}
        canReorder
        emptyText={search ? `No row holds “${search}”.` : "No rows"}
      />
    </div>
  );
}

function withColumnLabels(dataset: Dataset): Dataset {
  const labels = dataset.columns.map((column) => [column.column_name, column.verbose_name || column.column_name]);
  return { ...dataset, verbose_map: Object.fromEntries(labels) };
}
