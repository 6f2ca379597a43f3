import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { inlineKey } from "../i18n/direction.ts";
import styles from "./Segmented.module.css";

export interface SegmentedOption<V extends string> {
  value: V;
  label: ReactNode;
  name?: string;
  disabled?: boolean;
}

export interface SegmentedProps<V extends string> {
  label: string;
  describedBy?: string | undefined;
  value: V;
  options: readonly SegmentedOption<V>[];
  onChange(value: V): void;
}

export function Segmented<V extends string>({ label, describedBy, value, options, onChange }: SegmentedProps<V>) {
  const group = useRef<HTMLDivElement>(null);
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[inlineKey(event.key)];
    if (step === undefined) return;
    event.preventDefault();
    const usable = options.filter((o) => !o.disabled);
    const from = usable.findIndex((o) => o.value === value);
    const next = usable[(from + step + usable.length) % usable.length];
    if (next === undefined) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div
      ref={group}
      className={styles.group}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={handleKey}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: looks like a button, but is a radio
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.name}
          title={option.name}
          data-value={option.value}
          disabled={option.disabled}
          tabIndex={option.value === value ? 0 : -1}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
