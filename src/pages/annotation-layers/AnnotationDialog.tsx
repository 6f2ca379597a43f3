import { Input } from "antd";
import { type AnnotationRow, annotations, type CreateAnnotation } from "../../api/annotation-layer/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";

interface AnnotationFields {
  short_descr: string;
  long_descr: string;
  start_dttm: string;
  end_dttm: string;
}

interface AnnotationDialogProps {
  layerId: string;
  row: AnnotationRow | undefined;
  onClose(): void;
}

export function AnnotationDialog({ layerId, row, onClose }: AnnotationDialogProps) {
  const form = useRecordForm<AnnotationFields, CreateAnnotation>({
    id: row?.id,
    initial: {
      short_descr: row?.short_descr ?? "",
      long_descr: row?.long_descr ?? "",
      start_dttm: row?.start_dttm ?? "",
      end_dttm: row?.end_dttm ?? "",
    },
    toBody: ({ long_descr, end_dttm, ...fields }) => ({
      ...fields,
      end_dttm: end_dttm || fields.start_dttm,
      long_descr: long_descr.trim() || null,
    }),
    required: ["short_descr", "start_dttm"],
    create: (body) => call(annotations.create, { params: { id: layerId }, body }),
    update: (id, body) => call(annotations.update, { params: { id: layerId, annotation_id: id }, body }),
    listKey: `annotations-${layerId}`,
    onSaved: ({ short_descr }) => {
      toast.success(row ? t("Saved: {name}", { name: short_descr }) : t("Created: {name}", { name: short_descr }));
      onClose();
    },
  });
  const { fields, change, problems } = form;
  const moment = (key: "start_dttm" | "end_dttm", label: string, hint?: string) => (
    <Field label={label} problem={problems[key]} hint={hint}>
      {(of) => (
        <Input
          id={of}
          type="datetime-local"
          step={1}
          value={fields[key]}
          status={problems[key] ? "error" : ""}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={row ? t("Edit annotation") : t("New annotation")}
      verb={t("Save annotation")}
      form={form}
      onClose={onClose}
    >
      <Field label={t("Name *")} problem={problems.short_descr}>
        {(of) => (
          <Input
            id={of}
            maxLength={500}
            value={fields.short_descr}
            status={problems.short_descr ? "error" : ""}
            onChange={(event) => change({ short_descr: event.target.value })}
          />
        )}
      </Field>
      {moment("start_dttm", t("Start (UTC) *"))}
      {moment("end_dttm", t("End (UTC)"), t("Leave empty for a single moment."))}
      <Field label={t("Description")} problem={problems.long_descr}>
        {(of) => (
          <Input.TextArea
            id={of}
            rows={3}
            value={fields.long_descr}
            onChange={(event) => change({ long_descr: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
