import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ChevronLeft, ChevronRight, Download, RefreshCw, X } from "lucide-react";
import { useMemo, useState } from "react";
import { onReadersClock } from "../../../chart-kit/format/zoned.ts";
import { columnsOfResult, labelOf, rowsOf } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import type { Selection, SelectionClause } from "../../../chart-seam/chart-type.ts";
import { saveShown } from "../../../features/shown-rows/save.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import { fetchChartData } from "../../../web/chart-view/use-chart-data.ts";
import { useDashboardPage } from "../state/context.ts";
import { fileName } from "./downloads.ts";
import { clauseLabel, DETAIL_PAGE_SIZE, detailContext } from "./drill.ts";
import styles from "./TileDialogs.module.css";
import type { Tile } from "./use-tile.ts";

interface DrillDetailDialogProps {
  title: string;
  tile: Pick<Tile, "state" | "dataset">;
  selection: Selection | null;
  onClose(): void;
}

export function DrillDetailDialog({ title, tile, selection, onClose }: DrillDetailDialogProps) {
  const [clauses, setClauses] = useState(selection?.clauses ?? []);
  const [page, setPage] = useState(1);
  const rows = useDetail(tile, clauses, page);
  const drop = (clause: SelectionClause) => {
    setClauses(clauses.filter((one) => one !== clause));
    setPage(1);
  };
  return (
    <Dialog
      open
      title={t("Rows in “{chart}”", { chart: title })}
      width={960}
      height="min(640px, 90vh)"
      onClose={onClose}
    >
      <div className={styles.table}>
        <div className={styles.bar}>
          {selection
            ? clauses.map((clause) => (
                <button
                  key={columnLabel(clause.column)}
                  type="button"
                  className={styles.clause}
                  aria-label={t("Remove condition {column}", {
                    column: labelOf(columnLabel(clause.column), tile.dataset),
                  })}
                  onClick={() => drop(clause)}
                >
                  <b>{labelOf(columnLabel(clause.column), tile.dataset)}</b> {clauseLabel(clause, selection)}
                  <X size={14} aria-hidden />
                </button>
              ))
            : null}
          <span className={styles.spring} />
          <Pages page={page} total={rows.total} onPage={setPage} />
          <DownloadRows result={rows.result} title={title} dataset={tile.dataset} />
          <IconButton label={t("Reload")} icon={<RefreshCw size={14} />} size={24} onClick={rows.reload} />
        </div>
        <Body rows={rows} page={page} title={title} dataset={tile.dataset} />
      </div>
    </Dialog>
  );
}

interface DownloadRowsProps {
  result: ChartDataResult | undefined;
  title: string;
  dataset: Dataset | undefined;
}

/** The rows of the page that is shown. */
function DownloadRows({ result, title, dataset }: DownloadRowsProps) {
  const { canDownload } = useDashboardPage();
  if (!canDownload || !result) return null;
  const save = () =>
    void saveShown(
      { rows: rowsOf(result), columns: columnsOfResult(result, dataset) },
      "csv",
      `${fileName(title)}.csv`,
    );
  return <IconButton label={t("Download rows")} icon={<Download size={14} />} size={24} onClick={save} />;
}

interface Detail {
  result: ChartDataResult | undefined;
  total: number | undefined;
  error: Error | null;
  isPending: boolean;
  reload(): void;
}

function useDetail(tile: Pick<Tile, "state">, clauses: readonly SelectionClause[], page: number): Detail {
  const [initial] = useState(tile.state?.context);
  const context = useMemo(() => initial && detailContext(initial, clauses, page), [initial, clauses, page]);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["drill-detail", context],
    queryFn: ({ signal }) => fetchChartData(context as NonNullable<typeof context>, signal),
    enabled: context !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [found, counted] = data?.result ?? [];
  const result = useMemo(() => found && onReadersClock(found), [found]);
  const total = rowsOf(counted)[0]?.rowcount;
  return {
    result,
    total: typeof total === "number" ? total : undefined,
    error,
    isPending: isPending && context !== undefined,
    reload: () => void refetch(),
  };
}

interface BodyProps {
  rows: Detail;
  page: number;
  title: string;
  dataset: Dataset | undefined;
}

function Body({ rows, page, title, dataset }: BodyProps) {
  const { result, error, isPending } = rows;
  const columns = useMemo(
    () =>
      result
        ? columnsOfResult(result, dataset).map((column) => ({
            ...column,
            sortable: false,
          }))
        : [],
    [result, dataset],
  );
  const data = useMemo(() => rowsOf(result), [result]);
  if (error) {
    return <QueryFailure title={t("Failed to load rows")} error={error} dataset={dataset} onRetry={rows.reload} />;
  }
  if (isPending) return <SkeletonLines lines={8} />;
  if (!result) return <EmptyState compact title={t("No data yet")} />;
  return (
    <div className={styles.rows}>
      <DataTable
        columns={columns}
        rows={data}
        isPacked
        label={t("Rows in “{chart}”", { chart: title })}
        hasRowNumbers
        firstRowNumber={(page - 1) * DETAIL_PAGE_SIZE + 1}
        isManual
        canToggleDates
      />
    </div>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number | undefined; onPage(page: number): void }) {
  if (total === undefined) return null;
  const last = Math.max(1, Math.ceil(total / DETAIL_PAGE_SIZE));
  const first = (page - 1) * DETAIL_PAGE_SIZE + 1;
  const summary =
    total <= DETAIL_PAGE_SIZE
      ? t("{count, plural, one {# row} other {# rows}}", { count: total })
      : t("{first, number}–{last, number} of {total, plural, one {# row} other {# rows}}", {
          first,
          last: Math.min(page * DETAIL_PAGE_SIZE, total),
          total,
        });
  return (
    <>
      <span className={styles.note} role="status">
        {summary}
      </span>
      {last > 1 ? (
        <>
          <Button
            type="text"
            size="small"
            aria-label={t("Previous rows")}
            icon={<ChevronLeft size={14} />}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          />
          <Button
            type="text"
            size="small"
            aria-label={t("Next rows")}
            icon={<ChevronRight size={14} />}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </>
      ) : null}
    </>
  );
}
