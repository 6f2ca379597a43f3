import { Segmented } from "antd";
import { useEffect, useMemo, useState } from "react";
import { foreignZone, zoneText } from "../../../chart-kit/format/zoned.ts";
import { columnsOfResult, rowsOf } from "../../../chart-kit/table/column.ts";
import { DataTable } from "../../../chart-kit/table/DataTable.tsx";
import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { type Answer, answersOf } from "../../../web/chart-view/answers.ts";
import { type ChartState, limitReached } from "../../../web/chart-view/chart-state.ts";
import styles from "./TileDialogs.module.css";

interface TableDialogProps {
  title: string;
  state: ChartState | undefined;
  dataset?: Dataset;
  onClose(): void;
}

export function TableDialog({ title, state, dataset, onClose }: TableDialogProps) {
  const tabs = state ? answersOf(state) : [];
  const [index, setIndex] = useState(0);
  const shown = tabs[index];
  const zone = shown && foreignZone([shown.result]);
  const limit = state ? limitReached(state) : undefined;
  const askAll = state?.cells?.askAll;
  useEffect(() => askAll?.(), [askAll]);
  const facts = [
    shown ? t("{count, plural, one {# row} other {# rows}}", { count: rowsOf(shown.result).length }) : undefined,
    state?.cells && state.cells.answered < state.cells.all
      ? t("{loaded, number} of {total, number} charts loaded", {
          loaded: state.cells.answered,
          total: state.cells.all,
        })
      : undefined,
    zone && zoneText(zone),
    limit ? t("cut off at the chart's row limit of {limit, number}", { limit }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <Dialog
      open
      title={t("Data in “{chart}”", { chart: title })}
      width={960}
      height="min(640px, 90vh)"
      onClose={onClose}
    >
      <div className={styles.table}>
        {tabs.length > 1 ? (
          <Segmented
            options={tabs.map((tab, value) => ({ value, label: labelOf(tab, value) }))}
            value={index}
            onChange={setIndex}
          />
        ) : null}
        {shown ? (
          <ResultRows key={index} result={shown.result} dataset={shown.dataset ?? dataset} label={title} />
        ) : (
          <EmptyState title={t("No data yet")} compact />
        )}
        <p className={styles.note} role="status">
          {facts.join(" · ")}
        </p>
      </div>
    </Dialog>
  );
}

const labelOf = ({ part }: Answer, at: number) => part ?? t("Query {number, number}", { number: at + 1 });

export function ResultRows({ result, dataset, label }: { result: ChartDataResult; dataset?: Dataset; label: string }) {
  const columns = useMemo(() => columnsOfResult(result, dataset), [result, dataset]);
  const rows = useMemo(() => rowsOf(result), [result]);
  return (
    <div className={styles.rows}>
      <DataTable columns={columns} rows={rows} label={label} hasRowNumbers canToggleDates isPacked />
    </div>
  );
}
