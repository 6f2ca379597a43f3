import { Button, Input } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { type AnnotationLayerRow, type CreateLayer, layers } from "../../api/annotation-layer/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { LAYER, layerList } from "./lists.tsx";

interface PendingDelete {
  rows: readonly AnnotationLayerRow[];
  done?: (() => void) | undefined;
}

export function LayersPage() {
  const [edited, setEdited] = useState<AnnotationLayerRow | "new">();
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>();
  const canWrite = can("can_write", "Annotation");
  const definition = useMemo(
    () => layerList({ canWrite, onEdit: setEdited, onDelete: (rows, done) => setPendingDelete({ rows, done }) }),
    [canWrite],
  );
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setEdited("new")}>
            {t("New layer")}
          </Button>
        ) : undefined
      }
    >
      {edited ? <LayerDialog row={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {pendingDelete ? (
        <DeleteDialog
          items={pendingDelete.rows.map((row) => ({ id: row.id, name: row.name ?? "" }))}
          noun={LAYER}
          contract={layers}
          listKey="annotation-layers"
          onClose={() => setPendingDelete(undefined)}
          onDeleted={pendingDelete.done}
        />
      ) : null}
    </ListView>
  );
}

interface LayerFields {
  name: string;
  descr: string;
}

function LayerDialog({ row, onClose }: { row: AnnotationLayerRow | undefined; onClose(): void }) {
  const form = useRecordForm<LayerFields, CreateLayer>({
    id: row?.id,
    initial: { name: row?.name ?? "", descr: row?.descr ?? "" },
    toBody: ({ name, descr }) => ({ name, descr: descr.trim() || null }),
    required: ["name"],
    create: (body) => call(layers.create, { body }),
    update: (id, body) => call(layers.update, { params: { id }, body }),
    listKey: "annotation-layers",
    onSaved: ({ name }) => {
      toast.success(row ? t("Saved: {name}", { name }) : t("Created: {name}", { name: name }));
      onClose();
    },
  });
  const { fields, change, problems } = form;
  return (
    <FormDialog title={row ? t("Edit layer") : t("New layer")} verb={t("Save layer")} form={form} onClose={onClose}>
      <Field label={t("Name *")} problem={problems.name}>
        {(of) => (
          <Input
            id={of}
            maxLength={250}
            value={fields.name}
            status={problems.name ? "error" : ""}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Description")} problem={problems.descr}>
        {(of) => (
          <Input.TextArea
            id={of}
            rows={3}
            value={fields.descr}
            onChange={(event) => change({ descr: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
