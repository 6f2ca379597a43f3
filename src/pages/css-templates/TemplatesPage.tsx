import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import * as templates from "../../api/css-template/contract.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { DeleteDialog } from "../../web/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session.ts";
import { useDialogAddress } from "../../web/use-dialog-address.ts";
import { LIST_KEY, NOUN, nameOf, PATH, type TemplateRow, templateList } from "./template-list.tsx";

const NewTemplate = onDemand(async () => (await import("./TemplateDialog.tsx")).NewTemplate);
const EditTemplate = onDemand(async () => (await import("./TemplateDialog.tsx")).EditTemplate);

interface Doomed {
  rows: readonly TemplateRow[];
  done?: (() => void) | undefined;
}

/** All CSS templates. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function TemplatesPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  const mayWrite = can("can_write", "CssTemplate");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(PATH, mayWrite);
  const definition = useMemo(
    () =>
      templateList({
        mayWrite,
        onEdit: ({ id }) => openEdit(id),
        onDelete: (rows, done) => setDoomed({ rows, done }),
      }),
    [mayWrite, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New template
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewTemplate onClose={close} /> : null}
      {edited > 0 ? <EditTemplate key={edited} id={edited} onClose={close} /> : null}
      {doomed ? (
        <DeleteDialog
          things={doomed.rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
          noun={NOUN}
          contract={templates}
          listKey={LIST_KEY}
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}
