import { Input } from "antd";
import { t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";
import { useDraftValue } from "./use-draft-value.ts";

const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));

export function TextControl(props: WidgetProps<"text">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft: text, setValue, handlers } = useDraftValue(props, textOf(props.value));
  return (
    <Input
      id={id}
      aria-label={label}
      value={text}
      placeholder={control.placeholder && t(control.placeholder)}
      status={problem ? "error" : undefined}
      aria-describedby={describedBy}
      aria-invalid={problem ? true : undefined}
      onChange={(event) => setValue(event.target.value)}
      {...handlers}
    />
  );
}

export function TextAreaControl(props: WidgetProps<"textarea">) {
  const { control, id, label, problem, describedBy } = props;
  const { draft: text, setValue, handlers } = useDraftValue(props, textOf(props.value));
  if (control.language && control.language !== "text") {
    return (
      <CodeEditor
        id={id}
        label={label}
        language={control.language}
        value={text}
        describedBy={describedBy}
        problem={problem ? { message: problem, line: null, column: null, endColumn: null } : undefined}
        onChange={setValue}
        onBlur={handlers.onBlur}
      />
    );
  }
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      value={text}
      status={problem ? "error" : undefined}
      aria-describedby={describedBy}
      aria-invalid={problem ? true : undefined}
      autoSize={{ minRows: 3, maxRows: 16 }}
      onChange={(event) => setValue(event.target.value)}
      {...handlers}
    />
  );
}

export function CheckboxControl({ value, onChange, id, label, describedBy }: WidgetProps<"checkbox">) {
  return (
    <label className={styles.check} htmlFor={id}>
      <Checkbox
        id={id}
        aria-describedby={describedBy}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
