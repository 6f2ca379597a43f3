import { Button } from "antd";
import { ChartColumn, Code, Copy, Download } from "lucide-react";
import { useNavigate } from "react-router";
import { exportCsv } from "../../../api/sqllab/contract.ts";
import type { TableColumn } from "../../../chart-seam/table-column.ts";
import { t } from "../../../i18n/translate.ts";
import type { DataRow } from "../../../model/query-context.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazy } from "../../../ui/lazy.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { can } from "../../../web/session/session.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { download } from "../../../web/toasts/download.ts";
import { runLazy } from "../../../web/toasts/run-lazy.ts";
import { openDialog } from "../editor/actions.ts";
import { useLab, useRun, useTab } from "../state/lab-context.ts";
import styles from "./results.module.css";

const TSV = lazy(() => import("../../../chart-kit/table/tsv.ts"));

export interface Shown {
  rows: readonly DataRow[];
  columns: readonly TableColumn[];
}

interface ResultToolsProps {
  shown: Shown | undefined;
  search: string;
  onSearch(text: string): void;
}

export function ResultTools({ shown, search, onSearch }: ResultToolsProps) {
  const lab = useLab();
  const run = useRun();
  const { name } = useTab();
  const hasRows = shown !== undefined && shown.columns.length > 0;
  const copy = () => runLazy(TSV, ({ tableToTsv }) => shown && copyWithToast(tableToTsv(shown.rows, shown.columns)));
  const save = () => {
    if (run) void download(exportCsv, { params: { client_id: run.clientId } }, `sqllab_${name}.csv`);
  };
  return (
    <div className={styles.tools}>
      <SearchField label={t("Search rows")} value={search} onChange={onSearch} className={styles.search} />
      <IconButton label={t("Copy rows")} icon={<Copy size={16} />} disabled={!hasRows} onClick={() => void copy()} />
      {can("can_export_csv", "SQLLab") ? (
        <IconButton
          label={t("Download all rows as CSV")}
          icon={<Download size={16} />}
          disabled={!hasRows}
          onClick={save}
        />
      ) : null}
      <IconButton
        label={t("Show executed SQL")}
        icon={<Code size={16} />}
        disabled={!run}
        onClick={() => openDialog(lab, "sql")}
      />
      {can("can_read", "Explore") ? <CreateChart queryId={hasRows ? run?.query?.queryId : undefined} /> : null}
    </div>
  );
}

function CreateChart({ queryId }: { queryId: number | undefined }) {
  const navigate = useNavigate();
  const address = `/explore/?datasource_type=query&datasource_id=${queryId}`;
  return (
    <Button
      size="small"
      icon={<ChartColumn size={14} />}
      disabled={queryId === undefined}
      className={styles.create}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) window.open(address, "_blank", "noopener");
        else void navigate(address);
      }}
    >
      {t("Create chart")}
    </Button>
  );
}
