import { Input } from "antd";
import { useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { runNow } from "../editor/actions.ts";
import { useDatabase, useLab } from "../state/lab-context.ts";

/** Asks for the name of the table or view that the rows of the query are made into. */
export function CreationDialog({ method, onClose }: { method: "TABLE" | "VIEW"; onClose(): void }) {
  const lab = useLab();
  const schema = useDatabase()?.force_ctas_schema;
  const [name, setName] = useState("");
  const noun = method === "TABLE" ? "table" : "view";
  const submit = () => {
    onClose();
    runNow(lab, { method, name: name.trim() });
  };
  return (
    <Dialog
      open
      title={`Create ${noun} as`}
      onClose={onClose}
      primary={{ label: `Create ${noun}`, disabled: name.trim() === "", onClick: submit }}
    >
      <Field label={`Name of the ${noun}`} hint={schema ? `It is made in the schema ${schema}.` : undefined}>
        {(id) => <Input id={id} value={name} maxLength={256} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </Dialog>
  );
}
