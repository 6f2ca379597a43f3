import { Button } from "antd";
import { useEffect, useRef } from "react";
import { t } from "../../i18n/translate.ts";
import { useRangeDraft } from "./range-draft.ts";
import styles from "./TimeRangePanel.module.css";
import { TimeRangePanel } from "./TimeRangePanel.tsx";
import type { TimeSource } from "./time-source.ts";

interface TimeRangeEditorProps {
  value: string;
  sources?: readonly TimeSource[] | undefined;
  onApply(value: string): void;
  onCancel(): void;
}

export function TimeRangeEditor({ value, sources, onApply, onCancel }: TimeRangeEditorProps) {
  const draft = useRangeDraft(value);
  const form = useRef<HTMLFormElement>(null);
  // This code is lazy-loaded after the popover has taken the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true }), []);
  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={t("Time range")}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!draft.problem) onApply(draft.text);
      }}
    >
      <TimeRangePanel draft={draft} sources={sources} />
      <div className={styles.footer}>
        <Button size="small" onClick={onCancel}>
          {t("Cancel")}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={Boolean(draft.problem)}>
          {t("Apply")}
        </Button>
      </div>
    </form>
  );
}
