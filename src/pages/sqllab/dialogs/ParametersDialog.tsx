import { useState } from "react";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useLab, useTab } from "../state/lab-context.ts";
import { parametersOf, parsedParams } from "../state/tab.ts";

/** Values for the templates in the SQL of the tab. */
export function ParametersDialog({ onClose }: { onClose(): void }) {
  const lab = useLab();
  const { key, sql, templateParams } = useTab();
  const [text, setText] = useState(() => templateParams || startingText(sql));
  const given = parsedParams(text);
  const missing = parametersOf(sql).filter((name) => given && !Object.hasOwn(given, name));
  const submit = () => {
    lab.edit(key, { templateParams: text.trim() === "{}" ? "" : text.trim() });
    onClose();
  };
  return (
    <Dialog
      open
      title="Template parameters"
      width={720}
      onClose={onClose}
      dirty={text !== (templateParams || startingText(sql))}
      primary={{ label: "Set parameters", disabled: given === undefined, onClick: submit }}
    >
      <Field
        label="Parameters"
        aside="JSON"
        problem={given === undefined ? "This is no JSON object." : undefined}
        hint={
          missing.length > 0
            ? `Without a value: ${missing.join(", ")}`
            : "A value by its name. {{ name }} in the SQL is replaced by it."
        }
      >
        {(id) => (
          <CodeEditor id={id} label="Parameters" language="json" value={text} lines={8} isLong onChange={setText} />
        )}
      </Field>
    </Dialog>
  );
}

/** An object with a place for each parameter that the SQL names. */
function startingText(sql: string): string {
  return JSON.stringify(Object.fromEntries(parametersOf(sql).map((name) => [name, ""])), null, 2);
}
