import { Button } from "antd";
import { type FormEvent, type ReactNode, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "./editors.module.css";
import { useTrackOpenEditor } from "./open-editors.ts";

interface EditorFrameProps {
  label: string;
  tabs: readonly { key: string; label: string; content: ReactNode }[];
  active: string;
  onTab(key: string): void;
  head?: ReactNode;
  problem?: string;
  onRemove?: (() => void) | undefined;
  onCancel(): void;
  onApply(): void;
}

export function EditorFrame(props: EditorFrameProps) {
  const { label, tabs, active, onTab, head, problem, onRemove, onCancel, onApply } = props;
  useTrackOpenEditor();
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
            {t("Remove")}
          </Button>
        ) : null}
        <span className={styles.problem} role="status">
          {problem}
        </span>
        <Button size="small" onClick={onCancel}>
          {t("Cancel")}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={Boolean(problem)}>
          {t("Apply")}
        </Button>
      </div>
    </form>
  );
}

interface EditableLabelProps {
  value: string;
  fallback: string;
  onChange(text: string): void;
}

export function EditableLabel({ value, fallback, onChange }: EditableLabelProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (!isEditing) {
    return (
      <button type="button" className={styles.title} onClick={() => setIsEditing(true)} title={t("Edit label")}>
        {value || fallback || t("Label")}
      </button>
    );
  }
  return (
    <input
      className={styles.titleField}
      aria-label={t("Label")}
      // biome-ignore lint/a11y/noAutofocus: the user has just chosen to type here
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
