import { Calendar, X } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { NO_FILTER, timeRangeText } from "../../web/control-words/time-range.ts";
import styles from "./TimeRangePicker.module.css";
import type { TimeSource } from "./time-source.ts";

const TimeRangeEditor = lazyComponent(async () => (await import("./TimeRangeEditor.tsx")).TimeRangeEditor);

export interface TimeRangePickerProps {
  /** Time range as the API writes it; empty and "No filter" mean none. */
  value: string | null | undefined;
  onChange(value: string): void;
  label: string;
  id?: string;
  describedBy?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
  clearable?: boolean;
  className?: string;
  /** Columns that the range filters; the panel shows from when to when they have data. */
  sources?: readonly TimeSource[] | undefined;
}

export function TimeRangePicker(props: TimeRangePickerProps) {
  const {
    value,
    onChange,
    label,
    id,
    describedBy,
    disabled,
    placeholder = t("No filter"),
    clearable,
    className,
    sources,
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isSet = Boolean(value) && value !== NO_FILTER;
  const text = isSet ? timeRangeText(value) : placeholder;
  const apply = (next: string) => {
    setIsOpen(false);
    onChange(next);
  };
  const editor = (
    <TimeRangeEditor
      value={value ?? NO_FILTER}
      sources={sources}
      onApply={apply}
      onCancel={() => setIsOpen(false)}
      fallback={<div className={styles.coming} />}
    />
  );
  return (
    <span className={[styles.field, className].filter(Boolean).join(" ")} data-set={isSet || undefined}>
      <Popover open={isOpen} onOpenChange={(open) => setIsOpen(open && !disabled)} label={label} content={editor}>
        <button
          type="button"
          id={id}
          className={styles.trigger}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-describedby={describedBy}
          aria-label={t("{label}: {value}", { label, value: text })}
          title={isSet ? (value ?? undefined) : undefined}
        >
          <Calendar size={14} aria-hidden />
          <span className={styles.words}>{text}</span>
        </button>
      </Popover>
      {clearable && isSet && !disabled ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={t("Clear {field}", { field: label })}
          onClick={() => onChange(NO_FILTER)}
        >
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
