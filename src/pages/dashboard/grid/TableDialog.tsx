import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { columnsOfResult, rowsOf } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import type { Dataset } from "../../../model/dataset.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { type ChartState, limitReached } from "../../../web/chart-view/chart-state.ts";
import styles from "./TileDialogs.module.css";

interface TableDialogProps {
  title: string;
  state: ChartState | undefined;
  dataset?: Dataset;
  onClose(): void;
}

/** The rows a chart draws, as a real table; one tab per query. */
export function TableDialog({ title, state, dataset, onClose }: TableDialogProps) {
  const results = state?.results ?? [];
  const [index, setIndex] = useState(0);
  const shown = results[index];
  const limit = state ? limitReached(state) : undefined;
  return (
    <Dialog open title={`Data of ${title}`} width={960} height="min(640px, 90vh)" onClose={onClose} movable>
      <div className={styles.table}>
        {results.length > 1 ? (
          <Segmented
            options={results.map((_, at) => ({ value: at, label: `Query ${at + 1}` }))}
            value={index}
            onChange={setIndex}
          />
        ) : null}
        {shown ? (
          <ResultRows result={shown} dataset={dataset} label={title} />
        ) : (
          <EmptyState title="No data yet" compact />
        )}
        <p className={styles.note} role="status">
          {shown ? `${rowsOf(shown).length.toLocaleString("en-US")} rows` : ""}
          {limit ? ` · cut at the chart's row limit of ${limit.toLocaleString("en-US")}` : ""}
        </p>
      </div>
    </Dialog>
  );
}

/** Rows of a result as a table that scrolls by itself. */
export function ResultRows({ result, dataset, label }: { result: ChartDataResult; dataset?: Dataset; label: string }) {
  const columns = useMemo(() => columnsOfResult(result, dataset), [result, dataset]);
  const rows = useMemo(() => rowsOf(result), [result]);
  return (
    <div className={styles.rows}>
      <DataTable columns={columns} rows={rows} label={label} hasRowNumbers canToggleDates />
    </div>
  );
}
