import { FileUp } from "lucide-react";
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { DatasetRow } from "../../api/dataset/contract.ts";
import { DatasetEditor } from "../../features/dataset-editor/DatasetEditor.tsx";
import { ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { FileDrop } from "../../features/upload/FileDrop.tsx";
import { mayUpload, openUpload } from "../../features/upload/upload.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { can } from "../../web/session/session.ts";
import { DATASETS } from "./dataset-list.tsx";
import { NewDataset } from "./NewDataset.tsx";

/**
 * All datasets the user may see. `?new=dataset` opens the dialog that makes one, `database` names where its table is, and
 * `?edit=<id>` opens one.
 */
export function DatasetsPage() {
  const [search, setSearch] = useSearchParams();
  const mayWrite = can("can_write", "Dataset");
  const isNew = search.get("new") === "dataset" && mayWrite;
  const edited = mayWrite ? Number(search.get("edit")) : 0;
  const handleNew = useCallback(() => setSearch(withPart("new", "dataset")), [setSearch]);
  const handleEdit = useCallback((row: DatasetRow) => setSearch(withPart("edit", row.id)), [setSearch]);
  const closeDialog = () => setSearch(withoutDialog);
  return (
    <ObjectListPage
      kind={DATASETS}
      onNew={handleNew}
      onEdit={handleEdit}
      actions={
        mayWrite && mayUpload() ? (
          <HeaderButton label="Upload file" icon={<FileUp size={16} />} onClick={() => openUpload()} />
        ) : undefined
      }
    >
      <FileDrop />
      {isNew ? (
        <NewDataset initialDatabase={Number(search.get("database")) || undefined} onClose={closeDialog} />
      ) : null}
      {edited > 0 ? <DatasetEditor datasetId={edited} onClose={closeDialog} /> : null}
    </ObjectListPage>
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
