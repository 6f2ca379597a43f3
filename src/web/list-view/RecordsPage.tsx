import { Button } from "antd";
import { Plus } from "lucide-react";
import { type ComponentType, useMemo, useState } from "react";
import { DeleteDialog, type DeleteDialogProps } from "../dialogs/DeleteDialog.tsx";
import { useDialogAddress } from "../navigation/use-dialog-address.ts";
import type { ListDefinition, ListRow } from "./definition.ts";
import { ListView } from "./ListView.tsx";
import type { RecordActions } from "./standard.tsx";

interface RecordsPageProps<Row extends ListRow> {
  path: string;
  canWrite: boolean;
  /** Must be a stable reference. */
  listOf(acts: RecordActions<Row>): ListDefinition<Row>;
  newLabel: string;
  New: ComponentType<{ onClose(): void }>;
  Edit: ComponentType<{ id: number; onClose(): void }>;
  deletion(rows: readonly Row[]): Omit<DeleteDialogProps, "onClose" | "onDeleted">;
}

/**
 * A list whose records are created, edited and deleted in dialogs. `?new=1` opens a new one, `?edit=<id>` an existing
 * one.
 */
export function RecordsPage<Row extends ListRow>(props: RecordsPageProps<Row>) {
  const { path, canWrite, listOf, newLabel, New, Edit, deletion } = props;
  const [deleting, setDeleting] = useState<{ rows: readonly Row[]; done?: (() => void) | undefined }>();
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(path, canWrite);
  const definition = useMemo(
    () => listOf({ canWrite, onEdit: ({ id }) => openEdit(id), onDelete: (rows, done) => setDeleting({ rows, done }) }),
    [listOf, canWrite, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            {newLabel}
          </Button>
        ) : undefined
      }
    >
      {isNew ? <New onClose={close} /> : null}
      {edited > 0 ? <Edit key={edited} id={edited} onClose={close} /> : null}
      {deleting ? (
        <DeleteDialog {...deletion(deleting.rows)} onClose={() => setDeleting(undefined)} onDeleted={deleting.done} />
      ) : null}
    </ListView>
  );
}
