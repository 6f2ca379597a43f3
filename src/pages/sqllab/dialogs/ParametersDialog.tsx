import { useState } from "react";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useLab, useTab } from "../state/lab-context.ts";
import { parametersOf, parsedParams } from "../state/tab.ts";

export function ParametersDialog({ onClose }: { onClose(): void }) {
  const lab = useLab();
  const { key, sql, templateParams } = useTab();
  const [text, setText] = useState(() => templateParams || initialText(sql));
  const values = parsedParams(text);
  const missing = parametersOf(sql).filter((name) => values && !Object.hasOwn(values, name));
  const submit = () => {
    lab.edit(key, { templateParams: text.trim() === "{}" ? "" : text.trim() });
    onClose();
  };
  return (
    <Dialog
      open
      title={t("Template parameters")}
      width={720}
      onClose={onClose}
      dirty={text !== (templateParams || initialText(sql))}
      primary={{ label: t("Set parameters"), disabled: values === undefined, onClick: submit }}
    >
      <Field
        label={t("Parameters")}
        aside="JSON"
        problem={values === undefined ? t("Not a valid JSON object.") : undefined}
        hint={
          missing.length > 0
            ? t("No value for: {names}", { names: list(missing, "commas") })
            : t(
                "Values by name, for example '{\"region\": \"EU\"}'. In the SQL, '{{ region }}' is replaced by the value.",
              )
        }
      >
        {(id) => (
          <CodeEditor
            id={id}
            label={t("Parameters")}
            language="json"
            value={text}
            lines={8}
            isLong
            onChange={setText}
          />
        )}
      </Field>
    </Dialog>
  );
}

function initialText(sql: string): string {
  return JSON.stringify(Object.fromEntries(parametersOf(sql).map((name) => [name, ""])), null, 2);
}
