import { useEffect, useMemo } from "react";
import { onReadersClock } from "../../../chart-kit/format/zoned.ts";
import { bucketFormat, columnsOfResult, rowsOf } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import { searchRows } from "../../../chart-kit/table/rows.ts";
import { asOriginal } from "../../../chart-kit/table/use-arranged.ts";
import type { TableColumn } from "../../../chart-seam/table-column.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../../model/adhoc.ts";
import { type Dataset, memoryKey } from "../../../model/dataset.ts";
import { type ChartDataResult, GENERIC_TYPE, type QueryObject } from "../../../model/query-context.ts";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import type { Answer } from "../../../web/chart-view/answers.ts";
import { useStored } from "../../../web/session/storage.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import type { VisibleTable } from "./ResultsPane.tsx";
import styles from "./results.module.css";

const KEY = "explore.originals";

type Originals = Readonly<Record<string, readonly string[]>>;
const NONE: Originals = {};
const NO_COLUMNS: readonly string[] = [];

function useOriginals(): { originals: ReadonlySet<string>; toggle(column: string): void } {
  const datasetId = useExplore((state) => memoryKey(state.dataset));
  const [known, write] = useStored(KEY, NONE);
  const columns = known[datasetId] ?? NO_COLUMNS;
  const originals = useMemo(() => new Set(columns), [columns]);
  const toggle = (column: string) => {
    const rest = columns.filter((one) => one !== column);
    write({ ...known, [datasetId]: rest.length < columns.length ? rest : [...columns, column] });
  };
  return { originals, toggle };
}

interface ResultsTableProps {
  answer: Answer | undefined;
  search: string;
  onShown(shown: VisibleTable | undefined): void;
}

export function ResultsTable({ answer, search, onShown }: ResultsTableProps) {
  const { run } = useWorkbench();
  const hasRows = answer !== undefined;
  useEffect(() => {
    if (!hasRows) onShown(undefined);
  }, [hasRows, onShown]);
  if (answer) {
    const { result, query, part, dataset } = answer;
    const metrics = (query?.metrics ?? []).map((metric) => metricLabel(metric)).join("\n");
    const buckets = bucketsOf(query);
    return <ResultGrid {...{ result, dataset, search, metrics, buckets, onShown }} label={part ?? t("Results")} />;
  }
  if (run.status === "loading") return <SkeletonLines lines={5} />;
  const reason =
    run.status === "failed" ? t("The chart failed, so there are no rows.") : t("Run the chart to see its rows here.");
  return <p className={styles.nothing}>{reason}</p>;
}

/** Column and grain, one per line. A string, so that it is stable as a hook dependency. */
function bucketsOf(query: Partial<QueryObject> | undefined): string {
  const axis = query?.columns?.find((column) => typeof column === "object" && column.columnType === "BASE_AXIS");
  const grain = typeof axis === "object" ? axis.timeGrain : undefined;
  return axis && grain ? `${columnLabel(axis)}\n${grain}` : "";
}

function withBucketFormat(column: TableColumn, buckets: string): TableColumn {
  const [key, grain] = buckets.split("\n");
  const isBucket = column.key === key && column.type === GENERIC_TYPE.TEMPORAL;
  return isBucket ? { ...column, format: bucketFormat(grain) } : column;
}

interface ResultGridProps {
  result: ChartDataResult;
  dataset?: Dataset;
  search: string;
  label: string;
  metrics?: string;
  buckets?: string;
  /** Sample rows: headers are column labels even if a metric has the same name. */
  isRaw?: boolean;
  onShown(shown: VisibleTable): void;
}

export function ResultGrid({
  result: found,
  dataset: own,
  search,
  label,
  metrics = "",
  buckets = "",
  isRaw = false,
  onShown,
}: ResultGridProps) {
  const result = useMemo(() => onReadersClock(found), [found]);
  const whole = useExplore((state) => state.dataset);
  const dataset = useMemo(() => (isRaw ? withColumnLabels(whole) : (own ?? whole)), [own, whole, isRaw]);
  const { originals, toggle } = useOriginals();
  const columns = useMemo(
    () =>
      columnsOfResult(result, dataset, metrics.split("\n").filter(Boolean)).map((column) =>
        originals.has(column.key) ? asOriginal(column) : withBucketFormat(column, buckets),
      ),
    [result, dataset, metrics, buckets, originals],
  );
  const rows = useMemo(() => searchRows(rowsOf(result), columns, { text: search }), [result, columns, search]);
  useEffect(() => onShown({ rows: [...rows], columns }), [rows, columns, onShown]);
  return (
    <div className={styles.table}>
      <DataTable
        isPacked
        label={label}
        columns={columns}
        rows={rows}
        canToggleDates
        originals={originals}
        onToggleOriginal={toggle}
        canReorder
        emptyText={search ? t("No rows match “{text}”.", { text: search }) : t("No Data")}
      />
    </div>
  );
}

function withColumnLabels(dataset: Dataset): Dataset {
  const labels = dataset.columns.map((column) => [column.column_name, column.verbose_name || column.column_name]);
  return { ...dataset, verbose_map: Object.fromEntries(labels) };
}
