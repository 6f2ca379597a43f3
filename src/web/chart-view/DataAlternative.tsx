import { useMemo, useState } from "react";
import { columnsOfResult, rowsOf } from "../../chart-kit/table/column.ts";
import { DataTable } from "../../chart-kit/table/DataTable.tsx";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import styles from "./chart-view.module.css";

interface DataAlternativeProps {
  results: readonly ChartDataResult[];
  dataset?: Dataset;
  label: string;
}

export function DataAlternative({ results, dataset, label }: DataAlternativeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.alternative} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{isOpen ? t("Back to the chart") : t("Show data as a table")}</summary>
      {isOpen
        ? results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: queries have no other key
            <Rows key={index} result={result} dataset={dataset} label={label} />
          ))
        : null}
    </details>
  );
}

function Rows({ result, dataset, label }: { result: ChartDataResult; dataset?: Dataset; label: string }) {
  const columns = useMemo(() => columnsOfResult(result, dataset), [result, dataset]);
  return (
    <div className={styles.rows}>
      <DataTable columns={columns} rows={rowsOf(result)} label={label} />
    </div>
  );
}
