import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import type { z } from "zod";
import * as templates from "../../api/css-template/contract.ts";
import { saveWithConfirm } from "../../features/overwrite/overwrite.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../../web/client/client.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { LIST_KEY } from "./template-list.tsx";

interface TemplateFields {
  template_name: string;
  css: string;
}

export function NewTemplate({ onClose }: { onClose(): void }) {
  return <TemplateForm title={t("New CSS template")} initial={{ template_name: "", css: "" }} onClose={onClose} />;
}

export function EditTemplate({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "one", id],
    queryFn: ({ signal }) => loadTemplate(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <TemplateForm title={t("Edit CSS template")} id={id} {...data} onClose={onClose} />;
  return <LoadingDialog title={t("Edit CSS template")} width={720} error={error} onRetry={refetch} onClose={onClose} />;
}

async function loadTemplate(id: number, signal: AbortSignal) {
  let state: string | undefined;
  const onState = (next: string) => {
    state = next;
  };
  const { result } = await call(templates.show, { params: { id } }, { signal, onState });
  return { initial: { template_name: result.template_name ?? "", css: result.css ?? "" }, state };
}

interface TemplateFormProps {
  title: string;
  id?: number;
  initial: TemplateFields;
  state?: string | undefined;
  onClose(): void;
}

function TemplateForm({ title, id, initial, state, onClose }: TemplateFormProps) {
  const form = useRecordForm<TemplateFields, z.infer<typeof templates.SaveCssTemplate>>({
    id,
    initial,
    toBody: (fields) => fields,
    required: ["template_name"],
    create: (body) => call(templates.create, { body }),
    update: (of, body) =>
      saveWithConfirm({ noun: "CSS template", id: Number(of) }, state, (basedOn) =>
        call(templates.update, { params: { id: of }, body }, { basedOn }),
      ),
    listKey: LIST_KEY,
    onSaved: ({ template_name }) => {
      toast.success(
        id === undefined ? t("Created: {name}", { name: template_name }) : t("Saved: {name}", { name: template_name }),
      );
      onClose();
    },
  });
  const { fields, change, problems } = form;
  return (
    <FormDialog title={title} verb={t("Save template")} width={720} form={form} onClose={onClose}>
      <Field label={t("Name *")} problem={problems.template_name}>
        {(of) => (
          <Input
            id={of}
            maxLength={250}
            value={fields.template_name}
            status={problems.template_name ? "error" : ""}
            onChange={(event) => change({ template_name: event.target.value })}
          />
        )}
      </Field>
      <Field label="CSS" problem={problems.css} hint={t("Dashboards get a copy; later edits here don't affect them.")}>
        {(of) => (
          <CodeEditor
            id={of}
            label="CSS"
            language="css"
            isLong
            lines={16}
            value={fields.css}
            onChange={(css) => change({ css })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
