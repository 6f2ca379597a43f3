import { Input } from "antd";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { runNow } from "../editor/actions.ts";
import { useDatabase, useLab } from "../state/lab-context.ts";

const TEXTS = {
  TABLE: { title: t("Create table as"), action: t("Create table"), name: t("Table name") },
  VIEW: { title: t("Create view as"), action: t("Create view"), name: t("View name") },
};

export function CreationDialog({ method, onClose }: { method: "TABLE" | "VIEW"; onClose(): void }) {
  const lab = useLab();
  const schema = useDatabase()?.force_ctas_schema;
  const [name, setName] = useState("");
  const texts = TEXTS[method];
  const submit = () => {
    onClose();
    runNow(lab, { method, name: name.trim() });
  };
  return (
    <Dialog
      open
      title={texts.title}
      onClose={onClose}
      primary={{ label: texts.action, disabled: name.trim() === "", onClick: submit }}
    >
      <Field label={texts.name} hint={schema ? t("Created in the schema “{schema}”.", { schema }) : undefined}>
        {(id) => <Input id={id} value={name} maxLength={256} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </Dialog>
  );
}
