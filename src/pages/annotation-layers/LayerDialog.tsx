import { Input } from "antd";
import { type AnnotationLayerRow, type CreateLayer, layers } from "../../api/annotation-layer/contract.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";

interface LayerFields {
  name: string;
  descr: string;
}

/** Makes a layer, or changes the one that is given. */
export function LayerDialog({ row, onClose }: { row: AnnotationLayerRow | undefined; onClose(): void }) {
  const form = useRecordForm<LayerFields, CreateLayer>({
    id: row?.id,
    kept: { name: row?.name ?? "", descr: row?.descr ?? "" },
    toBody: ({ name, descr }) => ({ name, descr: descr.trim() || null }),
    required: ["name"],
    create: (body) => call(layers.create, { body }),
    update: (id, body) => call(layers.update, { params: { id }, body }),
    listKey: "annotation-layers",
    onSaved: ({ name }) => {
      toast.success(`${row ? "Saved" : "Created"}: ${name}`);
      onClose();
    },
  });
  const { fields, change, problems } = form;
  return (
    <FormDialog title={row ? "Edit layer" : "New layer"} verb="Save layer" form={form} onClose={onClose}>
      <Field label="Name *" problem={problems.name}>
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
      <Field label="Description" problem={problems.descr}>
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
