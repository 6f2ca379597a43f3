import { useQuery } from "@tanstack/react-query";
import * as rules from "../../api/row-level-security/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { FormDialog } from "../../web/dialogs/FormDialog.tsx";
import { LoadingDialog } from "../../web/dialogs/LoadingDialog.tsx";
import { useRecordForm } from "../../web/dialogs/use-record-form.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { RuleControls } from "./RuleControls.tsx";
import { RulePreview } from "./RulePreview.tsx";
import { bodyOf, EMPTY, fieldsOf, type RuleBody, type RuleFields } from "./rule-fields.ts";

const REQUIRED = ["name", "clause"] as const;

export function NewRule({ onClose }: { onClose(): void }) {
  return <RuleForm title={t("New rule")} initial={EMPTY} onClose={onClose} />;
}

export function EditRule({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["row-level-security", "one", id],
    queryFn: ({ signal }) => call(rules.show, { params: { id: `${id}` } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <RuleForm title={t("Edit rule")} id={id} initial={fieldsOf(data.result)} onClose={onClose} />;
  return <LoadingDialog title={t("Edit rule")} error={error} onRetry={refetch} onClose={onClose} />;
}

interface RuleFormProps {
  title: string;
  id?: number;
  initial: RuleFields;
  onClose(): void;
}

function RuleForm({ title, id, initial, onClose }: RuleFormProps) {
  const hasTablesWithoutDataset = initial.bound_tables.length > 0;
  const form = useRecordForm<RuleFields, RuleBody>({
    id,
    initial,
    toBody: bodyOf,
    required: ({ filter_type }) => [
      ...(hasTablesWithoutDataset ? REQUIRED : ([...REQUIRED, "tables"] as const)),
      ...(filter_type === "Regular" ? (["roles"] as const) : []),
    ],
    create: ({ bound_tables: _, ...body }) => call(rules.create, { body }),
    update: (of, body) => call(rules.update, { params: { id: of }, body }),
    listKey: "row-level-security",
    onSaved: ({ name }) => {
      toast.success(id === undefined ? t("Created: {name}", { name }) : t("Saved: {name}", { name: name }));
      onClose();
    },
  });
  return (
    <FormDialog title={title} verb={t("Save rule")} width={720} form={form} onClose={onClose}>
      <RuleControls {...form} id={id} withoutDataset={initial.bound_tables} />
      <RulePreview fields={form.fields} id={id} />
    </FormDialog>
  );
}
