import { Button } from "antd";
import { FileUp, Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { datasetBundle } from "../../api/bundle/contract.ts";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import * as dataset from "../../api/dataset/contract.ts";
import { DatasetEditor } from "../../features/dataset-editor/DatasetEditor.tsx";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
import { FileDrop } from "../../features/upload/FileDrop.tsx";
import { mayUpload, openUpload } from "../../features/upload/upload.ts";
import { call } from "../../web/client/client.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { datasetList, NOUN } from "./dataset-list.tsx";
import { NewDataset } from "./NewDataset.tsx";

type Open = { kind: "delete"; rows: readonly DatasetRow[]; done?(): void } | { kind: "import" };

/**
 * All datasets the user may see. `?new=dataset` opens the dialog that makes one, `database` names where its table is, and
 * `?edit=<id>` opens one.
 */
export function DatasetsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = can("can_write", "Dataset");
  const isNew = search.get("new") === "dataset" && mayWrite;
  const edited = mayWrite ? Number(search.get("edit")) : 0;
  const definition = useMemo(
    () =>
      datasetList({
        mayWrite,
        mayExport: can("can_export", "Dataset"),
        onDelete: (rows, done) => setOpen({ kind: "delete", rows, done }),
        onEdit: (row) => setSearch(withPart("edit", row.id)),
        onExport: (rows) => download(datasetBundle.exported, { q: rows.map((row) => row.id) }, "dataset_export.zip"),
        onNew: () => navigate("/tablemodelview/list/?new=dataset"),
      }),
    [mayWrite, navigate, setSearch],
  );
  const close = () => setOpen(null);
  const closeEditor = () => setSearch(withoutDialog);
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <>
            {mayUpload() ? (
              <HeaderButton label="Upload file" icon={<FileUp size={16} />} onClick={() => openUpload()} />
            ) : null}
            <HeaderButton label="Import" icon={<Upload size={16} />} onClick={() => setOpen({ kind: "import" })} />
            <Button type="primary" icon={<Plus size={16} />} onClick={() => setSearch(withPart("new", "dataset"))}>
              New dataset
            </Button>
          </>
        ) : undefined
      }
    >
      <FileDrop />
      {isNew ? (
        <NewDataset initialDatabase={Number(search.get("database")) || undefined} onClose={closeEditor} />
      ) : null}
      {open?.kind === "delete" ? (
        <DeleteDialog
          things={open.rows.map((row) => ({ id: row.id, name: row.table_name }))}
          noun={NOUN}
          contract={dataset}
          listKey="datasets"
          toTrash="dataset"
          consequences={(signal) => dependants(open.rows, signal)}
          onClose={close}
          onDeleted={open.done}
        />
      ) : null}
      {edited > 0 ? <DatasetEditor datasetId={edited} onClose={closeEditor} /> : null}
      {open?.kind === "import" ? (
        <ImportDialog noun={NOUN} operation={datasetBundle.imported} listKey="datasets" onClose={close} />
      ) : null}
    </ListView>
  );
}

const withPart = (name: string, value: string | number) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before);
  after.set(name, String(value));
  return after;
};

function withoutDialog(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const name of ["new", "database", "edit"]) after.delete(name);
  return after;
}

/** What uses the datasets, in words. */
async function dependants(rows: readonly DatasetRow[], signal: AbortSignal): Promise<string> {
  const used = await Promise.all(
    rows.map((row) => call(dataset.relatedObjects, { params: { id: `${row.id}` } }, { signal })),
  );
  const charts = new Set(used.flatMap((each) => each.charts.result.map((chart) => chart.id)));
  const dashboards = new Set(used.flatMap((each) => each.dashboards.result.map((dashboard) => dashboard.id)));
  return dependantsText(charts.size, dashboards.size, rows.length);
}

/** "6 charts on 3 dashboards use this dataset. They will stop working." */
export function dependantsText(charts: number, dashboards: number, datasets: number): string {
  const these = datasets === 1 ? "this dataset" : "these datasets";
  if (charts === 0) return `No chart uses ${these}.`;
  const on = dashboards === 0 ? "" : ` on ${dashboards} ${dashboards === 1 ? "dashboard" : "dashboards"}`;
  if (charts === 1) return `1 chart${on} uses ${these}. It will stop working.`;
  return `${charts} charts${on} use ${these}. They will stop working.`;
}
