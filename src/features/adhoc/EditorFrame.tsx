import { Button } from "antd";
import { type FormEvent, type ReactNode, useState } from "react";
import { Tabs } from "../../ui/Tabs.tsx";
import { useCountedEditor } from "./editing.ts";
import styles from "./editors.module.css";

interface EditorFrameProps {
  /** Name of the tab row. */
  label: string;
  tabs: readonly { key: string; label: string; content: ReactNode }[];
  active: string;
  onTab(key: string): void;
  /** Above the tabs: an editable name. */
  head?: ReactNode;
  /** Why it cannot be applied yet. */
  problem?: string;
  /** Takes away what is there; absent: there is nothing yet, or it is taken away elsewhere. */
  onRemove?: (() => void) | undefined;
  onCancel(): void;
  onApply(): void;
}

/** What the popovers of metrics, columns, filters and layers share: tabs, fields, Cancel and Apply. Enter applies. */
export function EditorFrame(props: EditorFrameProps) {
  const { label, tabs, active, onTab, head, problem, onRemove, onCancel, onApply } = props;
  useCountedEditor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!problem) onApply();
  };
  return (
    <form className={styles.editor} onSubmit={submit} aria-label={label}>
      {head}
      <Tabs label={label} tabs={tabs} active={active} onChange={onTab} />
      <div className={styles.footer}>
        {onRemove ? (
          <Button size="small" danger onClick={onRemove}>
            Remove
          </Button>
        ) : null}
        <span className={styles.problem} role="status">
          {problem}
        </span>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={Boolean(problem)}>
          Apply
        </Button>
      </div>
    </form>
  );
}

interface EditableLabelProps {
  value: string;
  /** What the label is when none is written. */
  fallback: string;
  onChange(text: string): void;
}

/** A title that turns into a field. */
export function EditableLabel({ value, fallback, onChange }: EditableLabelProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (!isEditing) {
    return (
      <button type="button" className={styles.title} onClick={() => setIsEditing(true)} title="Edit label">
        {value || fallback || "Label"}
      </button>
    );
  }
  return (
    <input
      className={styles.titleField}
      aria-label="Label"
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to write here
      autoFocus
      defaultValue={value || fallback}
      onBlur={(event) => {
        setIsEditing(false);
        onChange(event.target.value === fallback ? "" : event.target.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          event.currentTarget.blur();
        }
      }}
    />
  );
}
