import { Input } from "antd";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useLab, useTab } from "../state/lab-context.ts";

export function RenameDialog({ onClose }: { onClose(): void }) {
  const lab = useLab();
  const { key, name } = useTab();
  const [text, setText] = useState(name);
  const submit = () => {
    if (text.trim() === "") return;
    lab.edit(key, { name: text.trim() });
    onClose();
  };
  return (
    <Dialog
      open
      title={t("Rename query tab")}
      onClose={onClose}
      primary={{ label: t("Rename"), disabled: text.trim() === "", onClick: submit }}
    >
      <Field label={t("Name")}>
        {(id) => <Input id={id} value={text} maxLength={256} onChange={(event) => setText(event.target.value)} />}
      </Field>
    </Dialog>
  );
}
