import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import type { z } from "zod";
import * as templates from "../../api/css-template/contract.ts";
import { saveWithConfirm } from "../../features/overwrite/overwrite.ts";
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
  return <TemplateForm title="New CSS template" kept={{ template_name: "", css: "" }} onClose={onClose} />;
}

export function EditTemplate({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [LIST_KEY, "one", id],
    queryFn: ({ signal }) => loadTemplate(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <TemplateForm title="Edit CSS template" id={id} {...data} onClose={onClose} />;
  return <LoadingDialog title="Edit CSS template" width={720} error={error} onRetry={refetch} onClose={onClose} />;
}

async function loadTemplate(id: number, signal: AbortSignal) {
  let state: string | undefined;
  const onState = (next: string) => {
    state = next;
  };
  const { result } = await call(templates.show, { params: { id } }, { signal, onState });
  return { kept: { template_name: result.template_name ?? "", css: result.css ?? "" }, state };
}

interface TemplateFormProps {
  title: string;
  id?: number;
  kept: TemplateFields;
  /** ETag on which a save is based. */
  state?: string | undefined;
  onClose(): void;
}

function TemplateForm({ title, id, kept, state, onClose }: TemplateFormProps) {
  const form = useRecordForm<TemplateFields, z.infer<typeof templates.SaveCssTemplate>>({
    id,
    initial: kept,
    toBody: (fields) => fields,
    required: ["template_name"],
    create: (body) => call(templates.create, { body }),
    update: (of, body) =>
      saveWithConfirm({ noun: "CSS template", id: Number(of) }, state, (basedOn) =>
        call(templates.update, { params: { id: of }, body }, { basedOn }),
      ),
    listKey: LIST_KEY,
    onSaved: ({ template_name }) => {
      toast.success(`${id === undefined ? "Created" : "Saved"}: ${template_name}`);
      onClose();
    },
  });
  const { fields, change, problems } = form;
  return (
    <FormDialog title={title} verb="Save template" width={720} form={form} onClose={onClose}>
      <Field label="Name *" problem={problems.template_name}>
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
      <Field label="CSS" problem={problems.css} hint="Dashboards get a copy; later edits here don't affect them.">
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
