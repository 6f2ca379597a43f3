import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { databaseBundle } from "../../api/bundle/contract.ts";
import type { DatabaseRow } from "../../api/database/contract.ts";
import * as database from "../../api/database/contract.ts";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
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
const EditDatabase = lazyComponent(async () => (await import("./connect/EditDatabase.tsx")).EditDatabase);

/** All databases the user may see. `?connect=1` opens the dialog that connects one, `?edit=<id>` the one that changes it. */
export function DatabasesPage() {
  const [doomed, setDoomed] = useState<DatabaseRow>();
  const [isImporting, setImporting] = useState(false);
  const queries = useQueryClient();
  const mayWrite = can("can_write", "Database");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/databaseview/list/", mayWrite, "connect");
  const definition = useMemo(
    () =>
      databaseList({
        mayWrite,
        mayExport: can("can_export", "Database"),
        onConnect: openNew,
        onEdit: ({ id }) => openEdit(id),
        onExport: (row) => void download(databaseBundle.exported, { q: [row.id] }, "database_export.zip"),
        onSync: (row) => void syncPermissions(row),
        onDelete: setDoomed,
      }),
    [mayWrite, openNew, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <>
            <HeaderButton label="Import" icon={<Upload size={16} />} onClick={() => setImporting(true)} />
            <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
              Connect a database
            </Button>
          </>
        ) : undefined
      }
    >
      {isNew ? <ConnectDialog onClose={close} /> : null}
      {edited > 0 ? <EditDatabase key={edited} id={edited} onClose={close} /> : null}
      {doomed ? <DeleteDatabase row={doomed} onClose={() => setDoomed(undefined)} /> : null}
      {isImporting ? (
        <ImportDialog
          noun={NOUN}
          operation={databaseBundle.imported}
          listKey="databases"
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
    toast.success(`${database_name}: ${message}`);
  } catch (error) {
    toast.error(error, (message) => `Permissions of ${database_name} were not synced: ${message}`);
  }
}
