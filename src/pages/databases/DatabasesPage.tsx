import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { databaseBundle } from "../../api/bundle/contract.ts";
import type { DatabaseRow } from "../../api/database/contract.ts";
import * as database from "../../api/database/contract.ts";
import { ListImport } from "../../features/import/index.ts";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { DeleteDatabase } from "./DeleteDatabase.tsx";
import { databaseList, NOUN } from "./database-list.tsx";

const ConnectDialog = lazyComponent(async () => (await import("./connect/ConnectDialog.tsx")).ConnectDialog);
const ChooseTables = lazyComponent(
  async () => (await import("../../features/new-datasets/ChooseTables.tsx")).ChooseTables,
);
const EditDatabase = lazyComponent(async () => (await import("./connect/EditDatabase.tsx")).EditDatabase);

/** `?connect=1` opens the dialog for a new database, `?edit=<id>` the one for an existing one. */
export function DatabasesPage() {
  const [databaseToDelete, setDatabaseToDelete] = useState<DatabaseRow>();
  const [source, setSource] = useState<DatabaseRow>();
  const [isImporting, setImporting] = useState(false);
  const queries = useQueryClient();
  const canWrite = can("can_write", "Database");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/databaseview/list/", canWrite, "connect");
  const definition = useMemo(
    () =>
      databaseList({
        canWrite,
        canExport: can("can_export", "Database"),
        canAddDatasets: can("can_write", "Dataset"),
        onConnect: openNew,
        onEdit: ({ id }) => openEdit(id),
        onExport: (row) => void download(databaseBundle.exported, { q: [row.id] }, "database_export.zip"),
        onTables: setSource,
        onSync: (row) => void syncPermissions(row),
        onDelete: setDatabaseToDelete,
      }),
    [canWrite, openNew, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <>
            <HeaderButton label={t("Import")} icon={<Upload size={16} />} onClick={() => setImporting(true)} />
            <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
              {t("Connect a database")}
            </Button>
          </>
        ) : undefined
      }
    >
      {isNew ? <ConnectDialog onClose={close} /> : null}
      {edited > 0 ? <EditDatabase key={edited} id={edited} onClose={close} /> : null}
      {source ? <ChooseTables id={source.id} name={source.database_name} onClose={() => setSource(undefined)} /> : null}
      {databaseToDelete ? (
        <DeleteDatabase row={databaseToDelete} onClose={() => setDatabaseToDelete(undefined)} />
      ) : null}
      {isImporting ? (
        <ListImport
          noun={NOUN}
          onClose={() => {
            setImporting(false);
            void queries.invalidateQueries({ queryKey: ["databases"] });
          }}
        />
      ) : null}
    </ListView>
  );
}

async function syncPermissions({ id, database_name }: DatabaseRow): Promise<void> {
  try {
    const { message } = await call(database.syncPermissions, { params: { id: `${id}` } });
    toast.success(t("{name}: {message}", { name: database_name, message }));
  } catch (error) {
    toast.error(error, (message) =>
      t("Failed to sync permissions for {name}: {message}", { name: database_name, message }),
    );
  }
}
